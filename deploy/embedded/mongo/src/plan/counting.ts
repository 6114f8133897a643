import { decodeDocument } from '../bson/decode.js';
import { encodedValueEnd, prefixEnd } from '../bson/order.js';
import { readFieldPath } from '../query/expression.js';
import { indexTable } from '../storage/catalog.js';
import type { Collection, Index } from '../storage/catalog.js';
import type { Store } from '../storage/store.js';
import type { Matcher } from '../query/matcher.js';
import { boundsOf } from './bounds.js';
import type { Interval } from './bounds.js';
import { countEntries } from './planner.js';
import { QueryRun } from './run.js';
import type { Deadline, Query } from './run.js';

/** A count and how it was found. */
export interface Count {
  readonly count: number;
  readonly run: QueryRun;
}

/** Counts the documents of a query; from the index alone when the index holds the whole filter. */
export function countQuery(store: Store, collection: Collection, query: Query, deadline: Deadline): Count {
  const { skip, limit } = query;
  const run = new QueryRun(
    store,
    collection,
    { ...query, sort: [], skip: 0, limit: limit > 0 ? skip + limit : 0 },
    deadline,
  );
  const { plan } = run;
  let total: number;
  if (plan.kind === 'index' && plan.bounds.exact && query.matcher.onlyConjuncts) {
    total = plan.bounds.intervals.reduce(
      (sum, { lower, upper }) => sum + store.counts.count(plan.index, lower, upper),
      0,
    );
  } else if (plan.kind === 'collection' && query.matcher.onlyConjuncts && query.matcher.conjuncts.length === 0) {
    total = store.sqlite.get(`SELECT count(*) FROM ${indexTable(collection.indexes[0]!)}`)?.[0] as number;
  } else {
    total = 0;
    while (run.next()) total++;
  }
  const left = Math.max(0, total - skip);
  return { count: limit > 0 ? Math.min(left, limit) : left, run };
}

export interface Group {
  readonly value: unknown;
  count: number;
}

/** More groups than this are counted faster by reading the documents. */
const MAX_SKIPS = 2000;

/**
 * The distinct values of a field among the documents of a filter, with their counts, by skipping from value to value in
 * an index that holds the whole filter; undefined when there is no such index or too many values.
 */
export function groupsFromIndex(
  store: Store,
  collection: Collection,
  matcher: Matcher,
  path: string,
): Group[] | undefined {
  if (!matcher.onlyConjuncts) return undefined;
  for (const index of collection.indexes) {
    const position = index.fields.findIndex((field) => field.path === path);
    if (position < 0 || index.multikey) continue;
    const bounds = boundsOf(index, matcher.conjuncts);
    if (!bounds.exact || position > bounds.equalFields) continue;
    const groups = new Map<string, Group>();
    let skips = 0;
    for (const interval of bounds.intervals) {
      skips += skipThrough(store, collection, index, position, interval, groups, MAX_SKIPS - skips);
      if (skips >= MAX_SKIPS) return undefined;
    }
    return [...groups.values()];
  }
  return undefined;
}

function skipThrough(
  store: Store,
  collection: Collection,
  index: Index,
  position: number,
  interval: Interval,
  groups: Map<string, Group>,
  maxSkips: number,
): number {
  const table = indexTable(index);
  const { segments } = index.fields[position]!;
  let from = interval.lower;
  for (let skips = 1; skips <= maxSkips; skips++) {
    const first = store.sqlite.get(`SELECT key, rid FROM ${table} WHERE key >= ? AND key < ? ORDER BY key LIMIT 1`, [
      from,
      interval.upper,
    ]);
    if (!first) return skips;
    const [key, rid] = first as [Buffer, number];
    const { start, end } = fieldSpan(index, key, position);
    const groupEnd = prefixEnd(key.subarray(0, end));
    const until = Buffer.compare(groupEnd, interval.upper) < 0 ? groupEnd : interval.upper;
    const count = countEntries(store.sqlite, index, [{ lower: from, upper: until }]);
    const id = key.toString('latin1', start, end);
    const group = groups.get(id);
    if (group) group.count += count;
    else {
      const raw = store.read(collection, rid);
      const value = raw && readFieldPath(decodeDocument(raw, 0, new Set([segments[0]!])), segments);
      groups.set(id, { value: value ?? null, count });
    }
    from = until;
  }
  return maxSkips;
}

/** Where the bytes of one field lie in a key. */
function fieldSpan(index: Index, key: Buffer, position: number): { start: number; end: number } {
  let start = 0;
  let end = 0;
  for (let i = 0; i <= position; i++) {
    start = end;
    const plain = index.fields[i]!.descending ? Buffer.from(key.map((byte) => ~byte & 0xff)) : key;
    end = encodedValueEnd(plain, start);
  }
  return { start, end };
}
