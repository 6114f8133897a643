import { decodeDocument } from '../bson/decode.js';
import { encodeDocument, encodeUpdated } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, ErrorCode, unsupported } from '../errors.js';
import { QueryRun } from '../plan/run.js';
import type { Query } from '../plan/run.js';
import type { Row } from '../plan/sources.js';
import type { Collection } from '../storage/catalog.js';
import { compileUpdate } from '../update/update.js';
import type { Update } from '../update/update.js';
import { documentToUpsert } from '../update/upsert.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, booleanField, targetCollection, targetOrCreate } from './context.js';
import { queryOf } from './find.js';
import { prepareDocument, statementsOf, writeError } from './insert.js';
import { warnOfScan } from './scan-warning.js';

/** Applies an update to one stored document; returns its new bytes, which are the old ones when nothing changed. */
export function updateRow(context: CommandContext, collection: Collection, row: Row, update: Update): Buffer {
  const before = decodeDocument(row.raw);
  const after = update.apply(before, false);
  const raw = update.touched ? encodeUpdated(row.raw, after, update.touched) : encodeDocument(after);
  if (raw.equals(row.raw)) return row.raw;
  context.store.replace(collection, row.rid, row.raw, raw, update.touched);
  return raw;
}

/** Inserts the document that an upsert makes; returns its bytes. */
export function upsertRow(context: CommandContext, collection: Collection, filter: Document, update: Update): Buffer {
  const raw = prepareDocument(encodeDocument(documentToUpsert(filter, update)));
  context.store.insert(collection, raw);
  return raw;
}

export function idOf(raw: Buffer): unknown {
  return decodeDocument(raw, 0, new Set(['_id']))._id;
}

interface Outcome {
  readonly matched: number;
  readonly modified: number;
  readonly upserted?: unknown;
}

function matchingRows(context: CommandContext, collection: Collection, query: Query, filter: Document): Row[] {
  const run = new QueryRun(context.store, collection, query, context.deadline);
  const rows: Row[] = [];
  // All are found before the first is changed, so that no change moves a document in front of the scan again.
  for (let row = run.next(); row; row = run.next()) rows.push(query.limit === 1 ? row : { rid: row.rid, raw: NONE });
  warnOfScan(context, run, filter);
  return rows;
}

const NONE = Buffer.alloc(0);

function runStatement(context: CommandContext, statement: Document): Outcome {
  const known = ['q', 'u', 'multi', 'upsert', 'hint', 'arrayFilters', 'collation', 'c', 'sort'];
  for (const name of Object.keys(statement)) {
    if (!known.includes(name))
      throw new CommandError(ErrorCode.UnknownField, `BSON field 'update.updates.${name}' is an unknown field.`);
  }
  if (Array.isArray(statement.arrayFilters) && statement.arrayFilters.length > 0) throw unsupported('arrayFilters');
  if (statement.collation !== undefined) throw unsupported('collation');
  const update = compileUpdate(statement.u);
  const multi = booleanField(statement, 'multi');
  if (multi && update.kind === 'replacement') {
    throw new CommandError(ErrorCode.FailedToParse, 'multi update is not supported for replacement-style update');
  }
  if (multi && statement.sort !== undefined) throw new CommandError(9, 'Cannot specify sort with multi=true');
  const upsert = booleanField(statement, 'upsert');
  const { query, filter } = queryOf({ ...statement, limit: multi ? 0 : 1, skip: 0 }, 'q');
  const collection = upsert ? targetOrCreate(context) : targetCollection(context);
  if (!collection) return { matched: 0, modified: 0 };
  const rows = matchingRows(context, collection, query, filter);
  if (rows.length === 0 && upsert) {
    return { matched: 0, modified: 0, upserted: idOf(upsertRow(context, collection, filter, update)) };
  }
  let modified = 0;
  for (const { rid, raw } of rows) {
    context.deadline.check();
    const stored = raw.length > 0 ? raw : context.store.read(collection, rid);
    if (stored && updateRow(context, collection, { rid, raw: stored }, update) !== stored) modified++;
  }
  return { matched: rows.length, modified };
}

function update(context: CommandContext): Document {
  allowFields(context, 'updates', 'ordered');
  const { ordered } = context.command;
  if (ordered !== undefined && typeof ordered !== 'boolean') throw badValue('ordered must be a boolean');
  const writeErrors: Document[] = [];
  const upserted: Document[] = [];
  let n = 0;
  let nModified = 0;
  for (const [index, raw] of statementsOf(context, 'updates').entries()) {
    try {
      const outcome = runStatement(context, decodeDocument(raw));
      n += outcome.matched;
      nModified += outcome.modified;
      if (outcome.upserted !== undefined) {
        upserted.push({ index, _id: outcome.upserted });
        n++;
      }
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === ErrorCode.MaxTimeMSExpired) throw error;
      writeErrors.push(writeError(index, error));
      if (ordered !== false) break;
    }
  }
  return {
    n,
    nModified,
    ...(upserted.length > 0 ? { upserted } : {}),
    ...(writeErrors.length > 0 ? { writeErrors } : {}),
  };
}

export const updateCommands: Readonly<Record<string, Command>> = { update: { run: update, writes: true } };
