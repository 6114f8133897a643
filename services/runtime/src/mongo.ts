import {
  MongoClient,
  MongoDriverError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  type Db,
  type Document,
  type IndexDirection,
} from 'mongodb';
import { AppError } from './errors.js';
import { failCommandsOfClosedConnections } from './mongo-driver.js';

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
  failCommandsOfClosedConnections();
  const client = new MongoClient(url, {
    appName,
    serverSelectionTimeoutMS: patienceMs,
    connectTimeoutMS: patienceMs,
    // A server that is silent is given up, with what it was asked, after one beat and the patience.
    heartbeatFrequencyMS: 5000,
    // Who waits for a connection longer than that is told to come again, instead of adding to the line.
    waitQueueTimeoutMS: 2 * patienceMs,
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
  await repeatWhileOut(() => db.collection(collection).createIndexes(specifications));
}

/** Whether a write failed because a unique key is taken. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}

/** MongoDB's OutOfDiskSpace: nothing was written, and reads go on. */
const OUT_OF_DISK_SPACE = 14031;

/** Whether a write failed because the database has no room; bulk writes wrap the reply. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === OUT_OF_DISK_SPACE || isStorageFull(error.errorResponse));

/** Whether an operation failed because the database is out of reach, or has no room: it may work in a moment. */
export const isDatabaseOut = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  // Writes in bulk wrap what kept them from being sent as if a server had said it.
  (error instanceof MongoServerError && isDatabaseOut(error.errorResponse)) ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNotConnectedError ||
  error instanceof MongoTopologyClosedError ||
  // The driver does not export this one.
  (error instanceof MongoDriverError && error.name === 'MongoWaitQueueTimeoutError') ||
  isStorageFull(error);

/** Whether a failure is that something is out of reach: it says nothing about the work, which may succeed in a moment. */
export const isOutage = (error: unknown): boolean =>
  isDatabaseOut(error) || (error instanceof AppError && error.kind === 'unavailable');

const AGAIN_MS = 500;
/** How long a start bears with a database that goes away in the middle of it. */
const MOST_MS = 60_000;

/**
 * Runs what may be run twice until the database answers; gives up with the last error after a minute, at once on any other
 * error and on a full disk. The driver repeats no commands that define indexes.
 */
export async function repeatWhileOut<T>(work: () => Promise<T>, mostMs = MOST_MS): Promise<T> {
  const until = performance.now() + mostMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOut(error) || isStorageFull(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** True when the server answers a ping. */
export async function pingMongo(db: Db): Promise<boolean> {
  const reply: Document = await db.command({ ping: 1 });
  return reply['ok'] === 1;
}
