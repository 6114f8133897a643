import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from '../bson/values.js';
import { Harness } from '../testing/harness.fixture.js';

const COUNT = 3000;
let harness: Harness;

beforeAll(async () => {
  harness = new Harness();
  const documents = Array.from({ length: COUNT }, (_, n) => ({
    _id: `id${n}`,
    org: n % 3 === 0 ? 'a' : 'b',
    at: n,
    status: ['new', 'done', 'failed'][n % 7] ?? 'new',
    name: `name-${n}`,
    free: n,
    ...(n % 10 === 0 ? { tags: ['x', `t${n}`] } : {}),
  }));
  await harness.ok({ insert: 'c', documents });
  const indexes: [Document, boolean][] = [
    [{ org: 1, at: -1 }, false],
    [{ org: 1, status: 1, at: 1 }, false],
    [{ name: 1 }, true],
    [{ tags: 1 }, false],
  ];
  await harness.ok({
    createIndexes: 'c',
    indexes: indexes.map(([key, unique]) => ({ key, unique, name: Object.keys(key).join('_') })),
  });
});

afterAll(() => harness.dispose());

interface Explained {
  readonly stage: string;
  readonly index: unknown;
  readonly direction: unknown;
  readonly docs: unknown;
  readonly returned: unknown;
}

async function explain(command: Document): Promise<Explained> {
  const reply = await harness.ok({ explain: { find: 'c', ...command } });
  const plan = (reply.queryPlanner as { winningPlan: Document }).winningPlan;
  let stage = plan;
  while (stage.inputStage !== undefined) stage = stage.inputStage as Document;
  const { totalDocsExamined, nReturned } = reply.executionStats as Document;
  return {
    stage: plan.stage as string,
    index: stage.indexName,
    direction: stage.direction,
    docs: totalDocsExamined,
    returned: nReturned,
  };
}

describe('the planner', () => {
  it('finds by _id through its index', async () => {
    expect(await explain({ filter: { _id: 'id7' } })).toMatchObject({ stage: 'FETCH', index: '_id_', docs: 1 });
  });

  it('takes a page in order from the index, at the cost of the page', async () => {
    const page = { filter: { org: 'a' }, sort: { at: -1 }, limit: 10 };
    expect(await explain(page)).toEqual({
      stage: 'FETCH',
      index: 'org_at',
      direction: 'forward',
      docs: 10,
      returned: 10,
    });
    expect(await explain({ ...page, sort: { at: 1 } })).toMatchObject({ direction: 'backward', docs: 10 });
    expect(await explain({ ...page, skip: 500 })).toMatchObject({ docs: 10, returned: 10 });
    expect(await explain({ ...page, filter: { org: 'a', at: { $lt: 300 } } })).toMatchObject({
      docs: 10,
      returned: 10,
    });
  });

  it('ignores fields of the sort that the filter fixes', async () => {
    const found = await explain({ filter: { org: 'a' }, sort: { org: 1, at: -1 }, limit: 5 });
    expect(found).toMatchObject({ stage: 'FETCH', index: 'org_at', docs: 5 });
  });

  it('takes the index that fixes more fields', async () => {
    const found = await explain({ filter: { org: 'a', status: 'done' }, sort: { at: 1 }, limit: 3 });
    expect(found).toMatchObject({ stage: 'FETCH', index: 'org_status_at', docs: 3 });
  });

  it('sorts what the index cannot give in order', async () => {
    expect(await explain({ filter: { org: 'a' }, sort: { free: 1 }, limit: 3 })).toMatchObject({
      stage: 'SORT',
      docs: 1000,
      returned: 3,
    });
  });

  it('serves $in, ranges, prefixes of regular expressions and $or from indexes', async () => {
    expect(await explain({ filter: { name: { $in: ['name-1', 'name-2', 'nope'] } } })).toMatchObject({
      index: 'name',
      docs: 2,
    });
    expect(await explain({ filter: { org: 'b', at: { $gte: 10, $lt: 20 } } })).toMatchObject({
      index: 'org_at',
      docs: 7,
    });
    expect(await explain({ filter: { name: { $regex: '^name-12' } } })).toMatchObject({
      index: 'name',
      docs: 111,
      returned: 111,
    });
    expect(await explain({ filter: { $or: [{ _id: 'id1' }, { name: 'name-2' }] } })).toMatchObject({
      docs: 2,
      returned: 2,
    });
    expect(await explain({ filter: { tags: 't30' } })).toMatchObject({ index: 'tags', docs: 1 });
  });

  it('looks up thousands of values of $in one by one', async () => {
    const ids = Array.from({ length: 2000 }, (_, n) => `id${n}`);
    expect(await explain({ filter: { _id: { $in: ids } } })).toMatchObject({
      index: '_id_',
      docs: 2000,
      returned: 2000,
    });
  });

  it('gives a document with several keys in a range once', async () => {
    expect(await explain({ filter: { tags: { $gte: 't' } } })).toMatchObject({ index: 'tags', returned: 300 });
  });

  it('follows a hint and refuses one that names no index', async () => {
    expect(await explain({ filter: { org: 'a' }, hint: 'name' })).toMatchObject({ index: 'name', docs: COUNT });
    expect(await explain({ filter: { org: 'a' }, hint: { $natural: 1 } })).toMatchObject({
      stage: 'COLLSCAN',
      docs: COUNT,
    });
    expect(await harness.run({ find: 'c', filter: {}, hint: 'nope' })).toMatchObject({ ok: 0, code: 2 });
  });

  it('counts, groups and lists values from the index alone', async () => {
    expect(await harness.ok({ count: 'c', query: { org: 'a' } })).toMatchObject({ n: 1000 });
    const pipeline = [{ $match: { org: 'b' } }, { $group: { _id: '$status', n: { $sum: 1 } } }, { $sort: { _id: 1 } }];
    const groups = await harness.documents({ aggregate: 'c', pipeline, cursor: {} });
    const counted = new Map<unknown, number>();
    for (const { status } of await harness.documents({ find: 'c', filter: { org: 'b' } })) {
      counted.set(status, (counted.get(status) ?? 0) + 1);
    }
    expect(new Map(groups.map(({ _id, n }) => [_id, n]))).toEqual(counted);
    expect(await harness.ok({ distinct: 'c', key: 'status', query: { org: 'a' } })).toMatchObject({
      values: ['done', 'failed', 'new'],
    });
  });

  it('warns of a filter that scanned more than 1,000 documents, without its values', async () => {
    harness.logs.length = 0;
    await harness.documents({ find: 'c', filter: { free: 4242, org: { $ne: 'secret' } } });
    await harness.documents({ find: 'c', filter: { org: 'a' } });
    await harness.documents({ find: 'c', filter: {} });
    expect(harness.logs).toEqual([
      {
        level: 'warn',
        message: 'query scanned a whole collection: an index is missing',
        fields: { command: 'find', ns: 'test.c', filter: ['free', 'org'], docsExamined: COUNT },
      },
    ]);
  });

  it('gives up a command when its time is over', async () => {
    const reply = await harness.run({
      find: 'c',
      filter: { free: { $mod: [7, 9] } },
      maxTimeMS: 1,
      hint: { $natural: 1 },
    });
    // A fast machine may be done within the millisecond.
    expect([50, undefined]).toContain(reply.code);
  });
});
