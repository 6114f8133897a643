import { InsightsServiceService } from '@candor/proto/candor/insights/v1/insights';
import { KnowledgeServiceService } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { QuestionnaireServiceService } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { AgentServiceService } from '@candor/proto/candor/tenant/v1/agents';
import { ApiKeyServiceService } from '@candor/proto/candor/tenant/v1/api_keys';
import { AuditServiceService } from '@candor/proto/candor/tenant/v1/audit';
import { DirectoryServiceService } from '@candor/proto/candor/tenant/v1/directory';
import { InvitationServiceService } from '@candor/proto/candor/tenant/v1/invitations';
import { OidcServiceService } from '@candor/proto/candor/tenant/v1/oidc';
import { ScimServiceService } from '@candor/proto/candor/tenant/v1/scim';
import { ReviewServiceService } from '@candor/proto/candor/questionnaire/v1/review';
import { SignInServiceService } from '@candor/proto/candor/tenant/v1/sign_in';
import { NotificationServiceService } from '@candor/proto/candor/tenant/v1/notifications';
import { TenantServiceService } from '@candor/proto/candor/tenant/v1/tenant';
import { SubscriberServiceService } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { TrustPortalServiceService } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import {
  AppError,
  notFound,
  silentLogger,
  startRpcServer,
  systemClock,
  type Clock,
  type Handler,
  type RpcService,
} from '@candor/runtime';
import { composeGateway, type Gateway } from './compose.js';
import { edgeConfig } from './config.js';

/** Handlers of the services' methods by name; what a test does not give fails when it is called. */
export type Handlers = Record<string, Handler<never, object>>;

export const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
export const KEY = 'cnd_test0001_secret';

/** Says that `KEY` is a member's key; an organization asked for by header is taken when it is `ORGANIZATION`. */
export const tenantHandlers = (identity: { role?: string; scopes?: string[] } = {}): Handlers => ({
  verifyKey: ({ key }: { key: string }) => {
    if (key !== KEY) throw new AppError('unauthenticated', 'unknown_key', 'Unknown key.');
    return Promise.resolve({
      keyId: 'key-1',
      organizationId: ORGANIZATION,
      role: identity.role ?? 'MEMBER',
      scopes: identity.scopes ?? [],
    });
  },
  resolveOrganization: ({ requestedOrganizationId: asked }: { requestedOrganizationId: string }) => {
    if (asked !== '' && asked !== ORGANIZATION) throw notFound('organization');
    return Promise.resolve({ organizationId: ORGANIZATION });
  },
  takeRate: ({ count }: { count: number }) =>
    Promise.resolve({ granted: count, limit: 1200, remaining: 1000, resetAt: 0, resetSeconds: 60 }),
});

export interface TestGateway {
  url: string;
  gateway: Gateway;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  handlers: Handlers;
  clock?: Clock;
  maxUploadMb?: number;
  corsOrigins?: string;
  publicUrl?: string;
  /** The token that the gateway shows; the services know "token". */
  token?: string;
}

/** The gateway over one gRPC server that answers for all services with the test's own handlers. */
export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const logger = silentLogger();
  const definitions = [
    TenantServiceService,
    ApiKeyServiceService,
    AgentServiceService,
    SignInServiceService,
    OidcServiceService,
    InvitationServiceService,
    ScimServiceService,
    DirectoryServiceService,
    AuditServiceService,
    NotificationServiceService,
    QuestionnaireServiceService,
    KnowledgeServiceService,
    ReviewServiceService,
    TrustPortalServiceService,
    SubscriberServiceService,
    InsightsServiceService,
  ];
  const services = definitions.map((definition): RpcService => {
    const missing = Object.keys(definition).map((name): [string, Handler<never, object>] => [
      name,
      () => Promise.reject(new Error(`${name} was not expected to be called`)),
    ]);
    return { definition, handlers: { ...Object.fromEntries(missing), ...options.handlers } };
  });
  const server = await startRpcServer({ services, token: 'token', logger, address: '127.0.0.1:0' });
  const { address } = server;
  const gateway = composeGateway({
    config: edgeConfig.parse({
      CANDOR_HTTP_PORT: '0',
      CANDOR_INTERNAL_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_MAX_UPLOAD_MB: String(options.maxUploadMb ?? 1),
      CANDOR_CORS_ORIGINS: options.corsOrigins ?? '',
      ...(options.publicUrl !== undefined && { CANDOR_PUBLIC_URL: options.publicUrl }),
    }),
    addresses: { tenant: address, questionnaire: address, trustPortal: address, insights: address },
    token: options.token ?? 'token',
    logger,
    clock: options.clock ?? systemClock,
  });
  const listener = await gateway.listen();
  return {
    url: listener.url,
    gateway,
    close: async () => {
      await listener.close();
      await gateway.close();
      await server.close();
    },
  };
}
