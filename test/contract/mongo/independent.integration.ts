import { describe, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { buildFerretDb, startFerretDb } from '../../support/ferretdb.js';
import { mongoContract } from './contract.js';

const binary = await buildFerretDb();

// FerretDB takes no lock between reading and writing an update, so it judges the sequential cases only.
const PULL = 'its $pull takes values only';
const NESTED = 'it stores no arrays in arrays';
const UNIQUE = 'its unique errors have no keyPattern, and are code 1 from updates and createIndexes';
const FERRETDB: Readonly<Record<string, string>> = {
  'filter: $elemMatch of documents': 'it has no such $elemMatch',
  'filters give the same through an index as without': 'it has no $elemMatch of documents',
  'sorts mixed types in BSON order, missing as null': 'it ends the connection at MinKey and MaxKey',
  'gives every BSON type back as it was put in': NESTED,
  'goes on in its place when documents are deleted and inserted between batches': 'its cursors show a snapshot',
  'update: $push of an array as one element': NESTED,
  'update: $push with $each, $sort and $slice': 'it ignores $sort and $slice',
  'update: $push with $position': 'it ignores $position',
  'update: $pull by operators': PULL,
  'update: $pull of documents': PULL,
  'update: $pull with $in': PULL,
  'findOneAndUpdate gives the document before or after': 'its findAndModify has no projection',
  'a unique index refuses a second document, on insert, update and upsert': UNIQUE,
  'a duplicate key error names the index, its fields and the values': UNIQUE,
  'a unique index cannot be made over duplicates, and leaves nothing behind': UNIQUE,
  'an index with other options under a known name is refused': 'it does not compare the options',
  '$match, $group with its accumulators, $sort': 'it has no $avg',
  '$project with computed fields': 'it has no $multiply',
  '$group with $push, $addToSet, $first and $last': 'it has no $push',
  'refuses an unknown stage by error 40324': 'it answers 40234',
  'refuses an unknown field of a command': 'it answers 9',
  'a standalone server refuses transactions': 'it has another message',
};

const described = binary === undefined ? describe.skip : describe;

described('the MongoDB contract on FerretDB', () => {
  mongoContract(
    async () => {
      const server = await startFerretDb(binary ?? '');
      const client = await new MongoClient(server.url, { retryWrites: false }).connect();
      return {
        client,
        async close() {
          await client.close();
          await server.close();
        },
      };
    },
    { sequentialOnly: true, exceptions: FERRETDB },
  );
});

const url = process.env.CANDOR_TEST_MONGODB_URL ?? process.env.MONGODB_URL;

if (url === undefined || url === '') {
  process.stderr.write('\n*** SKIPPED: the contract on a MongoDB, for MONGODB_URL names none.\n\n');
  it.todo('the MongoDB contract on MONGODB_URL');
} else {
  describe('the MongoDB contract on MONGODB_URL', () => {
    mongoContract(
      async () => {
        const client = await new MongoClient(url).connect();
        return { client, close: () => client.close() };
      },
      { exceptions: { 'a standalone server refuses transactions': 'a replica set has them' } },
    );
  });
}
