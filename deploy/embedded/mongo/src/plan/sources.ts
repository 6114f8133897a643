import type { Store } from '../storage/store.js';
import { documentsTable, indexTable } from '../storage/catalog.js';
import type { Collection } from '../storage/catalog.js';
import type { Interval } from './bounds.js';
import { countEntries } from './planner.js';
import type { IndexPlan } from './planner.js';

export interface Row {
  readonly rid: number;
  readonly raw: Buffer;
}

/** Gives documents one at a time, reading ahead in chunks of about a megabyte. */
export interface Source {
  next(): Row | undefined;
  /** Forgets what was read ahead; the next call goes on after the last document given. */
  park(): void;
  readonly keysExamined: number;
}

const CHUNK_BYTES = 1 << 20;
const MAX_CHUNK_ROWS = 500;

/** Sizes the next chunk by the documents seen so far. */
class ChunkSize {
  private rows: number;

  constructor(wanted: number | undefined) {
    this.rows = Math.min(Math.max(wanted ?? 16, 1), 16);
  }

  take(): number {
    return this.rows;
  }

  seen(rows: number, bytes: number): void {
    if (rows === 0) return;
    const fitting = Math.max(1, Math.floor(CHUNK_BYTES / Math.max(1, bytes / rows)));
    this.rows = Math.min(this.rows * 4, fitting, MAX_CHUNK_ROWS);
  }
}

abstract class ChunkedSource<R extends Row> implements Source {
  keysExamined = 0;
  private buffer: R[] = [];
  private at = 0;
  private exhausted = false;
  private readonly size: ChunkSize;

  constructor(wanted?: number) {
    this.size = new ChunkSize(wanted);
  }

  /** The next rows after the last one consumed, at most `limit`; empty at the end. */
  protected abstract read(limit: number): R[];
  protected abstract consumed(row: R): void;

  next(): Row | undefined {
    if (this.at === this.buffer.length) {
      if (this.exhausted) return undefined;
      this.buffer = this.read(this.size.take());
      this.at = 0;
      let bytes = 0;
      for (const { raw } of this.buffer) bytes += raw.length;
      this.size.seen(this.buffer.length, bytes);
      if (this.buffer.length === 0) {
        this.exhausted = true;
        return undefined;
      }
    }
    const row = this.buffer[this.at++]!;
    this.consumed(row);
    return row;
  }

  park(): void {
    this.buffer = [];
    this.at = 0;
  }
}

/** The whole collection in the order its documents were inserted. */
export class CollectionSource extends ChunkedSource<Row> {
  private last = 0;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    wanted?: number,
  ) {
    super(wanted);
  }

  protected read(limit: number): Row[] {
    return this.store.sqlite
      .all(`SELECT rid, doc FROM ${documentsTable(this.collection)} WHERE rid > ? ORDER BY rid LIMIT ?`, [
        this.last,
        limit,
      ])
      .map(([rid, raw]) => ({ rid: rid as number, raw: raw as Buffer }));
  }

  protected consumed(row: Row): void {
    this.last = row.rid;
  }
}

interface IndexRow extends Row {
  readonly key: Buffer;
  /** Which of the plan's intervals it lies in. */
  readonly interval: number;
}

/** A place among the entries of an index: an interval, and the last entry of it that was passed. */
interface Place {
  readonly interval: number;
  readonly last: { readonly key: Buffer; readonly rid: number } | undefined;
}

const POINTS_AT_ONCE = 64;

/** The documents of an index's intervals in the order of its keys; the place is kept as a key, not as a result. */
export class IndexSource extends ChunkedSource<IndexRow> {
  /** Behind the last document given. */
  private place: Place = { interval: 0, last: undefined };
  /** Behind the last one read ahead. */
  private ahead: Place = this.place;
  private readonly given: Set<number> | undefined;
  private readonly intervals: readonly Interval[];
  /** Each interval is one key that at most one document has. */
  private readonly isPoints: boolean;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly plan: IndexPlan,
    wanted?: number,
  ) {
    super(wanted);
    const { bounds, index, reverse } = plan;
    this.intervals = reverse ? [...bounds.intervals].reverse() : bounds.intervals;
    this.given = index.multikey ? new Set() : undefined;
    this.isPoints = index.unique && !index.multikey && bounds.equalFields === index.fields.length;
  }

  protected read(limit: number): IndexRow[] {
    const rows: IndexRow[] = [];
    const inChunk = new Set<number>();
    while (this.ahead.interval < this.intervals.length && rows.length < limit) {
      const left = limit - rows.length;
      const found = this.isPoints ? this.readPoints(left) : this.readInterval(left);
      this.keysExamined += found.length;
      rows.push(...(this.given ? notYetGiven(found, this.given, inChunk) : found));
    }
    return rows;
  }

  private readInterval(limit: number): IndexRow[] {
    const { index, reverse } = this.plan;
    const { interval, last } = this.ahead;
    const { lower, upper } = this.intervals[interval]!;
    const [after, order] = reverse ? ['<', ' DESC'] : ['>', ''];
    const from = last ? last.key : reverse ? upper : lower;
    const to = reverse ? lower : upper;
    let start = reverse ? 'i.key < ?' : 'i.key >= ?';
    const params: (Buffer | number)[] = [from];
    if (last) {
      start = index.unique ? `i.key ${after} ?` : `(i.key, i.rid) ${after} (?, ?)`;
      if (!index.unique) params.push(last.rid);
    }
    const end = reverse ? 'i.key >= ?' : 'i.key < ?';
    const sort = index.unique ? `i.key${order}` : `i.key${order}, i.rid${order}`;
    const rows = this.select(`${start} AND ${end} ORDER BY ${sort} LIMIT ?`, [...params, to, limit]).map((row) => ({
      ...row,
      interval,
    }));
    // Fewer than asked for: there is no more in this one.
    this.ahead = rows.length < limit ? { interval: interval + 1, last: undefined } : { interval, last: rows.at(-1) };
    return rows;
  }

  /** Many keys by one statement: asking costs more than finding. */
  private readPoints(limit: number): IndexRow[] {
    const first = this.ahead.interval;
    const points = this.intervals.slice(first, first + Math.min(limit, POINTS_AT_ONCE));
    this.ahead = { interval: first + points.length, last: undefined };
    const keys = points.map(({ lower }) => lower);
    // Always as many, so that it stays one statement.
    const asked = keys.length === 1 ? keys : [...keys, ...Array<Buffer>(POINTS_AT_ONCE - keys.length).fill(keys[0]!)];
    const order = this.plan.reverse ? ' DESC' : '';
    const rows = this.select(`i.key IN (${asked.map(() => '?').join()}) ORDER BY i.key${order}`, asked);
    let at = 0;
    return rows.map((row) => {
      while (!row.key.equals(keys[at]!)) at++;
      return { ...row, interval: first + at };
    });
  }

  private select(condition: string, params: readonly (Buffer | number)[]): (Row & { key: Buffer })[] {
    const { index } = this.plan;
    return this.store.sqlite
      .all(
        `SELECT i.key, i.rid, c.doc FROM ${indexTable(index)} i CROSS JOIN ${documentsTable(this.collection)} c ` +
          `ON c.rid = i.rid WHERE ${condition}`,
        params,
      )
      .map(([key, rid, raw]) => ({ key: key as Buffer, rid: rid as number, raw: raw as Buffer }));
  }

  /** Passes over `count` documents by their index entries alone. */
  skip(count: number): void {
    const { index, reverse } = this.plan;
    const order = reverse ? ' DESC' : '';
    const sort = index.unique ? `key${order}` : `key${order}, rid${order}`;
    let left = count;
    let { interval } = this.place;
    let last: Place['last'];
    for (; left > 0 && interval < this.intervals.length; interval++) {
      const { lower, upper } = this.intervals[interval]!;
      const entry = this.store.sqlite.get(
        `SELECT key, rid FROM ${indexTable(index)} WHERE key >= ? AND key < ? ORDER BY ${sort} LIMIT 1 OFFSET ?`,
        [lower, upper, left - 1],
      );
      if (entry) {
        last = { key: entry[0] as Buffer, rid: entry[1] as number };
        break;
      }
      left -= countEntries(this.store.sqlite, index, [{ lower, upper }]);
    }
    // A point that was passed holds nothing behind it.
    this.place = this.isPoints && last ? { interval: interval + 1, last: undefined } : { interval, last };
    this.ahead = this.place;
  }

  protected consumed(row: IndexRow): void {
    // Of the document itself nothing is kept.
    this.place = this.isPoints
      ? { interval: row.interval + 1, last: undefined }
      : { interval: row.interval, last: { key: row.key, rid: row.rid } };
    this.given?.add(row.rid);
  }

  override park(): void {
    super.park();
    this.ahead = this.place;
  }
}

/** A document with several keys in the intervals is given once. */
function notYetGiven(rows: readonly IndexRow[], given: ReadonlySet<number>, inChunk: Set<number>): IndexRow[] {
  return rows.filter(({ rid }) => {
    if (given.has(rid) || inChunk.has(rid)) return false;
    inChunk.add(rid);
    return true;
  });
}

/** Documents by record id; those deleted meanwhile are left out. */
export class RecordSource implements Source {
  readonly keysExamined = 0;
  private at = 0;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly rids: readonly number[],
  ) {}

  next(): Row | undefined {
    while (this.at < this.rids.length) {
      const rid = this.rids[this.at++]!;
      const raw = this.store.read(this.collection, rid);
      if (raw) return { rid, raw };
    }
    return undefined;
  }

  park(): void {
    // Nothing is read ahead.
  }
}
