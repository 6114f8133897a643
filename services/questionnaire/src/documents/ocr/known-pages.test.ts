import { describe, expect, it } from '@jest/globals';
import { KnownPages, type PageReading } from './known-pages.js';

const word = { text: 'encrypted', confidence: 90, left: 0, top: 0, right: 9, bottom: 9 };
const reading = (words: number): PageReading => ({
  lines: [{ words: Array<typeof word>(words).fill(word), baseline: 9, height: 9 }],
  turned: 0,
});

describe('known pages', () => {
  it('forget what was not asked for the longest when they take too much', () => {
    const pages = new KnownPages(4_000);
    for (const name of ['a', 'b', 'c']) pages.put(name, reading(5));
    expect(pages.get('a')).toEqual(reading(5));
    for (const name of ['d', 'e']) pages.put(name, reading(5));
    expect(['a', 'b', 'c', 'd', 'e'].filter((name) => pages.get(name) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('keep nothing of a page that is larger than all they may take', () => {
    const pages = new KnownPages(4_000);
    pages.put('a', reading(500));
    expect(pages.get('a')).toBeUndefined();
    pages.put('b', reading(5));
    expect(pages.get('b')).toEqual(reading(5));
  });
});
