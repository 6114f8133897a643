import { describe, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { buildFerretDb, startFerretDb } from '../../support/ferretdb.js';
import { mongoContract } from './contract.js';

const binary = await buildFerretDb();

// FerretDB takes no lock between reading and writing an update, so it judges the sequential cases only.
const FERRETDB: Record<string, string> = {};

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
