import {
  MongoClient,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  type Db,
  type Document,
  type IndexDirection,
} from 'mongodb';

export interface IndexDeclaration {
  keys: Record<string, IndexDirection>;
  unique?: boolean;
}

/**
 * A connection that fails within seconds instead of hanging, and acknowledges only what a majority has on disk. `patienceMs`
 * is how long a server may be silent before it is taken for gone: the embedded database, one thread of the same process,
 * is silent while it adds an index to a million documents.
 */
export async function connectMongo(url: string, appName: string, patienceMs = 5000): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName,
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
    maxPoolSize: 32,
    writeConcern: { w: 'majority', journal: true },
    retryWrites: false,
    ignoreUndefined: true,
  });
  await client.connect();
  return client;
}

/** Makes what is declared; an existing equal index is left alone. Indexes are declared beside their repository. */
export async function ensureIndexes(db: Db, collection: string, indexes: readonly IndexDeclaration[]): Promise<void> {
  if (indexes.length === 0) return;
  const specifications = indexes.map(({ keys, unique }) => ({ key: keys, unique: unique ?? false }));
  await db.collection(collection).createIndexes(specifications);
}

/** Whether a write failed because a unique key is taken. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}

/** Whether an operation failed because the database is out of reach: it may work in a moment. */
export const isDatabaseOut = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError;

/** True when the server answers a ping. */
export async function pingMongo(db: Db): Promise<boolean> {
  const reply: Document = await db.command({ ping: 1 });
  return reply['ok'] === 1;
}
