import type { Clock, Migration } from '@candor/runtime';

/** What newer releases made of this service's data. Steps are only ever added. */
export const migrations = (clock: Clock): Migration[] => [
  {
    version: 1,
    name: 'open work says since when, and for which version of its job',
    run: async (db) => {
      for (const collection of ['questionnaires', 'answer_batches', 'knowledge_documents'])
        await db
          .collection(collection)
          .updateMany(
            { workOpen: true, workVersion: { $exists: false } },
            { $set: { workSince: clock.now(), workVersion: 1 } },
          );
    },
  },
];
