import { equalValues } from '../bson/order.js';
import { isDocument } from '../bson/values.js';
import { badValue, unsupported } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import type { Matcher } from '../query/matcher.js';
import type { SortField } from '../query/sort-spec.js';
import { indexTable } from '../storage/catalog.js';
import type { Collection, Index } from '../storage/catalog.js';
import type { Sqlite } from '../storage/sqlite.js';
import { boundsOf } from './bounds.js';
import type { Bounds, Interval } from './bounds.js';

export interface IndexPlan {
  readonly kind: 'index';
  readonly index: Index;
  readonly bounds: Bounds;
  readonly reverse: boolean;
  /** True when the index gives the documents in the order asked for. */
  readonly sorted: boolean;
}

export type Plan =
  | { readonly kind: 'collection'; readonly reverse: boolean; readonly sorted: boolean }
  | IndexPlan
  | { readonly kind: 'or'; readonly plans: readonly IndexPlan[] };

export interface PlanRequest {
  readonly matcher: Matcher;
  readonly sort: readonly SortField[];
  readonly limited: boolean;
  readonly hint?: unknown;
}

/** Entries counted at most when two plans are weighed: above it, order from the index is worth more than selectivity. */
const SMALL_RESULT = 500;

/** Counts the entries of the intervals, up to `cap`. */
export function countEntries(sqlite: Sqlite, index: Index, intervals: readonly Interval[], cap?: number): number {
  let total = 0;
  const table = indexTable(index);
  for (const { lower, upper } of intervals) {
    const row =
      cap === undefined
        ? sqlite.get(`SELECT count(*) FROM ${table} WHERE key >= ? AND key < ?`, [lower, upper])
        : sqlite.get(`SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE key >= ? AND key < ? LIMIT ?)`, [
            lower,
            upper,
            cap - total,
          ]);
    total += row?.[0] as number;
    if (cap !== undefined && total >= cap) break;
  }
  return total;
}

/** Whether a scan of the index gives the order: forwards, backwards or not. Fields fixed by an equality do not matter. */
function orderOf(index: Index, bounds: Bounds, sort: readonly SortField[]): 'forward' | 'reverse' | undefined {
  if (index.multikey || bounds.intervals.length > 1) return undefined;
  const fixed = new Set(index.fields.slice(0, bounds.equalFields).map(({ path }) => path));
  let position = bounds.equalFields;
  let direction: 'forward' | 'reverse' | undefined;
  for (const { path, descending } of sort) {
    if (fixed.has(path)) continue;
    const field = index.fields[position++];
    if (field?.path !== path) return undefined;
    const wanted = field.descending === descending ? 'forward' : 'reverse';
    if (direction !== undefined && direction !== wanted) return undefined;
    direction = wanted;
    // What follows the whole of a unique key decides nothing.
    if (index.unique && position === index.fields.length) break;
  }
  return direction ?? 'forward';
}

function candidate(index: Index, { matcher, sort }: PlanRequest): IndexPlan {
  const bounds = boundsOf(index, matcher.conjuncts);
  const order = orderOf(index, bounds, sort);
  return { kind: 'index', index, bounds, reverse: order === 'reverse', sorted: order !== undefined };
}

function isBounded(plan: IndexPlan): boolean {
  return plan.bounds.equalFields > 0 || plan.bounds.hasRange;
}

function rank(plan: IndexPlan): number {
  const { index, bounds } = plan;
  if (index.unique && bounds.equalFields === index.fields.length) return 1_000_000 - bounds.intervals.length;
  return bounds.equalFields * 100 + (bounds.hasRange ? 50 : 0) + (plan.sorted ? 20 : 0) - index.fields.length;
}

function hintedIndex(collection: Collection, hint: unknown): Index | 'natural' {
  if (typeof hint === 'string') {
    const index = collection.indexes.find(({ name }) => name === hint);
    if (index) return index;
  } else if (isDocument(hint)) {
    if ('$natural' in hint) {
      if (hint.$natural !== 1) throw unsupported('hint {$natural: -1}');
      return 'natural';
    }
    const index = collection.indexes.find(({ key }) => equalValues(key, hint));
    if (index) return index;
  }
  throw badValue(
    'error processing query: planner returned error: hint provided does not correspond to an existing index',
  );
}

function orPlan(collection: Collection, matcher: Matcher): Plan | undefined {
  if (matcher.branches.length === 0) return undefined;
  const plans: IndexPlan[] = [];
  for (const branch of matcher.branches) {
    const request = { matcher: compileFilter(branch), sort: [], limited: false };
    const [best] = boundedPlans(collection, request);
    if (!best) return undefined;
    plans.push(best);
  }
  return { kind: 'or', plans };
}

function boundedPlans(collection: Collection, request: PlanRequest): IndexPlan[] {
  return collection.indexes
    .map((index) => candidate(index, request))
    .filter(isBounded)
    .sort((a, b) => rank(b) - rank(a));
}

/** Chooses how to find the documents of a filter in the order asked for. */
export function planQuery(sqlite: Sqlite, collection: Collection, request: PlanRequest): Plan {
  const natural: Plan = { kind: 'collection', reverse: false, sorted: request.sort.length === 0 };
  if (request.hint !== undefined) {
    const hinted = hintedIndex(collection, request.hint);
    return hinted === 'natural' ? natural : candidate(hinted, request);
  }
  const bounded = boundedPlans(collection, request);
  const [best] = bounded;
  if (!best) {
    const or = orPlan(collection, request.matcher);
    if (or) return or;
    if (request.sort.length === 0) return natural;
    const ordered = collection.indexes.map((index) => candidate(index, request)).find((plan) => plan.sorted);
    return ordered ?? natural;
  }
  const second = bounded.find((plan) => plan.sorted);
  if (!best.sorted && second && request.limited && request.sort.length > 0) {
    return countEntries(sqlite, best.index, best.bounds.intervals, SMALL_RESULT) < SMALL_RESULT ? best : second;
  }
  return tieBreak(sqlite, best, bounded);
}

/** Of plans that fix as many fields, the one with fewer entries. */
function tieBreak(sqlite: Sqlite, best: IndexPlan, bounded: readonly IndexPlan[]): IndexPlan {
  const rivals = bounded.filter(
    (plan) =>
      plan.bounds.equalFields === best.bounds.equalFields &&
      plan.bounds.hasRange === best.bounds.hasRange &&
      plan.sorted === best.sorted &&
      !plan.bounds.intervals.every(({ lower }, i) => best.bounds.intervals[i]?.lower.equals(lower)),
  );
  let [chosen, least] = [best, SMALL_RESULT];
  if (rivals.length === 0) return best;
  for (const plan of [best, ...rivals]) {
    const entries = countEntries(sqlite, plan.index, plan.bounds.intervals, least);
    if (entries < least) [chosen, least] = [plan, entries];
    if (least === 0) break;
  }
  return chosen;
}
