import { BSON, MongoNetworkError, type Collection, type Document, type Filter, type WithId } from 'mongodb';

export interface ReadQuery {
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit?: number;
  projection?: Document;
  /** How many fit into one reply, where that is known to be more than 1,000. */
  atOnce?: number;
}

const MOST_IN_ONE_REPLY = 1000;

interface FindReply {
  cursor: { id: { isZero?(): boolean } | number | bigint; firstBatch: Document[] };
}

/**
 * Documents of a filter by a single find command. The driver's cursors cost several times what a small page does (a session
 * and a state machine each), which is most of the time of a list that clients poll. What does not fit into one reply is read
 * by a cursor after all.
 */
async function read<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { sort = {}, skip = 0, limit, projection = {}, atOnce = MOST_IN_ONE_REPLY }: ReadQuery,
): Promise<WithId<T>[]> {
  const { db, collectionName } = collection;
  const bounds = limit === undefined ? { batchSize: atOnce } : { limit, batchSize: limit };
  const command = { find: collectionName, filter, sort, skip, projection, ...bounds };
  const { cursor } = (await once(collection, command)) as FindReply;
  if (isOver(cursor.id)) return cursor.firstBatch as WithId<T>[];
  await db.command({ killCursors: collectionName, cursors: [cursor.id] });
  const rest = collection.find(filter, { projection }).sort(sort).skip(skip);
  return (limit === undefined ? rest : rest.limit(limit)).toArray();
}

/** One page of a collection; `limit` is at most 1,000, or a few thousands of what a projection makes small. */
export const readPage = <T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  query: ReadQuery & { limit: number },
): Promise<WithId<T>[]> => read(collection, filter, query);

/** Of documents in one part of a page: what a reply holds with ease, however large they are. */
export const PART_BYTES = 4 * 1024 * 1024;
const FEW = 10;

/**
 * A page of a collection for a reply: fewer documents than `limit` when those are large, at least one when there is any. So that a
 * page of the largest ones takes no more memory than others.
 */
export async function readPart<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { sort = {}, skip = 0, limit, projection = {} }: ReadQuery & { limit: number },
): Promise<WithId<T>[]> {
  const { db, collectionName } = collection;
  const command = { find: collectionName, filter, sort, skip, projection, limit, batchSize: limit };
  const { cursor } = (await once(collection, command)) as FindReply;
  const found = cursor.firstBatch as WithId<T>[];
  // A few are not worth being measured.
  if (isOver(cursor.id)) return found.length <= FEW ? found : within(found, PART_BYTES);
  let part = within(found, PART_BYTES);
  let bytes = sizeOf(part);
  let more = part.length === found.length;
  while (more && bytes < PART_BYTES && part.length < limit) {
    const command = { getMore: cursor.id, collection: collectionName, batchSize: limit - part.length };
    const { cursor: next } = (await db.command(command)) as { cursor: FindReply['cursor'] & { nextBatch: Document[] } };
    const taken = within(next.nextBatch as WithId<T>[], PART_BYTES - bytes, 0);
    part = [...part, ...taken];
    bytes += sizeOf(taken);
    if (isOver(next.id)) return part;
    more = taken.length === next.nextBatch.length;
  }
  await db.command({ killCursors: collectionName, cursors: [cursor.id] });
  return part;
}

const sizeOf = (documents: readonly Document[]): number =>
  documents.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);

/** The first documents that are not more than `most` bytes together, and `least` in any case. */
function within<D extends Document>(documents: D[], most: number, least = 1): D[] {
  let bytes = 0;
  const end = documents.findIndex((document, index) => {
    bytes += BSON.calculateObjectSize(document);
    return index >= least && bytes > most;
  });
  return end < 0 ? documents : documents.slice(0, end);
}

/** All documents of a filter that few pass. */
export const readAll = <T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  query: Omit<ReadQuery, 'limit' | 'skip'> = {},
): Promise<WithId<T>[]> => read(collection, filter, query);

/** The first document of a filter, or null. */
export async function readFirst<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  projection?: Document,
): Promise<WithId<T> | null> {
  const [found] = await read(collection, filter, { limit: 1, ...(projection ? { projection } : {}) });
  return found ?? null;
}

/**
 * How many documents pass a filter, by the count command: from the index where it holds the whole filter. On a sharded
 * cluster it counts documents twice that are moving between shards; Candor's deployments have one replica set.
 */
export async function countOf<T extends Document>(collection: Collection<T>, filter: Filter<T>): Promise<number> {
  const reply = await once(collection, { count: collection.collectionName, query: filter });
  return reply['n'] as number;
}

/** A read may be sent a second time when the connection broke under it, as the driver does for its cursors. */
async function once<T extends Document>({ db }: Collection<T>, command: Document): Promise<Document> {
  try {
    return await db.command(command);
  } catch (error) {
    if (!(error instanceof MongoNetworkError)) throw error;
    return db.command(command);
  }
}

const isOver = (id: FindReply['cursor']['id']): boolean =>
  typeof id === 'object' ? id.isZero?.() === true : Number(id) === 0;
