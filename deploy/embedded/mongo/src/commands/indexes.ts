import { equalValues } from '../bson/order.js';
import { isArrayIndex, splitPath } from '../bson/paths.js';
import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, ErrorCode, typeMismatch, unsupported } from '../errors.js';
import type { Collection, Index, IndexSpec } from '../storage/catalog.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, stringField, targetCollection, targetOrCreate } from './context.js';
import { ListResults } from './cursors.js';

const HARMLESS_OPTIONS = new Set(['v', 'ns', 'background', 'key', 'name', 'unique']);
const MAX_INDEXES = 64;

function cannotCreate(message: string): CommandError {
  return new CommandError(ErrorCode.CannotCreateIndex, message);
}

function parseKey(key: unknown): Document {
  if (!isDocument(key)) throw typeMismatch("The field 'key' must be an object");
  const entries = Object.entries(key);
  if (entries.length === 0) throw cannotCreate('Index keys cannot be empty');
  const out: Document = {};
  for (const [path, direction] of entries) {
    if (typeof direction === 'string') throw unsupported(`An index of type '${direction}'`);
    if (typeof direction !== 'number' || direction === 0)
      throw cannotCreate(`Values in the index key pattern must be numbers other than 0: ${path}`);
    if (path.includes('$')) throw unsupported(`The index path '${path}'`);
    if (splitPath(path).some(isArrayIndex)) throw unsupported(`An index on an array position ('${path}')`);
    out[path] = direction > 0 ? 1 : -1;
  }
  return out;
}

function parseSpec(spec: unknown): IndexSpec {
  if (!isDocument(spec)) throw typeMismatch('An index specification must be an object');
  for (const [option, value] of Object.entries(spec)) {
    if (HARMLESS_OPTIONS.has(option)) continue;
    if (value === false || value === null) continue;
    throw unsupported(`The index option ${option}`);
  }
  const key = parseKey(spec.key);
  const { name } = spec;
  if (typeof name !== 'string' || name === '')
    throw cannotCreate("The 'name' field is a required property of an index specification");
  return { name, key, unique: spec.unique === true || spec.unique === 1 };
}

/** The index that a specification already has; error 85 or 86 when it has it differently. */
function existing(collection: Collection, spec: IndexSpec): Index | undefined {
  if (equalValues(spec.key, { _id: 1 })) return collection.indexes[0];
  const byName = collection.indexes.find(({ name }) => name === spec.name);
  const byKey = collection.indexes.find(({ key }) => equalValues(key, spec.key));
  if (byName && (byName !== byKey || byName.unique !== spec.unique)) {
    throw new CommandError(
      ErrorCode.IndexKeySpecsConflict,
      `An existing index has the same name as the requested index: ${spec.name}, with a different key or unique option`,
    );
  }
  if (byKey && byKey !== byName) {
    throw new CommandError(ErrorCode.IndexOptionsConflict, `Index already exists with a different name: ${byKey.name}`);
  }
  return byName;
}

function createIndexes(context: CommandContext): Document {
  allowFields(context, 'indexes', 'commitQuorum');
  const specs = context.command.indexes;
  if (!Array.isArray(specs) || specs.length === 0) throw badValue('Must specify at least one index to create');
  const parsed = specs.map(parseSpec);
  const created = targetCollection(context) === undefined;
  const collection = targetOrCreate(context);
  const numIndexesBefore = collection.indexes.length;
  for (const spec of parsed) {
    if (existing(collection, spec)) continue;
    if (collection.indexes.length >= MAX_INDEXES)
      throw cannotCreate(`too many indexes for collection ${collection.ns}`);
    context.store.createIndex(collection, spec);
  }
  const numIndexesAfter = collection.indexes.length;
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: created,
    ...(numIndexesBefore === numIndexesAfter ? { note: 'all indexes already exist' } : {}),
  };
}

function requireCollection(context: CommandContext): Collection {
  const collection = targetCollection(context);
  if (collection) return collection;
  const ns = `${context.db}.${stringField(context.command, context.name)}`;
  throw new CommandError(ErrorCode.NamespaceNotFound, `ns does not exist: ${ns}`);
}

function listIndexes(context: CommandContext): Buffer {
  allowFields(context, 'cursor');
  const collection = requireCollection(context);
  const indexes = collection.indexes.map(({ key, name, unique }) => ({
    v: 2,
    key,
    name,
    ...(unique && name !== '_id_' ? { unique } : {}),
  }));
  return context.cursors.open(collection.ns, ListResults.of(indexes), undefined, false);
}

function dropIndexes(context: CommandContext): Document {
  allowFields(context, 'index');
  const collection = requireCollection(context);
  const wanted = context.command.index;
  const nIndexesWas = collection.indexes.length;
  const names = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted];
  const dropped = names.flatMap((one) => {
    if (one === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
    const index = collection.indexes.find(({ name, key }) => (isDocument(one) ? equalValues(key, one) : name === one));
    if (!index) throw new CommandError(ErrorCode.IndexNotFound, `index not found with name [${String(one)}]`);
    if (index.name === '_id_') throw new CommandError(ErrorCode.InvalidOptions, 'cannot drop _id index');
    return [index];
  });
  for (const index of new Set(dropped)) context.store.catalog.dropIndex(collection, index);
  return { nIndexesWas };
}

export const indexCommands: Readonly<Record<string, Command>> = {
  createIndexes: { run: createIndexes, writes: true },
  listIndexes: { run: listIndexes, writes: false },
  dropIndexes: { run: dropIndexes, writes: true },
  deleteIndexes: { run: dropIndexes, writes: true },
};
