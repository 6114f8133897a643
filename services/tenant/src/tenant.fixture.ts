import { AgentServiceClient, AgentServiceService } from '@candor/proto/candor/tenant/v1/agents';
import { ApiKeyServiceClient, ApiKeyServiceService } from '@candor/proto/candor/tenant/v1/api_keys';
import { AuditServiceClient, AuditServiceService } from '@candor/proto/candor/tenant/v1/audit';
import { DirectoryServiceClient, DirectoryServiceService } from '@candor/proto/candor/tenant/v1/directory';
import { InvitationServiceClient, InvitationServiceService } from '@candor/proto/candor/tenant/v1/invitations';
import { OidcServiceClient, OidcServiceService } from '@candor/proto/candor/tenant/v1/oidc';
import { ScimServiceClient, ScimServiceService } from '@candor/proto/candor/tenant/v1/scim';
import { NotificationServiceClient, NotificationServiceService } from '@candor/proto/candor/tenant/v1/notifications';
import { SignInServiceClient, SignInServiceService } from '@candor/proto/candor/tenant/v1/sign_in';
import { TenantServiceClient, TenantServiceService } from '@candor/proto/candor/tenant/v1/tenant';
import { WebhookServiceClient, WebhookServiceService } from '@candor/proto/candor/tenant/v1/webhooks';
import {
  connectMongo,
  InProcessBus,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  type Caller,
  type Clock,
  type Role,
} from '@candor/runtime';
import { callsOf, installationOf, TOKEN, type Calls, type InstallationOf } from '@candor/runtime/service.fixture';
import type { Db } from 'mongodb';
import { composeTenant, type ComposedTenant, type TenantOptions } from './compose.js';

export const BOOTSTRAP_KEY = 'a key that an operator chose';

/** One replica of the service, behind gRPC, with its own connection to the database. */
export class Replica {
  constructor(
    readonly service: ComposedTenant,
    readonly db: Db,
    readonly tenant: Calls<typeof TenantServiceService>,
    readonly keys: Calls<typeof ApiKeyServiceService>,
    readonly directory: Calls<typeof DirectoryServiceService>,
    readonly audit: Calls<typeof AuditServiceService>,
    readonly webhooks: Calls<typeof WebhookServiceService>,
    readonly signIn: Calls<typeof SignInServiceService>,
    readonly oidc: Calls<typeof OidcServiceService>,
    readonly invitations: Calls<typeof InvitationServiceService>,
    readonly scim: Calls<typeof ScimServiceService>,
    readonly notifications: Calls<typeof NotificationServiceService>,
    readonly agents: Calls<typeof AgentServiceService>,
    readonly close: () => Promise<void>,
  ) {}

  /** The same for a signed-in person. */
  async callerOfToken(token: string): Promise<Caller> {
    const call = { requestId: newId() };
    const { signIn, role } = await this.signIn.verifySignIn({ token }, call);
    const { id: keyId = '', userId: ownerId = '' } = signIn ?? {};
    const resolve = { keyId, sessionId: '', requestedOrganizationId: '' };
    const { organizationId } = await this.tenant.resolveOrganization(resolve, call);
    return { organizationId, keyId, role: role as Role, scopes: [], ownerId, ...call };
  }

  /** Does what the gateway does before a route runs. */
  async callerFor(key: string, sessionId = '', requestedOrganizationId = ''): Promise<Caller> {
    const call = { requestId: newId() };
    const { keyId, role, scopes, ownerId } = await this.tenant.verifyKey({ key }, call);
    const resolve = { keyId, sessionId, requestedOrganizationId };
    const { organizationId } = await this.tenant.resolveOrganization(resolve, call);
    return { organizationId, keyId, role: role as Role, scopes, ownerId: ownerId ?? '', requestId: call.requestId };
  }
}

export type Installation = InstallationOf<Replica, Partial<TenantOptions>>;

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export const startInstallation = (): Promise<Installation> =>
  installationOf((url, clock, options) => startReplica(url, { clock, bootstrapKey: BOOTSTRAP_KEY, ...options }));

async function startReplica(url: string, options: Partial<TenantOptions> & { clock: Clock }): Promise<Replica> {
  const client = await connectMongo(url, 'tenant-test');
  const db = client.db('candor_tenant');
  const logger = silentLogger();
  const service = await composeTenant({ db, bus: new InProcessBus({ logger }), logger, ...options });
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const clients = {
    tenant: new RpcClient(TenantServiceClient, server.address, TOKEN),
    keys: new RpcClient(ApiKeyServiceClient, server.address, TOKEN),
    directory: new RpcClient(DirectoryServiceClient, server.address, TOKEN),
    audit: new RpcClient(AuditServiceClient, server.address, TOKEN),
    webhooks: new RpcClient(WebhookServiceClient, server.address, TOKEN),
    signIn: new RpcClient(SignInServiceClient, server.address, TOKEN),
    oidc: new RpcClient(OidcServiceClient, server.address, TOKEN),
    invitations: new RpcClient(InvitationServiceClient, server.address, TOKEN),
    scim: new RpcClient(ScimServiceClient, server.address, TOKEN),
    notifications: new RpcClient(NotificationServiceClient, server.address, TOKEN),
    agents: new RpcClient(AgentServiceClient, server.address, TOKEN),
  };
  return new Replica(
    service,
    db,
    callsOf(TenantServiceService, clients.tenant),
    callsOf(ApiKeyServiceService, clients.keys),
    callsOf(DirectoryServiceService, clients.directory),
    callsOf(AuditServiceService, clients.audit),
    callsOf(WebhookServiceService, clients.webhooks),
    callsOf(SignInServiceService, clients.signIn),
    callsOf(OidcServiceService, clients.oidc),
    callsOf(InvitationServiceService, clients.invitations),
    callsOf(ScimServiceService, clients.scim),
    callsOf(NotificationServiceService, clients.notifications),
    callsOf(AgentServiceService, clients.agents),
    async () => {
      for (const client of Object.values(clients)) client.close();
      await server.close();
      await service.close();
      await client.close();
    },
  );
}
