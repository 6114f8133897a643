import { CommandError, ErrorCode } from '../errors.js';
import type { Matcher } from '../query/matcher.js';
import { documentReader, type DocumentReader } from '../query/reading.js';
import type { SortField } from '../query/sort-spec.js';
import type { Collection } from '../storage/catalog.js';
import type { Store } from '../storage/store.js';
import { planQuery } from './planner.js';
import type { Plan } from './planner.js';
import { Sorter, sortKey } from './sort.js';
import { CollectionSource, IndexSource, RecordSource } from './sources.js';
import type { Row, Source } from './sources.js';

export interface Query {
  readonly matcher: Matcher;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** 0: all. */
  readonly limit: number;
  readonly hint?: unknown;
}

/** Throws error 50 once a command's maxTimeMS is over. */
export class Deadline {
  private calls = 0;

  constructor(private readonly at: number | undefined) {}

  check(): void {
    if (this.at !== undefined && (this.calls++ & 0x3f) === 0 && performance.now() > this.at) {
      throw new CommandError(ErrorCode.MaxTimeMSExpired, 'operation exceeded time limit');
    }
  }
}

export const NO_DEADLINE = new Deadline(undefined);

/** Runs a query's plan, one document at a time; between batches it holds a place in an index or a list of record ids. */
export class QueryRun {
  readonly plan: Plan;
  docsExamined = 0;
  deadline: Deadline;
  private source: Source | undefined;
  private reader: DocumentReader | undefined;
  private sortedRids = 0;
  private skipped = 0;
  private given = 0;
  private ended = false;
  private examinedKeys = 0;

  constructor(
    private readonly store: Store,
    readonly collection: Collection,
    private readonly query: Query,
    deadline: Deadline = NO_DEADLINE,
  ) {
    this.deadline = deadline;
    this.plan = planQuery(store.sqlite, collection, {
      matcher: query.matcher,
      sort: query.sort,
      limited: query.limit > 0,
      ...(query.hint === undefined ? {} : { hint: query.hint }),
    });
  }

  get keysExamined(): number {
    return this.examinedKeys + (this.source?.keysExamined ?? 0);
  }

  /** Bytes held while the cursor waits. */
  get heldBytes(): number {
    return 200 + this.sortedRids * 8;
  }

  /** True once the limit is reached or the last document has been given. */
  get done(): boolean {
    return this.ended || (this.query.limit > 0 && this.given >= this.query.limit);
  }

  next(): Row | undefined {
    const { skip, limit } = this.query;
    this.source ??= this.open();
    for (;;) {
      if (limit > 0 && this.given >= limit) return undefined;
      const row = this.source.next();
      if (!row) {
        this.ended = true;
        return undefined;
      }
      if (this.sortedRids === 0) {
        this.docsExamined++;
        this.deadline.check();
        if (!this.matches(row.raw)) continue;
        if (this.skipped < skip) {
          this.skipped++;
          continue;
        }
      }
      this.given++;
      return row;
    }
  }

  park(): void {
    this.source?.park();
  }

  private get needsSort(): boolean {
    return this.query.sort.length > 0 && (this.plan.kind === 'or' || !this.plan.sorted);
  }

  /** True when the index alone decides which documents match. */
  private get held(): boolean {
    const { plan } = this;
    return plan.kind === 'index' && plan.bounds.exact && this.query.matcher.onlyConjuncts;
  }

  private matches(raw: Buffer): boolean {
    if (this.held) return true;
    this.reader ??= documentReader(this.query.matcher);
    return this.reader(raw) !== undefined;
  }

  private open(): Source {
    const { skip, limit } = this.query;
    const wanted = limit > 0 && !this.needsSort ? (this.held ? limit : skip + limit) : undefined;
    const source = this.unsorted(wanted);
    if (!this.needsSort) {
      if (skip > 0 && this.held && source instanceof IndexSource) {
        source.skip(skip);
        this.skipped = skip;
      }
      return source;
    }
    const rids = this.sortAll(source).slice(skip);
    this.examinedKeys += source.keysExamined;
    this.sortedRids = Math.max(rids.length, 1);
    return new RecordSource(this.store, this.collection, rids);
  }

  private unsorted(wanted?: number): Source {
    const { plan, store, collection } = this;
    if (plan.kind === 'collection') return new CollectionSource(store, collection, wanted);
    if (plan.kind === 'index') return new IndexSource(store, collection, plan, wanted);
    const rids = new Set<number>();
    for (const branch of plan.plans) {
      const source = new IndexSource(store, collection, branch);
      for (let row = source.next(); row; row = source.next()) rids.add(row.rid);
      this.examinedKeys += source.keysExamined;
    }
    return new RecordSource(
      store,
      collection,
      [...rids].sort((a, b) => a - b),
    );
  }

  private sortAll(source: Source): number[] {
    const { matcher, sort, skip, limit } = this.query;
    const sorter = new Sorter<number>(limit > 0 ? skip + limit : undefined);
    const read = documentReader(
      matcher,
      sort.map(({ segments }) => segments[0]!),
    );
    for (let row = source.next(); row; row = source.next()) {
      this.docsExamined++;
      this.deadline.check();
      const document = read(row.raw);
      if (document) sorter.add(sortKey(document, sort), row.rid);
    }
    return sorter.take();
  }
}
