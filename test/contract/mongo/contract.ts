import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Collection, Db, Document, MongoClient } from 'mongodb';
import { aggregateCases } from './aggregate-cases.js';
import { concurrencyCases } from './concurrency-cases.js';
import { cursorCases } from './cursor-cases.js';
import { errorCases } from './error-cases.js';
import { filterCases } from './filter-cases.js';
import { gridFsCases } from './gridfs-cases.js';
import { indexCases } from './index-cases.js';
import { sortCases } from './sort-cases.js';
import { updateCases } from './update-cases.js';
import { writeCases } from './write-cases.js';

/** Documents as the cases use them: `_id` is always a string of ours. */
export interface Doc extends Document {
  _id: string;
}

/** What a case works on: an empty collection in an empty database. */
export interface Subject {
  readonly client: MongoClient;
  readonly db: Db;
  readonly collection: Collection<Doc>;
}

/** Declares one case. */
export type Case = (name: string, run: (subject: Subject) => Promise<void>, timeoutMs?: number) => void;

/** A server under the contract. */
export interface Connection {
  readonly client: MongoClient;
  close(): Promise<void>;
}

export interface ContractOptions {
  /** Leave out what runs commands at the same time: a server that takes no locks is no judge of it. */
  readonly sequentialOnly?: boolean;
  /** Cases, by name, that this server is known to answer otherwise, with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

const GROUPS: Readonly<Record<string, (test: Case) => void>> = {
  filters: filterCases,
  'sorts and projections': sortCases,
  cursors: cursorCases,
  writes: writeCases,
  updates: updateCases,
  indexes: indexCases,
  aggregates: aggregateCases,
  errors: errorCases,
  GridFS: gridFsCases,
};

/** The part of MongoDB that the services use, as MongoDB has it: run on every server that they may be given. */
export function mongoContract(connect: () => Promise<Connection>, options: ContractOptions = {}): void {
  let connection: Connection;
  let subject: Subject;

  beforeAll(async () => {
    connection = await connect();
  }, 60_000);

  afterAll(async () => {
    await connection.close();
  });

  beforeEach(() => {
    const { client } = connection;
    const db = client.db(`contract_${randomUUID().slice(0, 8)}`);
    subject = { client, db, collection: db.collection<Doc>('docs') };
  });

  afterEach(async () => {
    await subject.db.dropDatabase();
  });

  const declare: Case = (name, run, timeoutMs = 20_000) => {
    const reason = options.exceptions?.[name];
    if (reason === undefined) it(name, () => run(subject), timeoutMs);
    else it.skip(`${name} (excepted: ${reason})`, () => run(subject));
  };

  for (const [group, cases] of Object.entries(GROUPS)) describe(group, () => cases(declare));
  if (options.sequentialOnly !== true) describe('concurrency', () => concurrencyCases(declare));
}
