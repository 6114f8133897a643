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
}

/** The documents of an index's intervals in the order of its keys; the place is kept as a key, not as a result. */
export class IndexSource extends ChunkedSource<IndexRow> {
  private interval = 0;
  private last: IndexRow | undefined;
  private readonly given: Set<number> | undefined;
  private readonly intervals: readonly Interval[];

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly plan: IndexPlan,
    wanted?: number,
  ) {
    super(wanted);
    const { intervals } = plan.bounds;
    this.intervals = plan.reverse ? [...intervals].reverse() : intervals;
    this.given = plan.index.multikey ? new Set() : undefined;
  }

  protected read(limit: number): IndexRow[] {
    while (this.interval < this.intervals.length) {
      const rows = this.readInterval(this.intervals[this.interval]!, limit);
      this.keysExamined += rows.length;
      const fresh = this.given ? this.notYetGiven(rows, this.given) : rows;
      if (fresh.length > 0) return fresh;
      if (rows.length > 0) this.last = rows[rows.length - 1];
      else {
        this.interval++;
        this.last = undefined;
      }
    }
    return [];
  }

  /** A document with several keys in the intervals is given once. */
  private notYetGiven(rows: readonly IndexRow[], given: ReadonlySet<number>): IndexRow[] {
    const inChunk = new Set<number>();
    return rows.filter(({ rid }) => {
      if (given.has(rid) || inChunk.has(rid)) return false;
      inChunk.add(rid);
      return true;
    });
  }

  private readInterval({ lower, upper }: Interval, limit: number): IndexRow[] {
    const { index, reverse } = this.plan;
    const [after, order] = reverse ? ['<', ' DESC'] : ['>', ''];
    const from = this.last ? this.last.key : reverse ? upper : lower;
    const to = reverse ? lower : upper;
    let start = reverse ? 'i.key < ?' : 'i.key >= ?';
    const params: (Buffer | number)[] = [from];
    if (this.last) {
      start = index.unique ? `i.key ${after} ?` : `(i.key, i.rid) ${after} (?, ?)`;
      if (!index.unique) params.push(this.last.rid);
    }
    const end = reverse ? 'i.key >= ?' : 'i.key < ?';
    const sort = index.unique ? `i.key${order}` : `i.key${order}, i.rid${order}`;
    const rows = this.store.sqlite.all(
      `SELECT i.key, i.rid, c.doc FROM ${indexTable(index)} i CROSS JOIN ${documentsTable(this.collection)} c ` +
        `ON c.rid = i.rid WHERE ${start} AND ${end} ORDER BY ${sort} LIMIT ?`,
      [...params, to, limit],
    );
    return rows.map(([key, rid, raw]) => ({ key: key as Buffer, rid: rid as number, raw: raw as Buffer }));
  }

  /** Passes over `count` documents by their index entries alone. */
  skip(count: number): void {
    const { index, reverse } = this.plan;
    const order = reverse ? ' DESC' : '';
    const sort = index.unique ? `key${order}` : `key${order}, rid${order}`;
    let left = count;
    for (; left > 0 && this.interval < this.intervals.length; this.interval++) {
      const { lower, upper } = this.intervals[this.interval]!;
      const entry = this.store.sqlite.get(
        `SELECT key, rid FROM ${indexTable(index)} WHERE key >= ? AND key < ? ORDER BY ${sort} LIMIT 1 OFFSET ?`,
        [lower, upper, left - 1],
      );
      if (entry) {
        this.last = { key: entry[0] as Buffer, rid: entry[1] as number, raw: EMPTY };
        return;
      }
      left -= countEntries(this.store.sqlite, index, [{ lower, upper }]);
    }
  }

  protected consumed(row: IndexRow): void {
    this.last = row;
    this.given?.add(row.rid);
  }

  override park(): void {
    super.park();
    // The document itself is not needed to go on.
    if (this.last) this.last = { ...this.last, raw: EMPTY };
  }
}

const EMPTY = Buffer.alloc(0);

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
