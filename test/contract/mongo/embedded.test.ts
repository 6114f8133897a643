import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { mongoContract } from './contract.js';
import type { Connection } from './contract.js';

async function connectEmbedded(): Promise<Connection> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-contract-'));
  const server = await startEmbeddedMongo({ dataDir });
  const client = await new MongoClient(server.url).connect();
  return {
    client,
    async close() {
      await client.close();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

describe('the MongoDB contract on the embedded database', () => mongoContract(connectEmbedded));
