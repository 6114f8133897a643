import { emailAddress, nameKey, rewriteRows, type Migration } from '@candor/runtime';
import type { Db } from 'mongodb';
import { CATEGORIES } from './categories.js';
import { mergeSubscribers } from './merging.js';
import { SUBSCRIBERS, type SubscriberRow } from './subscribers.js';
import { searchKey, UPDATES, type UpdateRow } from './updates.js';

/** What newer releases made of this service's data. Steps are only ever added. */
export const MIGRATIONS: Migration[] = [
  {
    version: 1,
    name: 'updates say whether they were told to others, and of which trace they are',
    run: async (db) => {
      await db.collection(UPDATES).updateMany({ announced: { $exists: false } }, { $set: { announced: true } });
      await db.collection(UPDATES).updateMany({ trace: { $exists: false } }, { $set: { trace: '' } });
    },
  },
  { version: 2, name: 'names and texts are folded by one rule, and a domain has one spelling', run: oneRule },
  {
    version: 3,
    name: 'what was cancelled keeps no time',
    run: async (db) => {
      const kept = { notification_status: 'cancelled', scheduled_at: { $ne: 0 } };
      await db.collection(UPDATES).updateMany(kept, { $set: { scheduled_at: 0 } });
    },
  },
];

/** A description may be long. */
const UPDATES_AT_ONCE = 50;

async function oneRule(db: Db): Promise<void> {
  // Of two categories that have one key now, the second keeps its own, which no new one can have; it can be renamed.
  await rewriteRows(db.collection<{ _id: string; name: string; name_key: string; deleting: boolean }>(CATEGORIES), {
    reads: ['name', 'name_key', 'deleting'],
    change: ({ name, deleting }) => (deleting ? {} : { name_key: nameKey(name) }),
  });
  await rewriteRows(db.collection<UpdateRow>(UPDATES), {
    reads: ['title', 'description', 'search_key'],
    change: ({ title, description }) => ({ search_key: searchKey(title, description) }),
    atOnce: UPDATES_AT_ONCE,
  });
  await rewriteRows(db.collection<SubscriberRow>(SUBSCRIBERS), {
    reads: ['email'],
    // What is no address any more stays as it is.
    change: ({ email }) => ({ email: emailAddress(email) ?? email }),
    taken: ({ _id }, { email }) => mergeSubscribers(db, _id, String(email)),
  });
}
