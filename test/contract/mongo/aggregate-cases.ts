import { expect } from '@jest/globals';
import type { Case, Doc, Subject } from './contract.js';

const SALES: Doc[] = [
  { _id: '1', shop: 'a', kind: 'x', price: 10, tags: ['p', 'q'] },
  { _id: '2', shop: 'a', kind: 'y', price: 20, tags: ['q'] },
  { _id: '3', shop: 'b', kind: 'x', price: 30 },
  { _id: '4', shop: 'b', kind: 'x', price: 40, tags: [] },
  { _id: '5', shop: 'c', price: 'n/a' },
];

async function run({ collection }: Subject, pipeline: object[]): Promise<unknown[]> {
  if ((await collection.countDocuments({})) === 0) await collection.insertMany(SALES);
  return collection.aggregate(pipeline).toArray();
}

export function aggregateCases(test: Case): void {
  test('$match, $group with its accumulators, $sort', async (subject) => {
    const groups = await run(subject, [
      { $match: { shop: { $in: ['a', 'b'] } } },
      {
        $group: {
          _id: '$shop',
          n: { $sum: 1 },
          total: { $sum: '$price' },
          mean: { $avg: '$price' },
          least: { $min: '$price' },
          most: { $max: '$price' },
        },
      },
      { $sort: { _id: -1 } },
    ]);
    expect(groups).toEqual([
      { _id: 'b', n: 2, total: 70, mean: 35, least: 30, most: 40 },
      { _id: 'a', n: 2, total: 30, mean: 15, least: 10, most: 20 },
    ]);
  });

  test('$group counts the same through an index', async (subject) => {
    const pipeline = [
      { $match: { shop: { $in: ['a', 'b', 'c'] } } },
      { $group: { _id: '$kind', n: { $sum: 1 } } },
      { $sort: { n: -1, _id: 1 } },
    ];
    const wanted = [
      { _id: 'x', n: 3 },
      { _id: null, n: 1 },
      { _id: 'y', n: 1 },
    ];
    expect(await run(subject, pipeline)).toEqual(wanted);
    await subject.collection.createIndex({ shop: 1, kind: -1 });
    await subject.collection.createIndex({ kind: 1 });
    expect(await run(subject, pipeline)).toEqual(wanted);
    expect(await run(subject, [{ $group: { _id: '$kind', n: { $sum: 1 } } }, { $sort: { n: -1, _id: 1 } }])).toEqual(
      wanted,
    );
  });

  test('$group over all, and over nothing', async (subject) => {
    expect(await run(subject, [{ $group: { _id: null, n: { $sum: 1 } } }])).toEqual([{ _id: null, n: 5 }]);
    expect(await run(subject, [{ $match: { shop: 'z' } }, { $group: { _id: null, n: { $sum: 1 } } }])).toEqual([]);
  });

  test('$count, $skip, $limit', async (subject) => {
    expect(await run(subject, [{ $match: { shop: 'a' } }, { $count: 'n' }])).toEqual([{ n: 2 }]);
    const page = await run(subject, [
      { $sort: { price: -1, _id: 1 } },
      { $skip: 1 },
      { $limit: 2 },
      { $project: { price: 1 } },
    ]);
    expect(page).toEqual([
      { _id: '4', price: 40 },
      { _id: '3', price: 30 },
    ]);
  });

  test('$project with fields out', async (subject) => {
    expect(await run(subject, [{ $match: { _id: '1' } }, { $project: { tags: 0, kind: 0 } }])).toEqual([
      { _id: '1', shop: 'a', price: 10 },
    ]);
  });

  test('$project with computed fields', async (subject) => {
    const computed = await run(subject, [
      { $match: { _id: '1' } },
      {
        $project: {
          double: { $multiply: ['$price', 2] },
          big: { $gte: ['$price', 10] },
          name: { $concat: ['$shop', '-', '$kind'] },
        },
      },
    ]);
    expect(computed).toEqual([{ _id: '1', double: 20, big: true, name: 'a-x' }]);
  });

  test('$unwind and $group', async (subject) => {
    const tags = await run(subject, [
      { $unwind: '$tags' },
      { $group: { _id: '$tags', n: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ]);
    expect(tags).toEqual([
      { _id: 'p', n: 1 },
      { _id: 'q', n: 2 },
    ]);
  });

  test('$group with $push, $addToSet, $first and $last', async (subject) => {
    const [group] = (await run(subject, [
      { $match: { shop: { $in: ['a', 'b'] } } },
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          ids: { $push: '$_id' },
          kinds: { $addToSet: '$kind' },
          first: { $first: '$price' },
          last: { $last: '$price' },
        },
      },
    ])) as { kinds: string[] }[];
    expect({ ...group, kinds: [...(group?.kinds ?? [])].sort() }).toEqual({
      _id: null,
      ids: ['1', '2', '3', '4'],
      kinds: ['x', 'y'],
      first: 10,
      last: 40,
    });
  });

  test('distinct, of plain fields and of elements', async (subject) => {
    await run(subject, []);
    expect((await subject.collection.distinct('shop')).sort()).toEqual(['a', 'b', 'c']);
    expect((await subject.collection.distinct('tags')).sort()).toEqual(['p', 'q']);
    expect((await subject.collection.distinct('kind', { shop: 'b' })).sort()).toEqual(['x']);
    await subject.collection.createIndex({ shop: 1, kind: 1 });
    expect((await subject.collection.distinct('kind', { shop: 'a' })).sort()).toEqual(['x', 'y']);
    expect((await subject.collection.distinct('kind', { shop: 'c' })).sort()).toEqual([]);
  });

  test('counts by index, with skip and limit', async ({ collection }) => {
    await collection.insertMany(
      Array.from({ length: 250 }, (_, n) => ({ _id: String(n), org: n % 2 === 0 ? 'a' : 'b', n })),
    );
    await collection.createIndex({ org: 1, n: 1 });
    expect(await collection.countDocuments({ org: 'a' })).toBe(125);
    expect(await collection.countDocuments({ org: 'a', n: { $gte: 100 } })).toBe(75);
    expect(await collection.countDocuments({ org: 'a' }, { skip: 100, limit: 50 })).toBe(25);
    expect(await collection.countDocuments({ org: { $in: ['a', 'b', 'a'] } })).toBe(250);
  });
}
