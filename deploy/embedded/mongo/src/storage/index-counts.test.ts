import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from '../bson/values.js';
import { Harness } from '../testing/harness.fixture.js';

let harness: Harness;

const ORGANIZATIONS = ['a', 'b', 'c'];
const PER_ORGANIZATION = 400;

beforeEach(async () => {
  harness = new Harness();
  await harness.ok({ createIndexes: 'c', indexes: [{ key: { org: 1, at: 1 }, name: 'by_org' }] });
  const documents = ORGANIZATIONS.flatMap((org) =>
    Array.from({ length: PER_ORGANIZATION }, (_, at) => ({ _id: `${org}${at}`, org, at })),
  );
  await harness.ok({ insert: 'c', documents });
});

afterEach(() => harness.dispose());

async function counted(query: Document): Promise<number> {
  return (await harness.ok({ count: 'c', query })).n as number;
}

/** The same by reading the documents: a filter that no index holds. */
async function recounted(query: Document): Promise<number> {
  return counted({ $and: [query, { _id: { $not: { $in: ['nobody'] } } }] });
}

const QUERIES: Document[] = [
  ...ORGANIZATIONS.map((org) => ({ org })),
  { org: 'a', at: { $gte: 50 } },
  { org: 'a', at: { $lt: 350 } },
  { org: { $in: ['a', 'b'] } },
];

async function expectTrueCounts(): Promise<void> {
  for (const query of QUERIES) expect(await counted(query)).toBe(await recounted(query));
}

describe('counts that are remembered', () => {
  it('stay true through inserts, moves between intervals, removals and replacements', async () => {
    await expectTrueCounts();
    await harness.ok({ insert: 'c', documents: [{ _id: 'new', org: 'a', at: 10 }] });
    await expectTrueCounts();
    await harness.ok({
      update: 'c',
      updates: [{ q: { org: 'b', at: { $lt: 7 } }, u: { $set: { org: 'a' } }, multi: true }],
    });
    await expectTrueCounts();
    await harness.ok({ update: 'c', updates: [{ q: { _id: 'a5' }, u: { org: 'c', at: 1 } }] });
    await expectTrueCounts();
    await harness.ok({ delete: 'c', deletes: [{ q: { org: 'a', at: { $gte: 300 } }, limit: 0 }] });
    await expectTrueCounts();
    expect(await counted({ org: 'a' })).toBe(PER_ORGANIZATION + 1 + 7 - 1 - 100);
  });

  it('stay true when a command is rolled back half way', async () => {
    await expectTrueCounts();
    const clash = { q: { org: 'a' }, u: { $set: { org: 'b' }, $unset: { at: '' } }, multi: true };
    await harness.ok({ createIndexes: 'c', indexes: [{ key: { at: 1, org: 1 }, name: 'one', unique: true }] });
    const reply = await harness.run({ update: 'c', updates: [clash] });
    expect(JSON.stringify(reply)).toContain('11000');
    await expectTrueCounts();
  });

  it('are of one collection: a dropped and remade one starts empty', async () => {
    await expectTrueCounts();
    await harness.ok({ drop: 'c' });
    await harness.ok({ createIndexes: 'c', indexes: [{ key: { org: 1, at: 1 }, name: 'by_org' }] });
    expect(await counted({ org: 'a' })).toBe(0);
  });
});
