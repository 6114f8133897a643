import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyServiceClient, ApiKeyServiceService } from '@candor/proto/candor/tenant/v1/api_keys';
import { AuditServiceClient, AuditServiceService } from '@candor/proto/candor/tenant/v1/audit';
import { DirectoryServiceClient, DirectoryServiceService } from '@candor/proto/candor/tenant/v1/directory';
import { TenantServiceClient, TenantServiceService } from '@candor/proto/candor/tenant/v1/tenant';
import {
  connectMongo,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  type CallFor,
  type Caller,
  type Clock,
  type Role,
} from '@candor/runtime';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import type { Client } from '@grpc/grpc-js';
import type { Db } from 'mongodb';
import { composeTenant, type ComposedTenant, type TenantOptions } from './compose.js';

export const BOOTSTRAP_KEY = 'a key that an operator chose';
const TOKEN = 'token between services';

/** A clock that a test moves. */
export class TestClock implements Clock {
  constructor(private at = Date.UTC(2030, 0, 1)) {}
  now = (): number => this.at;
  advance(milliseconds: number): void {
    this.at += milliseconds;
  }
}

/** The methods of a service definition as plain functions. */
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
export class Replica {
  constructor(
    readonly service: ComposedTenant,
    readonly db: Db,
    readonly tenant: Calls<typeof TenantServiceService>,
    readonly keys: Calls<typeof ApiKeyServiceService>,
    readonly directory: Calls<typeof DirectoryServiceService>,
    readonly audit: Calls<typeof AuditServiceService>,
    readonly close: () => Promise<void>,
  ) {}

  /** Does what the gateway does before a route runs. */
  async callerFor(key: string, sessionId = '', requestedOrganizationId = ''): Promise<Caller> {
    const call = { requestId: newId() };
    const { keyId, role, scopes, ownerId } = await this.tenant.verifyKey({ key }, call);
    const resolve = { keyId, sessionId, requestedOrganizationId };
    const { organizationId } = await this.tenant.resolveOrganization(resolve, call);
    return { organizationId, keyId, role: role as Role, scopes, ownerId: ownerId ?? '', requestId: call.requestId };
  }
}

export interface Installation {
  clock: TestClock;
  /** Another replica on the same database. */
  replica(options?: Partial<TenantOptions>): Promise<Replica>;
  close(): Promise<void>;
}

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'candor-tenant-'));
  const mongo = await startEmbeddedMongo({ dataDir });
  const clock = new TestClock();
  const replicas: Replica[] = [];
  return {
    clock,
    replica: async (options = {}) => {
      const replica = await startReplica(mongo.url, { clock, bootstrapKey: BOOTSTRAP_KEY, ...options });
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

async function startReplica(url: string, options: Partial<TenantOptions> & { clock: Clock }): Promise<Replica> {
  const client = await connectMongo(url, 'tenant-test');
  const db = client.db('candor_tenant');
  const logger = silentLogger();
  const service = await composeTenant({ db, logger, ...options });
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const clients = {
    tenant: new RpcClient(TenantServiceClient, server.address, TOKEN),
    keys: new RpcClient(ApiKeyServiceClient, server.address, TOKEN),
    directory: new RpcClient(DirectoryServiceClient, server.address, TOKEN),
    audit: new RpcClient(AuditServiceClient, server.address, TOKEN),
  };
  return new Replica(
    service,
    db,
    callsOf(TenantServiceService, clients.tenant),
    callsOf(ApiKeyServiceService, clients.keys),
    callsOf(DirectoryServiceService, clients.directory),
    callsOf(AuditServiceService, clients.audit),
    async () => {
      for (const client of Object.values(clients)) client.close();
      await server.close();
      await service.close();
      await client.close();
    },
  );
}
