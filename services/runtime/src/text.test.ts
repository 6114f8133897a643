import { describe, expect, it } from '@jest/globals';
import { cleanName, cleanText, fold, foldWithOffsets, lengthOf, nameKey, firstCharacters } from './text.js';

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['😀', 1],
    ['a😀b😀', 4],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
  ])('of %j is %i code points', (text, length) => {
    expect(lengthOf(text)).toBe(length);
    expect(lengthOf(text)).toBe(Array.from(text).length);
  });
});

describe('a name', () => {
  it.each([
    ['ACME', 'ACME'],
    ['  ACME \t\n Inc. ', 'ACME Inc.'],
    ['A\u0000C\u0007ME', 'ACME'],
    ['AC\u200bME\ufeff', 'ACME'],
    ['\u202eEMCA\u202c', 'EMCA'],
    ['AC\ud83dME', 'ACME'],
    ['AC\u200dME', 'ACME'],
    ['Cafe\u0301', 'Café'],
    ['Straße 5\u00a0000', 'Straße 5 000'],
    // Joiners that are written: a family of emoji, a Persian word.
    ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\u200b\u0000', ''],
  ])('%j is stored as %j', (given, stored) => {
    expect(cleanName(given)).toBe(stored);
    expect(cleanName(stored)).toBe(stored);
  });
});

describe('a text', () => {
  it.each([
    ['one\r\n\ttwo', 'one\r\n\ttwo'],
    ['a\u0000b\u001bc', 'abc'],
    ['a\ud83d', 'a\ufffd'],
    ['\u202eא', '\u202eא'],
  ])('%j is stored as %j', (given, stored) => {
    expect(cleanText(given)).toBe(stored);
  });
});

describe('folding', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ﬁle', 'FILE'],
    ['Ünïted', 'united'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['ab\u200bc', 'ABC'],
  ])('%j and %j are the same', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  it('keeps the places of what it folds', () => {
    const { folded, offsets } = foldWithOffsets('Maß ﬁt');
    expect(folded).toBe('mass fit');
    expect(offsets).toEqual([0, 1, 2, 2, 3, 4, 4, 5, 6]);
  });

  it('of a name forgets double and outer blanks', () => {
    expect(nameKey('  Data   Protection ')).toBe(nameKey('data\u00a0protection'));
    expect(nameKey('ﬁ  Straße')).toBe('fi strasse');
  });
});

describe('The first characters of a text', () => {
  it.each([
    ['abc', 5, 'abc'],
    ['abcdef', 3, 'abc'],
    ['🔐🔑🔒', 2, '🔐🔑'],
    ['🔐🔑', 2, '🔐🔑'],
    ['', 2, ''],
  ])('of %j are at most %d', (text, most, first) => {
    expect(firstCharacters(text, most)).toBe(first);
  });
});
