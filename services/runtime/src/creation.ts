import type { Collection, Document, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { failpoint } from './failpoints.js';
import { isDuplicateKey } from './mongo.js';
import { readFirst } from './reads.js';

/**
 * Inserts what a call creates and gives it back. Where its id is that of the call (`CallContext.creationId`) and a first try
 * of the call has stored it, gives what is stored: `own` finds it within its organization. Throws the duplicate key error
 * when another unique key is taken.
 */
export async function insertOnce<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
  own: Filter<T>,
): Promise<T> {
  try {
    await collection.insertOne(document);
    await failpoint('creation.stored');
    return document as unknown as T;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const stored = await readFirst(collection, own);
    if (!stored) throw error;
    return stored as unknown as T;
  }
}
