import { steadyOf, type Clock, type Dependency, type Logger } from '@candor/runtime';
import express, { type Express, type RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import { slackEndpoint } from './channels/slack-endpoint.js';
import { closeClients, createClients, dependenciesOf, type ServiceAddresses } from './clients/clients.js';
import type { EdgeConfig } from './config.js';
import type { KeyIdentity } from './http/context.js';
import { messageClasses } from './http/messages.js';
import { mcp } from './mcp/endpoint.js';
import { createMetrics } from './metrics.js';
import { accessLog } from './middleware/access-log.js';
import { apiKey } from './middleware/api-key.js';
import { cors } from './middleware/cors.js';
import { organization } from './middleware/organization.js';
import { problems } from './middleware/problem.js';
import { rateLimit } from './middleware/rate-limit.js';
import { requestContext } from './middleware/request-context.js';
import { capacityForCalls, capacityForUploads } from './middleware/capacity.js';
import { securityHeaders } from './middleware/security-headers.js';
import { signedIn } from './middleware/signed-in.js';
import { trace } from './middleware/trace.js';
import { unknownPath } from './middleware/unknown-path.js';
import { agentOrKey, type AgentOrKeyOptions } from './oauth/agent-or-key.js';
import { authorizePage } from './oauth/authorize.js';
import { oauthEndpoints } from './oauth/endpoints.js';
import { oauthMetadata } from './oauth/metadata.js';
import { docs } from './openapi/docs.js';
import { openApiDocument } from './openapi/document.js';
import { askPage } from './pages/ask-page.js';
import { consolePage } from './pages/console-page.js';
import { extensionFiles } from './pages/extension-files.js';
import { mailSwitchPage } from './pages/mail-switch-page.js';
import type { RateBudget } from './rate/budget.js';
import { RateLeases } from './rate/leases.js';
import { mount } from './routes/mount.js';
import { routes } from './routes/table.js';
import { PortalDomains, portalDomain } from './pages/portal-domains.js';
import { portalProxy } from './pages/portal-proxy.js';
import { listen, type ListeningServer } from './server.js';

export interface GatewayOptions {
  config: EdgeConfig;
  addresses: ServiceAddresses;
  /** Where the trust portal's public pages are served; undefined: nowhere. */
  portalUrl?: string | undefined;
  /** Shared by the gateway and the services. */
  token: string;
  logger: Logger;
  clock: Clock;
  /** Where it measures; its own when absent. */
  registry?: Registry;
}

export interface Gateway {
  app: Express;
  dependencies: Dependency[];
  /** Serves the public API; `port` in place of the configured one. */
  listen(port?: number): Promise<ListeningServer>;
  /** Serves /metrics on the internal address; `port` in place of the configured one. */
  listenInternal(port?: number): Promise<ListeningServer>;
  /** Closes the connections to the services; close what listens first. */
  close(): Promise<void>;
}

/** The REST edge over the four services. Nothing listens and nothing is connected before it is asked to. */
export function composeGateway({
  config,
  addresses,
  portalUrl,
  token,
  logger,
  clock,
  registry,
}: GatewayOptions): Gateway {
  const clients = createClients(addresses, token);
  const metrics = createMetrics(registry);
  const leases = new RateLeases((...taken) => clients.tenant.takeRate(...taken), clock);

  const app = express();
  const messages = messageClasses(app);
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', config.CANDOR_TRUSTED_PROXIES);
  app.use(requestContext(steadyOf(clock), config.CANDOR_DEADLINE_SECONDS * 1000));
  app.use(trace());
  app.use(accessLog(logger, metrics, steadyOf(clock)));
  const portal = portalUrl === undefined ? undefined : portalProxy({ url: portalUrl, token, logger });
  if (portal) {
    const domains = new PortalDomains({
      configured: config.CANDOR_PORTAL_DOMAINS,
      ownHost: config.CANDOR_PUBLIC_URL && new URL(config.CANDOR_PUBLIC_URL).hostname,
      read: () => clients.portalPage.domains(),
      steady: steadyOf(clock),
      logger,
    });
    // Before our own headers: the pages have theirs.
    app.use(portalDomain(domains), portal.handler);
  }
  app.use(securityHeaders());
  app.use(cors(config.CANDOR_CORS_ORIGINS));
  app.use(docs(() => openApiDocument(routes, config.CANDOR_PUBLIC_URL)));
  app.use(askPage());
  app.use(consolePage());
  app.use(extensionFiles());
  app.use(
    mailSwitchPage({
      read: (from, mailToken) => clients.notifications.mailSwitch(from, mailToken),
      switchOff: (from, mailToken) => clients.notifications.switchOff(from, mailToken),
    }),
  );
  const publicUrl = config.CANDOR_PUBLIC_URL;
  const byKey = apiKey((key, from) => clients.tenant.verifyKey(key, from), clock);
  /** Who calls, in which organization, how often. */
  const gates = (byHeader: RequestHandler): RequestHandler[] => [
    signedIn({ verify: (sent, from) => clients.signIn.verify(sent, from), byKey: byHeader, publicUrl }),
    organization((request, from) => clients.tenant.resolveOrganization(request, from)),
    rateLimit(leases),
  ];
  const calls = {
    clients,
    logger,
    publicUrl,
    maxUploadBytes: config.CANDOR_MAX_UPLOAD_MB * 1024 * 1024,
    deadlineMs: config.CANDOR_DEADLINE_SECONDS * 1000,
    capacities: {
      calls: capacityForCalls(config.CANDOR_MAX_CALLS_AT_ONCE),
      uploads: capacityForUploads(config.CANDOR_MAX_UPLOADS_AT_ONCE),
    },
    isSpent: (identity: KeyIdentity, budget: RateBudget) => leases.isSpent(identity, budget),
    beforeAccess: gates(byKey),
  };
  const verifyAgent: AgentOrKeyOptions['verify'] = (...asked) => clients.agents.verify(...asked);
  app.use(mcp({ ...calls, beforeAccess: gates(agentOrKey({ verify: verifyAgent, byKey, publicUrl })) }));
  app.use(oauthMetadata(publicUrl));
  app.use(authorizePage({ clients, capacity: calls.capacities.calls, publicUrl }));
  app.use(oauthEndpoints({ clients, capacity: calls.capacities.calls, logger }));
  app.use(slackEndpoint(calls));
  app.use(mount(routes, calls));
  app.use(unknownPath);
  app.use(problems(logger));

  const internal = express();
  internal.disable('x-powered-by');
  internal.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  return {
    app,
    dependencies: dependenciesOf(clients),
    listen: (port = config.CANDOR_HTTP_PORT) => listen(app, { port, host: config.CANDOR_HTTP_HOST, messages }),
    listenInternal: (port = config.CANDOR_INTERNAL_PORT) =>
      listen(internal, { port, host: config.CANDOR_INTERNAL_HOST }),
    close: () => {
      portal?.close();
      closeClients(clients);
      return Promise.resolve();
    },
  };
}
