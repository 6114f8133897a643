import type { Migration } from '@candor/runtime';
import { UPDATES } from './updates.js';

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
];
