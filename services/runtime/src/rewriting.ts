import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { isDuplicateKey } from './mongo.js';

export interface Rewriting<Row extends { _id: string }> {
  /** Fields that `change` reads. */
  reads: readonly (keyof Row & string)[];
  /** What a row has in the new form, by paths ("name_key", "words.3"); {}: it is in it already. */
  change: (row: Row) => Record<string, unknown>;
  /** What becomes of a row whose new form another one has in a unique index; absent: it stays as it is. */
  taken?: (row: Row, change: Record<string, unknown>) => Promise<void>;
  /** Rows that are read at once. */
  atOnce?: number;
}

const AT_ONCE = 500;

/**
 * Brings the rows of a collection into a new form, in the order of their ids and a few at a time. What is in it already is
 * not written, so that it may be cut off and begin anew; what somebody else has changed meanwhile is left to them.
 */
export async function rewriteRows<Row extends { _id: string }>(
  collection: Collection<Row>,
  { reads, change, taken, atOnce = AT_ONCE }: Rewriting<Row>,
): Promise<void> {
  const projection = Object.fromEntries(reads.map((field) => [field, 1]));
  for (let last = '', more = true; more;) {
    const rows = await collection
      .find({ _id: { $gt: last } } as Filter<Row>)
      .sort({ _id: 1 })
      .limit(atOnce)
      .project<Row>(projection)
      .toArray();
    for (const row of rows) {
      last = row._id;
      const changed = Object.entries(change(row)).filter(([path, value]) => valueAt(row, path) !== value);
      if (changed.length === 0) continue;
      const before = Object.fromEntries(changed.map(([path]) => [path, valueAt(row, path) ?? null]));
      const $set = Object.fromEntries(changed);
      try {
        await collection.updateOne(
          { ...before, _id: row._id } as Filter<Row>,
          { $set } as unknown as UpdateFilter<Row>,
        );
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await taken?.(row, $set);
      }
    }
    more = rows.length === atOnce;
  }
}

const valueAt = (row: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Document | undefined)?.[key], row);
