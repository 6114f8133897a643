import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyServiceClient } from '@candor/proto/candor/tenant/v1/api_keys';
import { AuditServiceClient } from '@candor/proto/candor/tenant/v1/audit';
import { DirectoryServiceClient } from '@candor/proto/candor/tenant/v1/directory';
import { TenantServiceClient } from '@candor/proto/candor/tenant/v1/tenant';
import {
  connectMongo,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  type Caller,
  type Clock,
  type Role,
} from '@candor/runtime';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
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

/** One replica of the service, behind gRPC, with its own connection to the database. */
export class Replica {
  constructor(
    readonly service: ComposedTenant,
    readonly db: Db,
    readonly tenant: RpcClient<TenantServiceClient>,
    readonly keys: RpcClient<ApiKeyServiceClient>,
    readonly directory: RpcClient<DirectoryServiceClient>,
    readonly audit: RpcClient<AuditServiceClient>,
    readonly close: () => Promise<void>,
  ) {}

  /** Does what the gateway does before a route runs. */
  async callerFor(key: string, sessionId = '', requestedOrganizationId = ''): Promise<Caller> {
    const call = { requestId: newId() };
    const { keyId, role, scopes, ownerId } = await this.tenant.unary(this.tenant.stub.verifyKey, { key }, call);
    const resolve = { keyId, sessionId, requestedOrganizationId };
    const { organizationId } = await this.tenant.unary(this.tenant.stub.resolveOrganization, resolve, call);
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
  const tenant = new RpcClient(TenantServiceClient, server.address, TOKEN);
  const keys = new RpcClient(ApiKeyServiceClient, server.address, TOKEN);
  const directory = new RpcClient(DirectoryServiceClient, server.address, TOKEN);
  const audit = new RpcClient(AuditServiceClient, server.address, TOKEN);
  return new Replica(service, db, tenant, keys, directory, audit, async () => {
    for (const rpc of [tenant, keys, directory, audit]) rpc.close();
    await server.close();
    await service.close();
    await client.close();
  });
}
