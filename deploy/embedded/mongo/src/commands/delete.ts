import { decodeDocument } from '../bson/decode.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, ErrorCode, unsupported } from '../errors.js';
import { QueryRun } from '../plan/run.js';
import type { Row } from '../plan/sources.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, targetCollection } from './context.js';
import { queryOf } from './find.js';
import { statementsOf, writeError } from './insert.js';
import { warnOfScan } from './scan-warning.js';

function runStatement(context: CommandContext, statement: Document): number {
  for (const name of Object.keys(statement)) {
    if (!['q', 'limit', 'hint', 'collation'].includes(name)) {
      throw new CommandError(ErrorCode.UnknownField, `BSON field 'delete.deletes.${name}' is an unknown field.`);
    }
  }
  if (statement.collation !== undefined) throw unsupported('collation');
  if (statement.limit !== 0 && statement.limit !== 1) {
    throw new CommandError(ErrorCode.FailedToParse, 'The limit field in delete objects must be 0 or 1.');
  }
  const { query, filter } = queryOf(statement, 'q');
  const collection = targetCollection(context);
  if (!collection) return 0;
  const run = new QueryRun(context.store, collection, query, context.deadline);
  const rids: number[] = [];
  const single: Row[] = [];
  for (let row = run.next(); row; row = run.next()) {
    if (statement.limit === 1) single.push(row);
    else rids.push(row.rid);
  }
  warnOfScan(context, run, filter);
  for (const { rid, raw } of single) context.store.remove(collection, rid, raw);
  for (const rid of rids) {
    context.deadline.check();
    const raw = context.store.read(collection, rid);
    if (raw) context.store.remove(collection, rid, raw);
  }
  return single.length + rids.length;
}

function deleteDocuments(context: CommandContext): Document {
  allowFields(context, 'deletes', 'ordered');
  const { ordered } = context.command;
  if (ordered !== undefined && typeof ordered !== 'boolean') throw badValue('ordered must be a boolean');
  const writeErrors: Document[] = [];
  let n = 0;
  for (const [index, raw] of statementsOf(context, 'deletes').entries()) {
    try {
      n += runStatement(context, decodeDocument(raw));
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === ErrorCode.MaxTimeMSExpired) throw error;
      writeErrors.push(writeError(index, error));
      if (ordered !== false) break;
    }
  }
  return writeErrors.length > 0 ? { n, writeErrors } : { n };
}

export const deleteCommands: Readonly<Record<string, Command>> = { delete: { run: deleteDocuments, writes: true } };
