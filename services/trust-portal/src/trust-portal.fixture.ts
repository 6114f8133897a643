import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import {
  SubscriberServiceClient,
  SubscriberServiceService,
  type ImportSubscribersReply,
  type ImportSubscribersRequest,
  type Subscriber,
  type SubscriberStatus,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import {
  TrustPortalServiceClient,
  TrustPortalServiceService,
  type CreateUpdateRequest,
  type Update,
} from '@candor/proto/candor/trust_portal/v1/trust_portal';
import {
  connectMongo,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  type Caller,
  type CallFor,
  type Clock,
} from '@candor/runtime';
import type { Client } from '@grpc/grpc-js';
import type { Db } from 'mongodb';
import { composeTrustPortal, type ComposedTrustPortal, type TrustPortalOptions } from './compose.js';

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
  service: ComposedTrustPortal;
  portal: Calls<typeof TrustPortalServiceService>;
  subscribers: Calls<typeof SubscriberServiceService>;
  importCsv(csv: string | Buffer[], status: SubscriberStatus, call: CallFor): Promise<ImportSubscribersReply>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface Installation {
  clock: TestClock;
  replica(options?: Partial<TrustPortalOptions>): Promise<Replica>;
  close(): Promise<void>;
}

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-trust-portal-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const clock = new TestClock();
  const replicas: Replica[] = [];
  return {
    clock,
    replica: async (options = {}) => {
      const replica = await startReplica(mongo.url, { clock, ...options });
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

async function startReplica(url: string, options: Partial<TrustPortalOptions> & { clock: Clock }): Promise<Replica> {
  const client = await connectMongo(url, 'trust-portal-test');
  const db = client.db('candor_trust_portal');
  const logger = silentLogger();
  const service = await composeTrustPortal({ db, logger, ...options });
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const portal = new RpcClient(TrustPortalServiceClient, server.address, TOKEN);
  const subscribers = new RpcClient(SubscriberServiceClient, server.address, TOKEN);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    portal.close();
    subscribers.close();
    await server.close();
    await service.close();
    await client.close();
  };
  return {
    db,
    service,
    portal: callsOf(TrustPortalServiceService, portal),
    subscribers: callsOf(SubscriberServiceService, subscribers),
    importCsv: (csv, status, call) => {
      const method = subscribers.stub.importSubscribers.bind(subscribers.stub);
      const { stream, reply } = subscribers.clientStream<ImportSubscribersRequest, ImportSubscribersReply>(
        method,
        call,
      );
      stream.write({ part: { $case: 'start', value: { status } } });
      for (const value of typeof csv === 'string' ? [Buffer.from(csv)] : csv) {
        stream.write({ part: { $case: 'chunk', value } });
      }
      stream.end();
      return reply;
    },
    start: () => service.start(),
    close: () => (closing ??= close()),
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

/** A plain update, with what a test cares about. */
export function createUpdate(
  replica: Replica,
  call: CallFor,
  change: Partial<CreateUpdateRequest> = {},
): Promise<Update> {
  return replica.portal.createUpdate({ title: 'Title', description: 'Text', categoryIds: [], ...change }, call);
}

export function addSubscriber(
  replica: Replica,
  call: CallFor,
  email: string,
  status: SubscriberStatus,
  categoryIds?: string[],
): Promise<Subscriber> {
  const categories = categoryIds && { ids: categoryIds };
  return replica.subscribers.addSubscriber({ email, status, categories }, call);
}

/** A schedule request with one option set. */
export const schedule = (change: {
  sendImmediately?: boolean;
  scheduledAt?: string;
  scheduleDisabled?: boolean;
  clearScheduledAt?: boolean;
}) => ({ sendImmediately: false, scheduleDisabled: false, clearScheduledAt: false, ...change });
