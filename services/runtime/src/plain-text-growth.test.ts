import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';

/** What a client may repeat: each once made an expression go back over it again and again. */
const HOSTILE: readonly [string, (times: number) => string][] = [
  ['a row of a table that never ends', (times) => `|a|\n| ${'- '.repeat(times)}x`],
  ['blanks in the row under a head', (times) => `|a|\n|${' '.repeat(times)}x`],
  ['delimiters', (times) => `a|b\n${'|-'.repeat(times)}!`],
  ['characters of private use', (times) => '\uE001'.repeat(times)],
  ['open brackets', (times) => '['.repeat(times)],
  ['marks of emphasis', (times) => '*_'.repeat(times)],
  ['quotations in quotations', (times) => `${'>'.repeat(times)}a`],
  ['citations', (times) => '[1,1,1,1,1'.repeat(times)],
  ['tags', (times) => '<a '.repeat(times)],
  ['tildes', (times) => '~~a'.repeat(times)],
];

describe('text of a client', () => {
  it.each(HOSTILE)('is read in time that does not explode: %s', (_, grown) => {
    const started = performance.now();
    for (const times of [1_250, 2_500, 5_000, 10_000]) plainText(grown(times));
    // The last of them took minutes, or for ever; a busy machine takes a second.
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it('has the row under the head of a table left out, with and without outer bars', () => {
    for (const row of ['|---|:-:|', '--- | ---', '| - | - |', '>|---|---|'])
      expect(plainText(`${row.startsWith('>') ? '>' : ''}|a|b|\n${row}`)).toBe('a, b');
  });
});
