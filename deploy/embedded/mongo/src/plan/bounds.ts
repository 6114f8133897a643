import { encodeKey, prefixEnd } from '../bson/order.js';
import { TypeTag, typeTag } from '../bson/values.js';
import type { Conjunct } from '../query/matcher.js';
import type { Index } from '../storage/catalog.js';

/** The keys `lower <= key < upper` of an index. */
export interface Interval {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

export interface Bounds {
  readonly intervals: readonly Interval[];
  /** Leading fields that each interval fixes to one value. */
  readonly equalFields: number;
  readonly hasRange: boolean;
  /** True when each of the filter's conditions is held by the bounds, so that no document needs to be looked at. */
  readonly exact: boolean;
}

/** Values of `$in`, multiplied over the fields, that are looked up one by one. */
const MAX_INTERVALS = 20_000;

function isPlainOperand(value: unknown): boolean {
  return value !== undefined && !Array.isArray(value) && !Number.isNaN(value);
}

/** Null stands for missing in a key, and a regex also matches by pattern: such equalities find more than they mean. */
function isExactOperand(value: unknown): boolean {
  return value !== null && typeTag(value) !== TypeTag.regex;
}

interface FieldBounds {
  readonly points?: readonly Buffer[];
  readonly range?: Interval;
  readonly used: readonly Conjunct[];
  readonly exact: boolean;
}

function pointsOf(conjuncts: readonly Conjunct[], descending: boolean): FieldBounds | undefined {
  const equal = conjuncts.find((conjunct) => conjunct.kind === 'eq' && isPlainOperand(conjunct.value));
  if (equal?.kind === 'eq') {
    return { points: [encodeKey(equal.value, descending)], used: [equal], exact: isExactOperand(equal.value) };
  }
  const among = conjuncts.find((conjunct) => conjunct.kind === 'in' && conjunct.values.every(isPlainOperand));
  if (among?.kind !== 'in') return undefined;
  const points = new Map<string, Buffer>();
  for (const value of among.values) {
    const key = encodeKey(value, descending);
    points.set(key.toString('latin1'), key);
  }
  const sorted = [...points.values()].sort((a, b) => Buffer.compare(a, b));
  return { points: sorted, used: [among], exact: among.values.every(isExactOperand) };
}

/** The bracket of keys of one type; NaN, below all numbers, is in no range. */
function bracket(tag: number): Interval {
  const lower = tag === TypeTag.number ? prefixEnd(encodeKey(Number.NaN)) : Buffer.from([tag]);
  return { lower, upper: Buffer.from([tag + 1]) };
}

function rangeOf(conjuncts: readonly Conjunct[], descending: boolean, oneSided: boolean): FieldBounds | undefined {
  let interval: Interval | undefined;
  const used: Conjunct[] = [];
  let exact = true;
  for (const conjunct of conjuncts) {
    const next = ascendingRange(conjunct);
    if (!next || (oneSided && used.length > 0)) continue;
    used.push(conjunct);
    if (conjunct.kind === 'prefix') exact = false;
    interval = interval
      ? {
          lower: Buffer.compare(interval.lower, next.lower) >= 0 ? interval.lower : next.lower,
          upper: Buffer.compare(interval.upper, next.upper) <= 0 ? interval.upper : next.upper,
        }
      : next;
  }
  if (!interval) return undefined;
  return { range: descending ? inverted(interval) : interval, used, exact };
}

/** Ascending bounds as "starts at or after lower, before upper", both prefixes of keys. */
function ascendingRange(conjunct: Conjunct): Interval | undefined {
  if (conjunct.kind === 'prefix') {
    const start = encodeKey(conjunct.prefix);
    // Without the two bytes that end a string.
    const prefix = start.subarray(0, start.length - 2);
    return { lower: prefix, upper: prefixEnd(prefix) };
  }
  if (conjunct.kind !== 'range' || !isPlainOperand(conjunct.value)) return undefined;
  const tag = typeTag(conjunct.value);
  if (tag === TypeTag.null || tag === TypeTag.minKey || tag === TypeTag.maxKey || tag === TypeTag.regex)
    return undefined;
  const key = encodeKey(conjunct.value);
  const { lower, upper } = bracket(tag);
  switch (conjunct.operator) {
    case '$gt':
      return { lower: prefixEnd(key), upper };
    case '$gte':
      return { lower: key, upper };
    case '$lt':
      return { lower, upper: key };
    case '$lte':
      return { lower, upper: prefixEnd(key) };
  }
}

/** `[l, u)` over ascending keys as an interval over the inverted bytes of a descending field. */
function inverted({ lower, upper }: Interval): Interval {
  const invert = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => ~byte & 0xff));
  // key < upper (no key of the field is a proper prefix of a bound) ⇔ ~key > ~upper with all that it begins ⇔ ~key >= end(~upper)
  return { lower: afterAll(invert(upper)), upper: afterAll(invert(lower)) };
}

function afterAll(bytes: Buffer): Buffer {
  return prefixEnd(bytes);
}

/**
 * The intervals of `index` that hold every document which fulfils the conjuncts: equalities (and `$in`) on leading fields,
 * then one range. `consumed` tells whether a filter that is only these conjuncts is held exactly.
 */
export function boundsOf(index: Index, conjuncts: readonly Conjunct[]): Bounds {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  const used = new Set<Conjunct>();
  const roots = new Set<string>();
  let exact = !index.multikey;
  let equalFields = 0;
  let range: Interval | undefined;
  for (const { path, segments, descending } of index.fields) {
    // Two fields of one array's elements may come from different elements in the filter, never in a key.
    if (index.multikey && roots.has(segments[0]!)) break;
    roots.add(segments[0]!);
    const own = conjuncts.filter((conjunct) => conjunct.path === path);
    const points = pointsOf(own, descending);
    if (points?.points && prefixes.length * points.points.length <= MAX_INTERVALS) {
      const fieldPoints = points.points;
      prefixes = prefixes.flatMap((prefix) => fieldPoints.map((point) => Buffer.concat([prefix, point])));
      points.used.forEach((conjunct) => used.add(conjunct));
      exact &&= points.exact;
      equalFields++;
      continue;
    }
    const found = rangeOf(own, descending, index.multikey);
    if (found?.range) {
      range = found.range;
      found.used.forEach((conjunct) => used.add(conjunct));
      exact &&= found.exact;
    }
    break;
  }
  const intervals = prefixes.map((prefix) =>
    range
      ? { lower: Buffer.concat([prefix, range.lower]), upper: Buffer.concat([prefix, range.upper]) }
      : { lower: prefix, upper: prefix.length === 0 ? Buffer.from([0xff]) : prefixEnd(prefix) },
  );
  return {
    intervals: intervals.filter(({ lower, upper }) => Buffer.compare(lower, upper) < 0),
    equalFields,
    hasRange: range !== undefined,
    exact: exact && conjuncts.every((conjunct) => used.has(conjunct)),
  };
}
