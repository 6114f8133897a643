import { afterEach, describe, expect, it } from '@jest/globals';
import type { Document } from '../bson/values.js';
import { Harness } from '../testing/harness.fixture.js';

let harness: Harness;
let now = 0;

afterEach(() => harness.dispose());

async function open(limits: { idleMs: number; maxBytes: number; maxCursors: number }): Promise<void> {
  now = 0;
  harness = new Harness(limits, () => now);
  await harness.ok({ insert: 'c', documents: Array.from({ length: 500 }, (_, n) => ({ _id: n, n: -n })) });
}

async function find(command: Document = {}): Promise<unknown> {
  const { cursor } = await harness.ok({ find: 'c', filter: {}, batchSize: 2, ...command });
  return (cursor as Document).id;
}

function more(id: unknown): Promise<Document> {
  return harness.run({ getMore: id, collection: 'c', batchSize: 2 });
}

describe('cursors', () => {
  it('end after their idle time, counted from the last use', async () => {
    await open({ idleMs: 1000, maxBytes: 1e6, maxCursors: 10 });
    const [used, idle] = [await find(), await find()];
    now = 900;
    expect((await more(used)).ok).toBe(1);
    now = 1100;
    expect((await more(idle)).code).toBe(43);
    expect((await more(used)).ok).toBe(1);
  });

  it('are bounded in number: the one unused longest ends', async () => {
    await open({ idleMs: 1e9, maxBytes: 1e6, maxCursors: 3 });
    const ids = [await find(), await find(), await find()];
    await more(ids[0]);
    await find();
    expect((await more(ids[1])).code).toBe(43);
    expect((await more(ids[0])).ok).toBe(1);
    expect(harness.cursors.size).toBe(3);
  });

  it('are bounded in bytes: a sort without an index holds record ids', async () => {
    await open({ idleMs: 1e9, maxBytes: 9000, maxCursors: 100 });
    const ids = [await find({ sort: { n: 1 } }), await find({ sort: { n: 1 } }), await find({ sort: { n: 1 } })];
    expect((await more(ids[0])).code).toBe(43);
    expect((await more(ids[2])).ok).toBe(1);
  });

  it('say so when their collection or index is dropped', async () => {
    await open({ idleMs: 1e9, maxBytes: 1e6, maxCursors: 100 });
    await harness.ok({ createIndexes: 'c', indexes: [{ key: { n: 1 }, name: 'n_1' }] });
    const byIndex = await find({ sort: { n: 1 } });
    const byId = await find();
    await harness.ok({ dropIndexes: 'c', index: 'n_1' });
    expect((await more(byIndex)).code).toBe(175);
    expect((await more(byId)).ok).toBe(1);
    await harness.ok({ drop: 'c' });
    await harness.ok({ insert: 'c', documents: [{ _id: 1 }] });
    expect((await more(byId)).code).toBe(175);
  });

  it('hold a place, not a result, while an index gives the order', async () => {
    await open({ idleMs: 1e9, maxBytes: 5000, maxCursors: 100 });
    const ids = await Promise.all(Array.from({ length: 10 }, () => find()));
    for (const id of ids) expect((await more(id)).ok).toBe(1);
  });
});
