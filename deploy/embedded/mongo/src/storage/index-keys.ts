import type { SortField } from '../query/sort-spec.js';
import { EMPTY_ARRAY, encodeCompoundKey } from '../bson/order.js';
import { indexedValues } from '../bson/paths.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';

export interface IndexKeys {
  /** One key, or one for each element when a field of the index leads through an array. */
  readonly keys: readonly Buffer[];
  readonly multikey: boolean;
}

/** The entries of a document in an index over `fields`. Two arrays in one compound key are error 171, as in MongoDB. */
export function indexKeys(document: Document, fields: readonly SortField[]): IndexKeys {
  const descending = fields.map((field) => field.descending);
  const values: unknown[] = [];
  let spreadField = -1;
  let spreadValues: unknown[] = [];
  let multikey = false;
  for (let i = 0; i < fields.length; i++) {
    const found = indexedValues(document, fields[i]!.segments, EMPTY_ARRAY);
    if (found.length !== 1 || leadsThroughArray(document, fields[i]!.segments)) {
      if (spreadField >= 0) {
        throw new CommandError(
          ErrorCode.CannotIndexParallelArrays,
          `cannot index parallel arrays [${fields[i]!.path}] [${fields[spreadField]!.path}]`,
        );
      }
      multikey = true;
      spreadField = i;
      spreadValues = found;
    }
    values.push(found[0]);
  }
  if (!multikey) return { keys: [encodeCompoundKey(values, descending)], multikey };
  const keys = new Map<string, Buffer>();
  for (const value of spreadValues) {
    values[spreadField] = value;
    const key = encodeCompoundKey(values, descending);
    keys.set(key.toString('latin1'), key);
  }
  return { keys: [...keys.values()], multikey };
}

function leadsThroughArray(document: Document, segments: readonly string[]): boolean {
  let value: unknown = document;
  for (const segment of segments) {
    if (Array.isArray(value)) return true;
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Document)[segment];
  }
  return Array.isArray(value);
}
