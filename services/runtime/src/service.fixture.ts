import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { newId, type Caller, type CallFor, type Clock, type RpcClient } from '@candor/runtime';
import type { Client } from '@grpc/grpc-js';
import { MongoClient, type Db } from 'mongodb';

/** Between the replicas of a test and their callers. */
export const TOKEN = 'token between services';

/** A clock that a test moves. */
export class TestClock implements Clock {
  constructor(private at = Date.UTC(2030, 0, 1)) {}
  now = (): number => this.at;
  advance(milliseconds: number): void {
    this.at += milliseconds;
  }
}

/** The unary methods of a service definition as plain functions. */
export type Calls<Definition> = {
  [Method in keyof Definition]: Definition[Method] extends {
    requestSerialize: (value: infer Request) => Buffer;
    responseSerialize: (value: infer Reply) => Buffer;
  }
    ? (request: Request, call: CallFor) => Promise<Reply>
    : never;
};

type UnaryMethod = Parameters<RpcClient<Client>['unary']>[0];

/** Those of a client. */
export function callsOf<Definition extends object>(definition: Definition, rpc: RpcClient<Client>): Calls<Definition> {
  const stub = rpc.stub as unknown as Record<string, UnaryMethod>;
  const entries = Object.keys(definition).map((name) => [
    name,
    (request: object, call: CallFor) => rpc.unary(stub[name]!, request, call),
  ]);
  return Object.fromEntries(entries) as Calls<Definition>;
}

/** An embedded database of its own, with as many replicas of a service as a test wants. */
export interface InstallationOf<Replica, Options> {
  clock: TestClock;
  /** Another replica on the same database. */
  replica(options?: Options): Promise<Replica>;
  /** Closes the replicas too. */
  close(): Promise<void>;
}

/** Starts one; `startReplica` is given the address of the database. */
export async function installationOf<Replica extends { close(): Promise<void> }, Options>(
  startReplica: (url: string, clock: TestClock, options: Options | undefined) => Promise<Replica>,
): Promise<InstallationOf<Replica, Options>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-service-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const clock = new TestClock();
  const replicas: Replica[] = [];
  return {
    clock,
    replica: async (options) => {
      const replica = await startReplica(mongo.url, clock, options);
      replicas.push(replica);
      return replica;
    },
    close: async () => {
      for (const replica of replicas) await replica.close();
      await mongo.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of its own whose commands are counted, by "command collection". */
export interface CountedDatabase {
  db: Db;
  counts: Map<string, number>;
  close(): Promise<void>;
}

/** Starts one. */
export async function countedDatabase(name: string): Promise<CountedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-counted-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const client = new MongoClient(mongo.url, { monitorCommands: true, ignoreUndefined: true });
  const counts = new Map<string, number>();
  client.on('commandStarted', ({ commandName, command }) => {
    const of = `${commandName} ${String(command[commandName])}`;
    counts.set(of, (counts.get(of) ?? 0) + 1);
  });
  const close = async (): Promise<void> => {
    await client.close();
    await mongo.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { db: client.db(name), counts, close };
}

/** A call of an admin of an organization that no other test uses. */
export function adminCall(change: Partial<Caller> = {}): CallFor & { caller: Caller } {
  return {
    requestId: 'r',
    caller: {
      organizationId: newId(),
      keyId: newId(),
      role: 'ADMIN',
      scopes: [],
      ownerId: '',
      requestId: 'r',
      ...change,
    },
  };
}
