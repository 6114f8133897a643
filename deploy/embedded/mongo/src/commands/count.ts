import { decodeDocument } from '../bson/decode.js';
import { encodeKey } from '../bson/order.js';
import { splitPath, visitPath } from '../bson/paths.js';
import type { Document } from '../bson/values.js';
import { countQuery, groupsFromIndex } from '../plan/counting.js';
import { QueryRun } from '../plan/run.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, stringField, targetCollection } from './context.js';
import { queryOf } from './find.js';
import { warnOfScan } from './scan-warning.js';

function count(context: CommandContext): Document {
  allowFields(context, 'query', 'limit', 'skip', 'hint', 'fields');
  const collection = targetCollection(context);
  const { query, filter } = queryOf(context.command, 'query');
  if (!collection) return { n: 0 };
  const { count: n, run } = countQuery(context.store, collection, query, context.deadline);
  warnOfScan(context, run, filter);
  return { n };
}

function distinct(context: CommandContext): Document {
  allowFields(context, 'key', 'query', 'hint');
  const path = stringField(context.command, 'key');
  const segments = splitPath(path);
  const collection = targetCollection(context);
  const { query, filter } = queryOf({ ...context.command, sort: undefined }, 'query');
  if (!collection) return { values: [] };
  const groups = groupsFromIndex(context.store, collection, query.matcher, path);
  // A key of null may stand for a missing field, which is no value: then the documents tell.
  if (groups?.every(({ value }) => value !== null)) return { values: groups.map(({ value }) => value) };
  const run = new QueryRun(context.store, collection, query, context.deadline);
  const values = new Map<string, unknown>();
  const fields = new Set([segments[0]!]);
  const keep = (value: unknown): void => void values.set(encodeKey(value).toString('latin1'), value);
  for (let row = run.next(); row; row = run.next()) {
    visitPath(decodeDocument(row.raw, 0, fields), segments, (value) => {
      if (Array.isArray(value)) value.forEach(keep);
      else if (value !== undefined) keep(value);
      return false;
    });
  }
  warnOfScan(context, run, filter);
  return { values: [...values.values()] };
}

export const countCommands: Readonly<Record<string, Command>> = {
  count: { run: count, writes: false },
  distinct: { run: distinct, writes: false },
};
