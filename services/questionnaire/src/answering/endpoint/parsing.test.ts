import { describe, expect, it } from '@jest/globals';
import { readReply } from './parsing.js';

const read = (value: unknown): number => {
  const { n } = value as { n?: unknown };
  if (typeof n !== 'number') throw new TypeError('no number');
  return n;
};

describe('the object in what a model wrote', () => {
  it.each([
    ['alone', '{"n": 1}'],
    ['in a fence', '```json\n{"n": 1}\n```'],
    ['in the midst of prose', 'Certainly! Here it is: {"n": 1}. I hope it helps {really}.'],
    ['behind a thought', '<think>Perhaps {"n": 7}?</think>{"n": 1}'],
    ['behind a thought whose beginning is missing', 'Perhaps {"n": 7}?</think>\n{"n": 1}'],
    ['with a comma too many', '{"n": 1, "list": ["a", "b",],}'],
    ['with commas and brackets in a text', '{"text": "a,} ,] \\" {", "n": 1,}'],
    ['with a line break in a text', '{"text": "two\nlines", "n": 1}'],
    ['behind one of another shape', '{"m": 2} {"n": 1}'],
    ['behind a brace that is never closed', 'use { to open. {"n": 1}'],
  ])('is found %s', (_, text) => {
    expect(readReply(text, read)).toBe(1);
  });

  it.each([
    ['nothing', ''],
    ['prose', 'Yes, we do.'],
    ['half an object', '{"n": 1'],
    ['another shape', '{"m": 1}'],
    ['a thought alone', '<think>{"n": 1}</think>'],
  ])('is not found in %s', (_, text) => {
    expect(() => readReply(text, read)).toThrow();
  });

  it.each([['{'], ['{"'], ['[,'], ['{"a":'], ['</think>']])(
    'is looked for in little time in %j, many times over',
    (piece) => {
      const began = performance.now();
      expect(() => readReply(piece.repeat(200_000), read)).toThrow();
      expect(performance.now() - began).toBeLessThan(2_000);
    },
  );
});
