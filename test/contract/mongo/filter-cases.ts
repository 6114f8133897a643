import { expect } from '@jest/globals';
import type { Filter } from 'mongodb';
import type { Case, Doc, Subject } from './contract.js';

const DOCUMENTS: Doc[] = [
  { _id: '1', n: 1, s: 'alpha', tags: ['x', 'y'], sub: { a: 1, b: 'p' } },
  { _id: '2', n: 2, s: 'Beta', tags: ['y'], sub: { a: 2 }, nil: null },
  {
    _id: '3',
    n: 3.5,
    s: 'gamma.ray',
    tags: [],
    items: [
      { k: 'a', v: 1 },
      { k: 'b', v: 5 },
    ],
  },
  { _id: '4', n: 'text', flag: true, at: new Date(1000), items: [{ k: 'a', v: 9 }] },
  { _id: '5', n: null, flag: false, at: new Date(2000), list: [1, 2, 3] },
];

async function matching({ collection }: Subject, filter: Filter<Doc>): Promise<string> {
  if ((await collection.countDocuments({})) === 0) await collection.insertMany(DOCUMENTS);
  const found = await collection.find(filter).sort({ _id: 1 }).toArray();
  expect(await collection.countDocuments(filter)).toBe(found.length);
  return found.map(({ _id }) => _id).join('');
}

/** Name, filter, the ids it finds in order. */
const TABLE: readonly (readonly [string, Filter<Doc>, string])[] = [
  ['equality of a number', { n: 2 }, '2'],
  ['equality of a string', { s: 'alpha' }, '1'],
  ['equality of a boolean', { flag: false }, '5'],
  ['equality of a date', { at: new Date(1000) }, '4'],
  ['equality of a nested field', { 'sub.a': 2 }, '2'],
  ['equality of a whole embedded document', { sub: { a: 1, b: 'p' } }, '1'],
  ['an embedded document with another field order is not equal', { sub: { b: 'p', a: 1 } }, ''],
  ['equality with null finds null and missing', { nil: null }, '12345'],
  ['an element of an array', { tags: 'y' }, '12'],
  ['a whole array', { tags: ['x', 'y'] }, '1'],
  ['an empty array', { tags: [] }, '3'],
  ['a field of the documents in an array', { 'items.k': 'b' }, '3'],
  ['a position in an array', { 'tags.0': 'y' }, '2'],
  ['$eq', { n: { $eq: 1 } }, '1'],
  ['$ne, also where the field is missing', { s: { $ne: 'alpha' } }, '2345'],
  ['$gt only within the type', { n: { $gt: 1 } }, '23'],
  ['$gte and $lte', { n: { $gte: 1, $lte: 2 } }, '12'],
  ['$lt of strings', { s: { $lt: 'alpha' } }, '2'],
  ['$gt of dates', { at: { $gt: new Date(1000) } }, '5'],
  ['$in', { n: { $in: [1, 'text', 99] } }, '14'],
  ['$in with null', { n: { $in: [null] } }, '5'],
  ['$nin', { n: { $nin: [1, 2] } }, '345'],
  ['$in over an array', { tags: { $in: ['x'] } }, '1'],
  ['$and', { $and: [{ n: { $gt: 0 } }, { s: { $exists: true } }] }, '123'],
  ['$or', { $or: [{ n: 1 }, { flag: true }] }, '14'],
  ['$nor', { $nor: [{ n: 1 }, { flag: true }] }, '235'],
  ['$not', { n: { $not: { $gt: 1 } } }, '145'],
  ['$exists true', { sub: { $exists: true } }, '12'],
  ['$exists false', { sub: { $exists: false } }, '345'],
  ['$exists finds null', { nil: { $exists: true } }, '2'],
  ['$type by name', { n: { $type: 'string' } }, '4'],
  ['$type null is not missing', { nil: { $type: 'null' } }, '2'],
  ['$size', { list: { $size: 3 } }, '5'],
  ['$all', { list: { $all: [1, 3] } }, '5'],
  ['$elemMatch of documents', { items: { $elemMatch: { k: 'a', v: { $gt: 5 } } } }, '4'],
  ['two conditions may be met by two elements', { 'items.k': 'a', 'items.v': 5 }, '3'],
  ['$elemMatch of values', { list: { $elemMatch: { $gt: 2, $lt: 4 } } }, '5'],
  ['$mod', { n: { $mod: [2, 1] } }, '13'],
  ['a regular expression', { s: /^a/ }, '1'],
  ['$regex with $options', { s: { $regex: 'BETA', $options: 'i' } }, '2'],
  ['$regex with an escaped dot', { s: { $regex: 'a\\.r' } }, '3'],
  ['a regular expression in $in', { s: { $in: [/^g/, 'alpha'] } }, '13'],
  ['$not of a regular expression', { s: { $not: /a/ } }, '45'],
  ['an empty $in finds nothing', { n: { $in: [] } }, ''],
  ['conditions on several fields', { n: { $lt: 3 }, 'sub.a': { $gte: 2 } }, '2'],
];

export function filterCases(test: Case): void {
  for (const [name, filter, ids] of TABLE) {
    test(`filter: ${name}`, async (subject) => {
      expect(await matching(subject, filter)).toBe(ids);
    });
  }

  test('filters give the same through an index as without', async (subject) => {
    const { collection } = subject;
    await collection.insertMany(DOCUMENTS);
    for (const key of ['n', 's', 'tags', 'sub.a', 'items.k', 'at']) await collection.createIndex({ [key]: 1 });
    await collection.createIndex({ flag: -1, n: 1 });
    for (const [name, filter, ids] of TABLE) {
      expect(`${name}: ${await matching(subject, filter)}`).toBe(`${name}: ${ids}`);
    }
  });
}
