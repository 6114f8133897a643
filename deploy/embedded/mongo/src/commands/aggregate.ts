import { compilePipeline } from '../aggregate/pipeline.js';
import type { Pipeline } from '../aggregate/pipeline.js';
import type { Stage } from '../aggregate/stages.js';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import { CommandError, typeMismatch, unsupported } from '../errors.js';
import { countQuery, groupsFromIndex } from '../plan/counting.js';
import { QueryRun } from '../plan/run.js';
import type { Deadline } from '../plan/run.js';
import type { Catalog, Collection } from '../storage/catalog.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, documentField, targetCollection } from './context.js';
import { batchSizeOf, ListResults } from './cursors.js';
import type { Results } from './cursors.js';
import { assertStillThere } from './find.js';
import { warnOfScan } from './scan-warning.js';

function* documentsOf(run: QueryRun, fields: ReadonlySet<string> | null): Generator<Document> {
  for (let row = run.next(); row; row = run.next()) yield decodeDocument(row.raw, 0, fields ?? undefined);
}

function through(input: Iterable<Document>, stages: readonly Stage[]): Iterator<Document> {
  return stages.reduce((documents, stage) => stage(documents), input)[Symbol.iterator]();
}

/** The result of a pipeline, computed as it is read. */
class PipelineResults implements Results {
  private readonly output: Iterator<Document>;
  done = false;

  constructor(
    private readonly run: QueryRun,
    pipeline: Pipeline,
  ) {
    this.output = through(documentsOf(run, pipeline.fields), pipeline.stages);
  }

  next(): Buffer | undefined {
    const result = this.output.next();
    if (result.done === true) {
      this.done = true;
      return undefined;
    }
    return encodeDocument(result.value);
  }

  park(): void {
    this.run.park();
  }

  /** What a $group or $sort holds is bounded by its own limit; a flat estimate stands for it. */
  get heldBytes(): number {
    return this.run.heldBytes + 64 * 1024;
  }

  assertValid(catalog: Catalog): void {
    assertStillThere(catalog, this.run);
  }

  setDeadline(deadline: Deadline): void {
    this.run.deadline = deadline;
  }
}

/** Groups that only count, from an index where it can be done; undefined where it cannot. */
function counted(
  context: CommandContext,
  collection: Collection,
  { query, counting, filter }: Pipeline,
): Results | undefined {
  if (!counting) return undefined;
  const { store } = context;
  let rows: Document[];
  if (counting.path === undefined) {
    const { count, run } = countQuery(store, collection, query, context.deadline);
    warnOfScan(context, run, filter);
    rows = count > 0 ? [counting.row(null, count)] : [];
  } else {
    if (query.skip > 0 || query.limit > 0 || query.hint !== undefined) return undefined;
    const groups = groupsFromIndex(store, collection, query.matcher, counting.path);
    if (!groups) return undefined;
    rows = groups.map(({ value, count }) => counting.row(value, count));
  }
  const output = through(rows, counting.after);
  const documents: Document[] = [];
  for (let next = output.next(); next.done !== true; next = output.next()) documents.push(next.value);
  return ListResults.of(documents);
}

export function pipelineOf(command: Document): Pipeline {
  const { pipeline, hint } = command;
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be specified as an array");
  return compilePipeline(pipeline, hint ?? undefined);
}

export const AGGREGATE_FIELDS = ['pipeline', 'cursor', 'hint', 'allowDiskUse', 'explain'] as const;

function aggregate(context: CommandContext): Buffer {
  allowFields(context, ...AGGREGATE_FIELDS);
  const { command, cursors, store, db } = context;
  if (typeof command.aggregate !== 'string') throw unsupported('An aggregate on a whole database');
  if (command.explain === true) throw unsupported('The option explain of aggregate (use the explain command)');
  if (command.cursor === undefined)
    throw new CommandError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  const pipeline = pipelineOf(command);
  const ns = `${db}.${command.aggregate}`;
  const batchSize = batchSizeOf(documentField(command, 'cursor'));
  const collection = targetCollection(context);
  if (!collection) {
    const documents = through([], pipeline.stages);
    const first = documents.next();
    return cursors.open(ns, ListResults.of(first.done === true ? [] : [first.value]), batchSize, false);
  }
  const results = counted(context, collection, pipeline);
  if (results) return cursors.open(ns, results, batchSize, false);
  const run = new QueryRun(store, collection, pipeline.query, context.deadline);
  const reply = cursors.open(ns, new PipelineResults(run, pipeline), batchSize, false);
  warnOfScan(context, run, pipeline.filter);
  return reply;
}

export const aggregateCommands: Readonly<Record<string, Command>> = { aggregate: { run: aggregate, writes: false } };
