import { decodeDocument } from '../bson/decode.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import { QueryRun } from '../plan/run.js';
import { compileProjection } from '../query/projection.js';
import { compileUpdate } from '../update/update.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, booleanField, documentField, targetCollection, targetOrCreate } from './context.js';
import { queryOf } from './find.js';
import { idOf, updateRow, upsertRow } from './update.js';
import { warnOfScan } from './scan-warning.js';

function findAndModify(context: CommandContext): Document {
  allowFields(context, 'query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'hint');
  const { command, store } = context;
  const remove = booleanField(command, 'remove');
  const wantsNew = booleanField(command, 'new');
  const upsert = booleanField(command, 'upsert');
  if (remove === (command.update !== undefined)) {
    throw new CommandError(ErrorCode.FailedToParse, 'Either an update or remove=true must be specified, not both');
  }
  if (remove && (wantsNew || upsert)) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      `Cannot specify both ${wantsNew ? 'new' : 'upsert'}=true and remove=true`,
    );
  }
  const update = remove ? undefined : compileUpdate(command.update);
  const projection = compileProjection(documentField(command, 'fields'));
  const shown = (raw: Buffer | undefined): Document | null => {
    if (!raw) return null;
    const document = decodeDocument(raw);
    return projection ? projection(document) : document;
  };
  const { query, filter } = queryOf({ ...command, limit: 1, skip: 0 }, 'query');
  const collection = upsert ? targetOrCreate(context) : targetCollection(context);
  const run = collection && new QueryRun(store, collection, query, context.deadline);
  const row = run?.next();
  if (run) warnOfScan(context, run, filter);
  if (!collection || !row) {
    if (!collection || !update || !upsert) {
      return { lastErrorObject: remove ? { n: 0 } : { n: 0, updatedExisting: false }, value: null };
    }
    const raw = upsertRow(context, collection, filter, update);
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: idOf(raw) },
      value: wantsNew ? shown(raw) : null,
    };
  }
  if (!update) {
    store.remove(collection, row.rid, row.raw);
    return { lastErrorObject: { n: 1 }, value: shown(row.raw) };
  }
  const after = updateRow(context, collection, row, update);
  return { lastErrorObject: { n: 1, updatedExisting: true }, value: shown(wantsNew ? after : row.raw) };
}

export const findAndModifyCommands: Readonly<Record<string, Command>> = {
  findAndModify: { run: findAndModify, writes: true },
  findandmodify: { run: findAndModify, writes: true },
};
