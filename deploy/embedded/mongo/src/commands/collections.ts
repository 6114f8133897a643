import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { documentsTable } from '../storage/catalog.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, booleanField, documentField, stringField, targetCollection } from './context.js';
import { batchSizeOf, ListResults } from './cursors.js';

function create(context: CommandContext): Document {
  allowFields(context, 'autoIndexId', 'idIndex');
  if (targetCollection(context)) {
    throw new CommandError(
      ErrorCode.NamespaceExists,
      `Collection ${context.db}.${stringField(context.command, 'create')} already exists.`,
    );
  }
  context.store.catalog.create(context.db, stringField(context.command, 'create'));
  return {};
}

function drop(context: CommandContext): Document {
  allowFields(context);
  const collection = targetCollection(context);
  // Since version 7, MongoDB answers "ok" for a collection that is not there.
  if (!collection) return {};
  const nIndexesWas = collection.indexes.length;
  context.store.catalog.drop(collection);
  return { ns: collection.ns, nIndexesWas };
}

function dropDatabase(context: CommandContext): Document {
  allowFields(context);
  const collections = context.store.catalog.in(context.db);
  for (const collection of collections) context.store.catalog.drop(collection);
  return collections.length > 0 ? { dropped: context.db } : {};
}

function listCollections(context: CommandContext): Buffer {
  allowFields(context, 'filter', 'nameOnly', 'cursor', 'authorizedCollections');
  const { command, store, db } = context;
  const { test } = compileFilter(documentField(command, 'filter'));
  const nameOnly = booleanField(command, 'nameOnly');
  const collections = store.catalog
    .in(db)
    .map(({ name }) => ({
      name,
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }))
    .filter((entry) => test(entry))
    .map((entry) => (nameOnly ? { name: entry.name, type: entry.type } : entry));
  const results = ListResults.of(collections);
  return context.cursors.open(
    `${db}.$cmd.listCollections`,
    results,
    batchSizeOf(documentField(command, 'cursor')),
    false,
  );
}

function listDatabases(context: CommandContext): Document {
  allowFields(context, 'filter', 'nameOnly', 'authorizedDatabases');
  const { command, store } = context;
  const { test } = compileFilter(documentField(command, 'filter'));
  const nameOnly = booleanField(command, 'nameOnly');
  const databases = store.catalog
    .databases()
    .map((name) => ({ name, sizeOnDisk: nameOnly ? 0 : sizeOf(context, name), empty: false }))
    .filter((entry) => test(entry));
  if (nameOnly) return { databases: databases.map(({ name }) => ({ name })) };
  const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk, 0);
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / 1024 / 1024) };
}

/** Bytes of a database's documents. */
function sizeOf({ store }: CommandContext, db: string): number {
  return store.catalog.in(db).reduce((sum, collection) => {
    const row = store.sqlite.get(`SELECT coalesce(sum(length(doc)), 0) FROM ${documentsTable(collection)}`);
    return sum + (row?.[0] as number);
  }, 0);
}

export const collectionCommands: Readonly<Record<string, Command>> = {
  create: { run: create, writes: true },
  drop: { run: drop, writes: true },
  dropDatabase: { run: dropDatabase, writes: true },
  listCollections: { run: listCollections, writes: false },
  listDatabases: { run: listDatabases, writes: false },
};
