import { decodeDocument, pickFields } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import { CommandError } from '../errors.js';
import type { Deadline, Query } from '../plan/run.js';
import { QueryRun } from '../plan/run.js';
import { compileFilter } from '../query/matcher.js';
import { compileProjection } from '../query/projection.js';
import type { Projection } from '../query/projection.js';
import { compileSort } from '../query/sort-spec.js';
import type { Catalog, Collection } from '../storage/catalog.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, booleanField, countField, documentField, stringField, targetCollection } from './context.js';
import { batchSizeOf, ListResults } from './cursors.js';
import type { Results } from './cursors.js';
import { warnOfScan } from './scan-warning.js';

/** The documents of a query, projected and encoded. */
export class QueryResults implements Results {
  private warned = false;

  constructor(
    private readonly context: Pick<CommandContext, 'log' | 'name'>,
    private readonly run: QueryRun,
    private readonly filter: Document,
    private readonly projection: Projection | undefined,
  ) {}

  next(): Buffer | undefined {
    const row = this.run.next();
    if (!row) this.warn();
    if (!row || !this.projection) return row?.raw;
    if (this.projection.picks) return pickFields(row.raw, this.projection.picks);
    return encodeDocument(this.projection(decodeDocument(row.raw)));
  }

  park(): void {
    this.run.park();
    this.warn();
  }

  private warn(): void {
    if (this.warned) return;
    this.warned = warnOfScan(this.context, this.run, this.filter);
  }

  get done(): boolean {
    return this.run.done;
  }

  get heldBytes(): number {
    return this.run.heldBytes;
  }

  setDeadline(deadline: Deadline): void {
    this.run.deadline = deadline;
  }

  assertValid(catalog: Catalog): void {
    assertStillThere(catalog, this.run);
  }
}

/** MongoDB's error for a cursor whose collection or index has been dropped meanwhile. */
export function assertStillThere(catalog: Catalog, { collection, plan }: QueryRun): void {
  const now = catalog.find(collection.db, collection.name);
  const indexes = plan.kind === 'index' ? [plan.index] : [];
  if (now?.id !== collection.id || indexes.some((index) => !now.indexes.some(({ id }) => id === index.id))) {
    throw new CommandError(175, `collection or index dropped: ${collection.ns}`);
  }
}

export function queryOf(command: Document, filterField: string): { query: Query; filter: Document } {
  const filter = documentField(command, filterField);
  const limit = command.limit;
  // A negative limit is an old way to say "one batch".
  const normal = typeof limit === 'number' && limit < 0 ? { ...command, limit: -limit } : command;
  return {
    filter,
    query: {
      matcher: compileFilter(filter),
      sort: compileSort(documentField(command, 'sort')),
      skip: countField(command, 'skip', 0),
      limit: countField(normal, 'limit', 0),
      ...(hasHint(command.hint) ? { hint: command.hint } : {}),
    },
  };
}

function hasHint(hint: unknown): boolean {
  return hint !== undefined && hint !== null && !(typeof hint === 'object' && Object.keys(hint).length === 0);
}

export const FIND_FIELDS = [
  'filter',
  'sort',
  'projection',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'hint',
  'allowDiskUse',
  'allowPartialResults',
] as const;

function find(context: CommandContext): Buffer {
  allowFields(context, ...FIND_FIELDS);
  const { command, db, cursors, store } = context;
  const ns = `${db}.${stringField(command, 'find')}`;
  const { query, filter } = queryOf(command, 'filter');
  const projection = compileProjection(documentField(command, 'projection'));
  const collection: Collection | undefined = targetCollection(context);
  const single = booleanField(command, 'singleBatch') || (typeof command.limit === 'number' && command.limit < 0);
  const batchSize = batchSizeOf(command);
  if (!collection) return cursors.open(ns, new ListResults([]), batchSize, true);
  const run = new QueryRun(store, collection, query, context.deadline);
  return cursors.open(ns, new QueryResults(context, run, filter, projection), batchSize, single);
}

export const findCommands: Readonly<Record<string, Command>> = { find: { run: find, writes: false } };
