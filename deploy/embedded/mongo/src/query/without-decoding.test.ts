import { describe, expect, it } from '@jest/globals';
import { BSONRegExp } from 'bson';
import { decodeDocument, pickFields } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import { compileFilter } from './matcher.js';
import { compileProjection } from './projection.js';
import { documentReader, mayMatch } from './reading.js';
import { literalOf } from './regex.js';

const DOCUMENTS: Document[] = [
  {},
  { _id: 1 },
  { _id: 'x', a: 'text', b: { c: [1, 2, { d: null }] }, aa: true, c: new Date(5), d: 1.5 },
  { _id: 2, words: 'größe\nC++ (a.b)\npolicy 9.1\n日本語', tags: ['a.b', 'x'] },
  { _id: 3, words: new BSONRegExp('a\\.b', ''), nested: { words: 'a.b' } },
  { _id: 4, words: 'a.b' },
  { _id: 5, words: 'axb' },
  { _id: 6, words: ['x', 'some a.b', 3] },
  { _id: 7, words: ['ax', '.b', ['a.b'], { words: 'a.b' }] },
  { _id: 8, words: [1, new BSONRegExp('a\\.b', '')] },
  { _id: 9, words: { a: 'a.b' }, tags: ['größe'] },
  { _id: 10, word: 'a.b', wordsx: 'a.b', words: null },
];

describe('fields picked from an encoded document', () => {
  it.each([
    [{ a: 1 }],
    [{ _id: 0, a: 1, b: 1 }],
    [{ _id: 1 }],
    [{ aa: true, missing: true, d: 1 }],
    [{ words: 1, a: 1 }],
  ])('are those of the projection %j', (spec) => {
    const projection = compileProjection(spec);
    const picks = projection?.picks;
    if (!projection || !picks) throw new Error('it should be a choice of whole fields');
    for (const document of DOCUMENTS) {
      const raw = encodeDocument(document);
      expect(decodeDocument(pickFields(raw, picks))).toEqual(projection(decodeDocument(raw)));
      expect(pickFields(raw, picks)).toEqual(encodeDocument(projection(decodeDocument(raw))));
    }
  });

  it.each([[{ 'a.b': 1 }], [{ a: 0 }], [{ a: { $add: ['$d', 1] } }], [{ _id: 0 }]])(
    'are not all that %j asks for',
    (spec) => {
      expect(compileProjection(spec)?.picks).toBeUndefined();
    },
  );
});

describe('a pattern that is nothing but text', () => {
  it.each([
    ['abc', '', 'abc'],
    ['a\\.b \\(c\\)', '', 'a.b (c)'],
    ['größe 日本', '', 'größe 日本'],
    ['a-b/c', '', 'a-b/c'],
    ['a.b', '', undefined],
    ['^abc', '', undefined],
    ['a\\d', '', undefined],
    ['a|b', '', undefined],
    ['abc', 'i', undefined],
    ['(?i)abc', '', undefined],
    ['a\\', '', undefined],
    ['', '', undefined],
    ['😀', '', undefined],
  ])('%j with options %j is %j', (pattern, options, literal) => {
    expect(literalOf(pattern, options)).toBe(literal);
  });

  const filters: Document[] = ['a\\.b', 'C\\+\\+ \\(', 'größe', '日本', 'axb', 'nothing', 'a.b', '9\\.1'].flatMap(
    (pattern) => [
      { words: { $regex: pattern } },
      { words: { $regex: pattern, $options: 'i' } },
      { tags: { $regex: pattern } },
      { words: new BSONRegExp(pattern) },
      { words: { $regex: pattern }, tags: { $regex: 'x' }, _id: { $gt: 1 } },
      { 'nested.words': { $regex: pattern } },
      { $or: [{ words: { $regex: pattern } }, { _id: 1 }] },
      { words: { $not: { $regex: pattern } } },
      { $and: [{ words: { $regex: pattern } }, { words: { $regex: 'b' } }] },
      { $and: [{ words: { $regex: pattern }, _id: { $gt: 2 } }, {}, { $and: [{ tags: { $regex: 'x' } }] }] },
      { words: { $regex: 'a' }, $and: [{ $or: [{ words: { $regex: pattern } }, { _id: 1 }] }] },
      { $nor: [{ $and: [{ words: { $regex: pattern } }] }] },
    ],
  );

  it.each(filters)('passes over no document that matches %j', (filter) => {
    const matcher = compileFilter(filter);
    for (const document of DOCUMENTS)
      if (matcher.test(document)) expect(mayMatch(matcher, encodeDocument(document))).toBe(true);
  });

  it.each(filters)('reads just those documents that match %j', (filter) => {
    const matcher = compileFilter(filter);
    const read = documentReader(matcher, ['_id']);
    for (const document of DOCUMENTS)
      expect([document._id, read(encodeDocument(document)) !== undefined]).toEqual([
        document._id,
        matcher.test(document),
      ]);
  });

  it('tells of documents without it that they do not match, and only where every match must hold it', () => {
    const raw = encodeDocument({ _id: 5, words: 'axb' });
    expect(mayMatch(compileFilter({ words: { $regex: 'a\\.b' } }), raw)).toBe(false);
    expect(mayMatch(compileFilter({ $or: [{ words: { $regex: 'a\\.b' } }, { _id: 5 }] }), raw)).toBe(true);
    expect(mayMatch(compileFilter({ words: { $not: { $regex: 'a\\.b' } } }), raw)).toBe(true);
  });
});
