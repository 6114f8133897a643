import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import { ownField, splitPath } from '../bson/paths.js';
import { isDocument, isRegExp } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError } from '../errors.js';
import { changeAt } from './target.js';
import type { Update } from './update.js';

/** The equality conditions of a filter, by path: `{a: 1}`, `{a: {$eq: 1}}`, inside `$and`, and a lone `$or` branch. */
function equalities(filter: Document, out: Map<string, unknown>): void {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' || (name === '$or' && Array.isArray(operand) && operand.length === 1)) {
      for (const branch of operand as Document[]) equalities(branch, out);
    } else if (!name.startsWith('$')) {
      const value = equalityOf(operand);
      if (value === undefined) continue;
      if (out.has(name))
        throw new CommandError(54, `cannot infer query fields to set, path '${name}' is matched twice`);
      out.set(name, value);
    }
  }
}

function equalityOf(operand: unknown): unknown {
  if (isRegExp(operand)) return undefined;
  if (!isDocument(operand) || Object.keys(operand)[0]?.startsWith('$') !== true) return operand;
  if ('$eq' in operand) return operand.$eq;
  const all = operand.$all;
  return Array.isArray(all) && all.length === 1 && !isDocument(all[0]) ? all[0] : undefined;
}

/** The document that an upsert inserts; without `_id` when neither the filter nor the update gives one. */
export function documentToUpsert(filter: Document, update: Update): Document {
  const found = new Map<string, unknown>();
  equalities(filter, found);
  if (update.kind === 'replacement') {
    const id = found.get('_id');
    return update.apply(id === undefined ? {} : { _id: id }, true);
  }
  const inferred: Document = {};
  for (const [path, value] of found) changeAt(inferred, splitPath(path), () => value);
  // A copy, because the update works in place and the filter keeps its values.
  const document = decodeDocument(encodeDocument(inferred));
  const result = update.apply(document, true);
  const id = ownField(result, '_id');
  if (id === undefined) return result;
  return { _id: id, ...result };
}
