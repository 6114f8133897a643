import { deterministicId, ensureIndexes, isDuplicateKey } from '@candor/runtime';
import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';

/** Widths of the two levels, microseconds: about 3.2 days of 256 spans of about 18 minutes. */
export const WIDTHS = { day: 2 ** 38, quarter: 2 ** 30 } as const;
export type Level = keyof typeof WIDTHS;

/** A stretch of time and how many conversations it has. */
export interface Span {
  level: Level;
  /** Microseconds; a multiple of the level's width. */
  start: number;
  /** Until then (microseconds) someone may be writing into it: its count is not kept. */
  openUntil: number;
  /** Undefined: not counted since the last writer announced itself. */
  count: number | undefined;
}

export interface SpanRow {
  _id: string;
  organization_id: string;
  level: Level;
  start: number;
  open_until: number;
  count: number;
  /** The `open_until` under which `count` was taken; the count holds as long as both are equal. */
  counted_under: number;
}

export const SPANS = 'conversation_spans';

/** Counts of stretches of time, so that a page deep in the list is found without walking all that stands before it. */
export class SpanStore {
  private readonly rows: Collection<SpanRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<SpanRow>(SPANS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SPANS, [
      { keys: { organization_id: 1, level: 1, start: -1 } },
      { keys: { organization_id: 1, open_until: 1 } },
    ]);
  }

  /** Announces writes into spans: whoever counts them later, counts anew. */
  async open(organizationId: string, spans: { level: Level; start: number }[], until: number): Promise<void> {
    const rows = spans.map(({ level, start }) => ({
      _id: spanId(organizationId, level, start),
      organization_id: organizationId,
      level,
      start,
      open_until: until,
      count: 0,
      counted_under: 0,
    }));
    try {
      await this.rows.insertMany(rows, { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
      await this.rows.updateMany(
        { organization_id: organizationId, _id: { $in: rows.map((row) => row._id) } },
        { $max: { open_until: until } },
      );
    }
  }

  /** Newest first; of one stretch when `within` is given. */
  async list(organizationId: string, level: Level, within?: { from: number; before: number }): Promise<Span[]> {
    const filter: Filter<SpanRow> = { organization_id: organizationId, level };
    if (within) filter.start = { $gte: within.from, $lt: within.before };
    return (await this.rows.find(filter).sort({ start: -1 }).toArray()).map(fromRow);
  }

  /** Those of both levels that are, or were, open after a time (microseconds): what may have changed since. */
  async openAfter(organizationId: string, time: number): Promise<Span[]> {
    const rows = await this.rows.find({ organization_id: organizationId, open_until: { $gt: time } }).toArray();
    return rows.map(fromRow);
  }

  /** Keeps a count, unless a writer announced itself since the span was read. */
  async settle(organizationId: string, span: Span, count: number): Promise<void> {
    await this.rows.updateOne(
      {
        _id: spanId(organizationId, span.level, span.start),
        organization_id: organizationId,
        open_until: span.openUntil,
      },
      { $set: { count, counted_under: span.openUntil } },
    );
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

const spanId = (organizationId: string, level: Level, start: number): string =>
  deterministicId('conversation-span', organizationId, level, String(start));

const fromRow = (row: SpanRow): Span => ({
  level: row.level,
  start: row.start,
  openUntil: row.open_until,
  count: row.counted_under === row.open_until ? row.count : undefined,
});

/** The first moment after a span, microseconds. */
export const endOf = (span: Pick<Span, 'level' | 'start'>): number => span.start + WIDTHS[span.level];

/** Where the span of a level begins that a time lies in. */
export const startOf = (level: Level, time: number): number => Math.floor(time / WIDTHS[level]) * WIDTHS[level];
