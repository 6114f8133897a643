import { EMPTY_ARRAY, encodeCompoundKey } from '../bson/order.js';
import { ownField } from '../bson/paths.js';
import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { SortField } from '../query/sort-spec.js';

export interface IndexKeys {
  /** One key, or one for each element when a field of the index leads through an array. */
  readonly keys: readonly Buffer[];
  readonly multikey: boolean;
}

/** How far one field of the index has been followed: the rest of its path starts at `value`. */
interface Place {
  readonly value: unknown;
  readonly rest: readonly string[];
  /** An element of an array at the end of the path: not spread again. */
  readonly final: boolean;
}

/**
 * The entries of a document in an index over `fields`. Fields that lead through one array take its elements together;
 * two different arrays in one compound key are error 171, as in MongoDB.
 */
export function indexKeys(document: Document, fields: readonly SortField[]): IndexKeys {
  const descending = fields.map((field) => field.descending);
  const places = fields.map(({ segments }) => follow({ value: document, rest: segments, final: false }));
  if (!places.some(isArray)) {
    const values = places.map(({ value }) => value);
    return { keys: [encodeCompoundKey(values, descending)], multikey: false };
  }
  const keys = new Map<string, Buffer>();
  const emit = (values: readonly unknown[]): void => {
    const key = encodeCompoundKey(values, descending);
    keys.set(key.toString('latin1'), key);
  };
  spread(places, fields, emit);
  return { keys: [...keys.values()], multikey: true };
}

function isArray({ value, final }: Place): boolean {
  return !final && Array.isArray(value);
}

/** Follows a path through documents, up to its end or the first array. */
function follow(place: Place): Place {
  let { value, rest } = place;
  while (rest.length > 0 && !Array.isArray(value)) {
    value = isDocument(value) ? ownField(value, rest[0]!) : undefined;
    rest = rest.slice(1);
  }
  return { value, rest, final: place.final };
}

function spread(
  places: readonly Place[],
  fields: readonly SortField[],
  emit: (values: readonly unknown[]) => void,
): void {
  const first = places.findIndex(isArray);
  if (first < 0) {
    emit(places.map(({ value }) => value));
    return;
  }
  const array = places[first]!.value as unknown[];
  const other = places.findIndex((place) => isArray(place) && place.value !== array);
  if (other >= 0) {
    throw new CommandError(
      ErrorCode.CannotIndexParallelArrays,
      `cannot index parallel arrays [${fields[other]!.path}] [${fields[first]!.path}]`,
    );
  }
  const within = (element: unknown): Place[] =>
    places.map((place) => {
      if (place.final || place.value !== array) return place;
      if (place.rest.length === 0) return { value: element, rest: [], final: true };
      if (!isDocument(element)) return { value: null, rest: [], final: true };
      return follow({ value: element, rest: place.rest, final: false });
    });
  if (array.length === 0) spread(within(EMPTY_ARRAY), fields, emit);
  else for (const element of array) spread(within(element), fields, emit);
}
