import { compareValues, EMPTY_ARRAY, encodeCompoundKey } from '../bson/order.js';
import { indexedValues } from '../bson/paths.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { SortField } from '../query/sort-spec.js';

/** Bytes of sort keys that one sort may hold, as MongoDB's blocking sort (its documents stay on disk here). */
const MAX_SORT_BYTES = 100 * 1024 * 1024;
const ENTRY_OVERHEAD = 150;

/** The sort key of a document: of an array its least element, or its greatest when descending. */
export function sortKey(document: Document, sort: readonly SortField[]): Buffer {
  const values = sort.map(({ segments, descending }) => {
    const found = indexedValues(document, segments, EMPTY_ARRAY);
    return found.reduce((best, value) =>
      (descending ? compareValues(value, best) > 0 : compareValues(value, best) < 0) ? value : best,
    );
  });
  return encodeCompoundKey(
    values,
    sort.map(({ descending }) => descending),
  );
}

/** Collects keyed items and gives them in order; with `limit`, never holds many more than that. Equal keys keep their order. */
export class Sorter<T> {
  private entries: { readonly key: Buffer; readonly sequence: number; readonly item: T }[] = [];
  private bytes = 0;
  private sequence = 0;

  constructor(private readonly limit?: number) {}

  add(key: Buffer, item: T, itemBytes = 0): void {
    this.entries.push({ key, sequence: this.sequence++, item });
    this.bytes += key.length + ENTRY_OVERHEAD + itemBytes;
    if (this.limit !== undefined && this.entries.length >= 2 * this.limit + 1000) this.trim(this.limit);
    if (this.bytes > MAX_SORT_BYTES) {
      throw new CommandError(
        ErrorCode.ExceededMemoryLimit,
        `Sort exceeded memory limit of ${MAX_SORT_BYTES} bytes: an index in this order, or a limit, avoids it`,
      );
    }
  }

  private trim(limit: number): void {
    this.order();
    this.entries.length = Math.min(this.entries.length, limit);
    this.bytes = 0;
    for (const { key } of this.entries) this.bytes += key.length + ENTRY_OVERHEAD;
  }

  private order(): void {
    this.entries.sort((a, b) => Buffer.compare(a.key, b.key) || a.sequence - b.sequence);
  }

  take(): T[] {
    this.order();
    const out = this.entries.map(({ item }) => item);
    this.entries = [];
    return this.limit === undefined ? out : out.slice(0, this.limit);
  }
}
