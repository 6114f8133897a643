import { expect } from '@jest/globals';
import { Aggregator, find } from 'mingo';
import { updateMany } from 'mingo/updater';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import type { Harness } from './harness.fixture.js';
import { RandomOperations, seededRandom } from './random-operations.fixture.js';

// mingo is an implementation of the query language over arrays that shares no code with this server. Where the two differ
// for a reason, the generator leaves the case out:
// - order of arrays, of embedded documents and of null against missing: mingo sorts array elements and field names before
//   it compares, and puts missing below null; MongoDB (and this server) compare in stored order and take missing as null.
// - strings beyond U+FFFF: mingo compares UTF-16 units, MongoDB UTF-8 bytes; the words hold no pair on which they differ.
// - `$type` of a path to an array: mingo does not look at the elements.
// - `$gte: null`, `$lte: null`, `$all: [null]`: mingo lets no missing field match.
// - `$addToSet` to an array that holds some value twice: mingo adds nothing.
// - `$setOnInsert` and upserts: mingo has none (they are in the contract suite).

const INDEXES: Document[] = [
  { a: 1 },
  { b: 1, c: -1 },
  { c: 1, b: 1, _id: 1 },
  { e: 1 },
  { 'd.x': -1, b: 1 },
  { 'f.x': 1, 'f.y': 1 },
  { b: 1, e: 1 },
];
/** A deep copy; structuredClone's dates are of another realm than a test's. */
function copy(documents: readonly Document[]): Document[] {
  return documents.map((document) => decodeDocument(encodeDocument(document)));
}

function byId(documents: Document[]): Document[] {
  return [...documents].sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1));
}

/** Runs random operations on the server and on mingo's arrays, under random indexes, and expects no difference. */
export async function runDifferential(harness: Harness, seed: number, operations: number): Promise<void> {
  const random = new RandomOperations(seededRandom(seed));
  let model: Document[] = [];
  let nextId = 0;
  for (let step = 0; step < operations; step++) {
    if (step % 500 === 0) {
      await harness.ok({ drop: 'c' });
      model = Array.from({ length: 16 }, () => random.document(`id${nextId++ % 24}`));
      await harness.ok({ insert: 'c', documents: model });
      const indexes = INDEXES.filter(() => random.chance(0.5));
      if (indexes.length > 0) {
        await harness.ok({ createIndexes: 'c', indexes: indexes.map((key) => ({ key, name: JSON.stringify(key) })) });
      }
    }
    const filter = random.filter();
    const label = (operation: Document): string => `step ${step}: ${JSON.stringify(operation)}`;
    const kind = random.int(10);
    if (kind < 5) {
      const sort = random.sort();
      const [skip, limit] = [random.int(4), random.int(8)];
      const projection = random.projection();
      const expected = find<Document>(copy(model), filter, projection).sort(sort).skip(skip);
      const command = { find: 'c', filter, sort, skip, limit, projection, batchSize: 3 };
      const wanted = (limit > 0 ? expected.limit(limit) : expected).all();
      expect({ label: label(command), documents: await harness.documents(command) }).toEqual({
        label: label(command),
        documents: wanted,
      });
    } else if (kind === 5) {
      const command = { count: 'c', query: filter };
      const { n } = await harness.ok(command);
      expect({ label: label(command), n }).toEqual({ label: label(command), n: find(model, filter).all().length });
    } else if (kind === 6) {
      const pipeline = [
        { $match: filter },
        {
          $group: {
            _id: random.pick(['$c', '$d.y', null]),
            n: { $sum: 1 },
            s: { $sum: '$b' },
            m: { $max: '$b' },
            l: { $min: '$c' },
          },
        },
      ].slice(0, 2);
      const wanted = byId(new Aggregator(pipeline).run<Document>(model));
      const command = { aggregate: 'c', pipeline, cursor: {} };
      expect({ label: label(command), documents: byId(await harness.documents(command)) }).toEqual({
        label: label(command),
        documents: wanted.map(({ m, l, ...rest }) => ({ ...rest, m: m ?? null, l: l ?? null })),
      });
    } else if (kind === 7 && model.length > 0) {
      const command = { delete: 'c', deletes: [{ q: { $and: [filter, { b: random.number() }] }, limit: 0 }] };
      const gone = new Set(
        find<Document>(model, command.deletes[0]!.q)
          .all()
          .map(({ _id }) => _id),
      );
      const { n } = await harness.ok(command);
      expect({ label: label(command), n }).toEqual({ label: label(command), n: gone.size });
      model = model.filter(({ _id }) => !gone.has(_id));
    } else if (kind === 8) {
      const free = Array.from({ length: 24 }, (_, i) => `id${i}`).find((id) => !model.some(({ _id }) => _id === id));
      if (free === undefined) continue;
      const document = random.document(free);
      await harness.ok({ insert: 'c', documents: [document] });
      model.push(document);
    } else {
      const update = random.update();
      const command = { update: 'c', updates: [{ q: filter, u: update, multi: true }] };
      const before = copy(model);
      let counts: { matchedCount: number; modifiedCount: number };
      try {
        counts = updateMany(model, filter, update as never, { cloneMode: 'deep' });
      } catch {
        model = before;
        continue;
      }
      const { n } = await harness.ok(command);
      expect({ label: label(command), n }).toEqual({ label: label(command), n: counts.matchedCount });
      const stored = await harness.documents({ find: 'c', filter: {} });
      expect({ label: label(command), documents: byId(stored) }).toEqual({
        label: label(command),
        documents: byId(model),
      });
    }
  }
}
