import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import {
  InsightsServiceClient,
  InsightsServiceService,
  type ImportConversationsReply,
  type ImportConversationsRequest,
} from '@candor/proto/candor/insights/v1/insights';
import {
  connectMongo,
  InProcessBus,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  type Bus,
  type Caller,
  type CallFor,
  type Clock,
} from '@candor/runtime';
import type { Client } from '@grpc/grpc-js';
import type { Db } from 'mongodb';
import type { Engine } from './clients/engine.js';
import { composeInsights } from './compose.js';

const TOKEN = 'token between services';

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

function callsOf<Definition extends object>(definition: Definition, rpc: RpcClient<Client>): Calls<Definition> {
  const stub = rpc.stub as unknown as Record<string, UnaryMethod>;
  const entries = Object.keys(definition).map((name) => [
    name,
    (request: object, call: CallFor) => rpc.unary(stub[name]!, request, call),
  ]);
  return Object.fromEntries(entries) as Calls<Definition>;
}

type UnaryMethod = Parameters<RpcClient<Client>['unary']>[0];

/** One replica of the service, behind gRPC, with its own connection to the database. */
export interface Replica {
  db: Db;
  insights: Calls<typeof InsightsServiceService>;
  importLines(pieces: Buffer[], call: CallFor): Promise<ImportConversationsReply>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** A bus of its own when absent. */
  bus?: Bus;
  /** Knows nothing when absent. */
  engine?: Engine;
}

export interface Installation {
  clock: TestClock;
  replica(options?: ReplicaOptions): Promise<Replica>;
  close(): Promise<void>;
}

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-insights-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const clock = new TestClock();
  const replicas: Replica[] = [];
  return {
    clock,
    replica: async (options = {}) => {
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

const knowsNothing: Engine = {
  ask: () => Promise.resolve({ answer: '', answerStatus: 'NEEDS_INFO', confidence: undefined, citations: [] }),
};

async function startReplica(url: string, clock: Clock, options: ReplicaOptions): Promise<Replica> {
  const client = await connectMongo(url, 'insights-test');
  const db = client.db('candor_insights');
  const logger = silentLogger();
  const bus = options.bus ?? new InProcessBus({ logger });
  const service = await composeInsights({ db, bus, engine: options.engine ?? knowsNothing, logger, clock });
  await service.start();
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const insights = new RpcClient(InsightsServiceClient, server.address, TOKEN);
  return {
    db,
    insights: callsOf(InsightsServiceService, insights),
    importLines: (pieces, call) => {
      const method = insights.stub.importConversations.bind(insights.stub);
      const { stream, reply } = insights.clientStream<ImportConversationsRequest, ImportConversationsReply>(
        method,
        call,
      );
      for (const chunk of pieces) stream.write({ chunk });
      stream.end();
      return reply;
    },
    close: async () => {
      insights.close();
      await server.close();
      await bus.drain();
      await service.close();
      await client.close();
    },
  };
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
