import { describe, expect, it } from '@jest/globals';
import { ReadBudget } from '../budget.js';
import { DEFAULT_READ_LIMITS } from '../source.js';
import { readMarkdown } from './read-markdown.js';
import { tamedMarkdown } from './tamed-markdown.js';

const texts = (markdown: string): string =>
  readMarkdown(markdown, new ReadBudget(DEFAULT_READ_LIMITS))
    .blocks.map((block) => ('text' in block ? block.text : ''))
    .join('\n');

describe('Markdown that nobody writes by hand', () => {
  it.each([
    ['quotes in quotes', `${'>'.repeat(40_000)} Is data encrypted?`],
    ['lists in lists', `${'1. '.repeat(40_000)}Is data encrypted?`],
    ['emphasis in emphasis', `${'*_'.repeat(20_000)} Is data encrypted?`],
    ['lines of open brackets', `${'[[[[\n'.repeat(5_000)}Is data encrypted?`],
  ])('is read in seconds, with its text: %s', (_, markdown) => {
    const before = process.cpuUsage();
    expect(texts(markdown)).toContain('Is data encrypted?');
    // Of the processor: it took minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  it('leaves what people write as it is', () => {
    const written =
      '# Policy\n\n> > A *quote* in a quote\n\n1. One\n   - two\n\n| a_b | `c` |\n|---|---|\n| **d** | [e](#) |\r\n\r\nEnd.';
    expect(tamedMarkdown(written)).toBe(written);
  });

  it('keeps fifty of the quotes that a line opens', () => {
    expect(tamedMarkdown(`a\n${'>'.repeat(60)}b`)).toBe(`a\n${'>'.repeat(50)} b`);
  });
});
