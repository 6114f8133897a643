import { describe, expect, it } from '@jest/globals';
import { markdownMistake } from './markdown-bounds.js';
import { markdownSummary, markdownToHtml, markdownToText } from './markdown.js';

/** Repeated up to the longest description. */
const UNITS = [
  '>', '> ', '- ', '* ', '+ ', '1. ', '*_', '*a_', '**a', '_', '`', '``a', '[', '![', '](', '[a](', '[a]: b\n', '<', '<a ', '&', '&a',
  '\\', '~', '#', '=\n', '-\n', '|', '|-', '\t', ' ', '    ', '\n', '\n\n', '> a\n', '- a\n  ', '(', 'a@b.c ', 'https://',
]; // prettier-ignore
const LONGEST = 100_000;
const nested = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');

describe('markdown', () => {
  it.each(UNITS.map((unit) => [JSON.stringify(unit), unit]))('of nothing but %s is rendered in a moment', (_, unit) => {
    const text = `a ${unit}\n${unit.repeat(Math.floor(LONGEST / unit.length) - 10)}a`;
    const started = performance.now();
    expect(markdownToHtml(text)).not.toBe('');
    markdownToText(text);
    markdownSummary(text);
    // Before: 8 s and more, or "Maximum call stack size exceeded". Three readings, also on a busy machine.
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it('that nests too deep, or has too many marks, is said to be so and shown as plain text', () => {
    expect(markdownMistake(`${'>'.repeat(4_000)} a`)).toBe('too_deep');
    expect(markdownMistake('> - '.repeat(60))).toBe('too_deep');
    expect(markdownMistake(nested)).toBe('too_deep');
    expect(markdownMistake('*_'.repeat(10_000))).toBe('too_many_marks');
    expect(markdownToHtml(`${'>'.repeat(4_000)} <b>`)).toBe(`<p>${'&#62;'.repeat(4_000)} &#60;b&#62;</p>`);
  });

  it('as people write it is taken', () => {
    const list = Array.from({ length: 400 }, (_, i) => `- **Item ${i}** of [a list](https://example.com/${i})`).join(
      '\n',
    );
    for (const text of [
      list,
      '> > quoted\n>\n> - with a list\n>   1. in it',
      '---\n***\n',
      `    code\n${' '.repeat(40)}far right`,
    ])
      expect(markdownMistake(text)).toBeUndefined();
  });
});
