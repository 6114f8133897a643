import { describe, expect, it } from '@jest/globals';
import { between } from './marks.js';

const LISTED = ['a', 'b', 'c', 'd'];

describe('a range of the list', () => {
  it('goes from one end to the other, in either direction', () => {
    expect(between(LISTED, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(between(LISTED, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(between(LISTED, 'c', 'c')).toEqual(['c']);
  });

  it('is one question where nothing listed was touched before', () => {
    expect(between(LISTED, undefined, 'c')).toEqual(['c']);
    expect(between(LISTED, 'gone', 'c')).toEqual(['c']);
    expect(between(LISTED, 'a', 'gone')).toEqual([]);
  });
});
