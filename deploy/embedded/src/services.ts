import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { composeGateway } from '@candor/gateway';
import { composeInsights, EngineClient, PeopleClient, QuestionnairesClient } from '@candor/insights';
import { composeQuestionnaire, draftingOf, startWorkers } from '@candor/questionnaire';
import { keptVersionsOf } from '@candor/questionnaire/store/kept-versions-config';
import {
  AmqpBus,
  connectMongo,
  InProcessBus,
  startRpcServer,
  systemClock,
  type Bus,
  type ComposedService,
  type Logger,
  type ProcessMetrics,
  type Shutdown,
} from '@candor/runtime';
import { mailSettings, openMailer } from '@candor/runtime/mail';
import { composeTenant } from '@candor/tenant';
import { oidcOptions, webhookOptions } from '@candor/tenant/config';
import { composeTrustPortal, ConversationsClient, KnowledgeClient, mailOptions } from '@candor/trust-portal';
import { publicUrlOf, type EmbeddedConfig } from './config.js';
import { makeFilesDirectory } from './files-directory.js';
import { sealingKeyIn } from './sealing-key.js';

export interface ServicesOptions {
  config: Readonly<EmbeddedConfig>;
  databaseUrl: string;
  logger: Logger;
  shutdown: Shutdown;
  metrics: ProcessMetrics;
}

export interface StartedServices {
  /** Of the public API. */
  url: string;
  /** The first admin key, when it was made at this start. */
  newKey: string | undefined;
  /** Leads to the page on which the first person becomes an administrator; of the first start. */
  firstAdminLink: string | undefined;
}

const MB = 1024 * 1024;
/** The embedded database ends with this process, so silence only means that it works. */
const EMBEDDED_PATIENCE_MS = 10 * 60_000;

/**
 * Starts the services and the gateway on one database server. They are reached over gRPC on loopback, with a token made at
 * each start, exactly as when they run apart. What is started is closed by `shutdown`.
 */
export async function startServices({
  config,
  databaseUrl,
  logger,
  shutdown,
  metrics,
}: ServicesOptions): Promise<StartedServices> {
  const embedded = config.MONGODB_URL === undefined;
  const mongo = await connectMongo(databaseUrl, 'candor', embedded ? EMBEDDED_PATIENCE_MS : undefined);
  shutdown.add('database connection', () => mongo.close());
  const bus: Bus =
    config.RABBITMQ_URL === undefined
      ? new InProcessBus({ logger, observe: metrics.attempts })
      : new AmqpBus({ url: config.RABBITMQ_URL, name: 'candor', logger, observe: metrics.attempts });
  shutdown.add('bus', () => bus.close());
  metrics.watch(bus);
  const { meter } = metrics;
  const ocrLanguages = config.CANDOR_OCR_LANGUAGES;
  const readOnce = config.CANDOR_ANSWER_READING === 'once';
  const workers = startWorkers({ drafting: draftingOf(config), ocrLanguages, readOnce, logger, meter });
  const base = { clock: systemClock, logger };
  const measured = { ...base, meter };
  const places = { outbox: join(config.CANDOR_DATA_DIR, 'outbox'), publicUrl: publicUrlOf(config) };
  const mail = openMailer(mailSettings(config, places), logger);
  shutdown.add('mail server', () => {
    mail.transport.close();
    return Promise.resolve();
  });
  const ofTenant = { db: mongo.db('candor_tenant'), bus, mail, alone: embedded };
  const sealingKey = await sealingKeyIn(config.CANDOR_DATA_DIR);
  const joining = oidcOptions(config, sealingKey);
  const tenant = await composeTenant({ ...measured, ...ofTenant, ...tenantOptions(config), ...joining });
  const questionnaire = await composeQuestionnaire({
    ...measured,
    db: mongo.db('candor_questionnaire'),
    bus,
    workers,
    maxUploadBytes: config.CANDOR_MAX_UPLOAD_MB * MB,
    maxPending: config.CANDOR_MAX_PENDING_UPLOADS,
    keptVersions: keptVersionsOf(config),
    filesDirectory: embedded ? await makeFilesDirectory(config.CANDOR_DATA_DIR) : undefined,
    alone: embedded,
    works: true,
    publish: tenant.takeEvents,
    timeZoneOf: (id) => tenant.timeZoneOf(id),
  });
  const token = randomBytes(32).toString('hex');
  const questionnaireAddress = await serve(questionnaire, token, { logger, shutdown, metrics });
  const tenantAddress = await serve(tenant, token, { logger, shutdown, metrics });
  const engine = new EngineClient(questionnaireAddress, token);
  const people = new PeopleClient(tenantAddress, token);
  const questionnaires = new QuestionnairesClient(questionnaireAddress, token);
  shutdown.add('clients of the insights', () => {
    engine.close();
    people.close();
    questionnaires.close();
    return Promise.resolve();
  });
  const slack = {
    apiUrl: config.CANDOR_SLACK_API_URL,
    sealingKey: config.CANDOR_SEALING_KEY ?? sealingKey,
    publicUrl: publicUrlOf(config),
    questionnaires,
  };
  const ofInsights = { db: mongo.db('candor_insights'), bus, engine, people, slack, alone: embedded };
  const insights = await composeInsights({ ...measured, ...ofInsights });
  const insightsAddress = await serve(insights, token, { logger, shutdown, metrics });
  const knowledge = new KnowledgeClient(questionnaireAddress, token);
  const conversations = new ConversationsClient(insightsAddress, token);
  shutdown.add('clients of the portals', () => {
    knowledge.close();
    conversations.close();
    return Promise.resolve();
  });
  const trustPortal = await composeTrustPortal({
    ...measured,
    db: mongo.db('candor_trust_portal'),
    bus,
    publish: tenant.takeEvents,
    alone: embedded,
    pages: { findPortal: (tenantName) => tenant.findPortal(tenantName) },
    mail: mailOptions(mail, config.CANDOR_SCHEDULE_MAX_LATE_HOURS, (id) => tenant.portalOf(id)),
    neighbours: { knowledge, conversations },
    domains: {
      configured: config.CANDOR_PORTAL_DOMAINS,
      count: config.CANDOR_PUBLIC_URL !== undefined,
      nameServers: config.CANDOR_DNS_SERVERS,
    },
  });
  const addresses = {
    tenant: tenantAddress,
    questionnaire: questionnaireAddress,
    trustPortal: await serve(trustPortal, token, { logger, shutdown, metrics }),
    insights: insightsAddress,
  };
  shutdown.add('jobs in hand', () => bus.drain());
  const pages = await trustPortal.listenForPages?.({ host: '127.0.0.1', port: 0, token });
  if (pages) shutdown.add('public pages', () => pages.close());
  const { registry } = metrics;
  const gateway = composeGateway({ config, addresses, portalUrl: pages?.url, token, ...base, registry });
  shutdown.add('gateway clients', () => gateway.close());
  const listener = await gateway.listen(config.CANDOR_HTTP_PORT);
  shutdown.add('public listener', () => listener.close());
  const internal = await gateway.listenInternal(config.CANDOR_INTERNAL_PORT);
  shutdown.add('internal listener', () => internal.close());
  // Last: a key that is made and not told, because a port was taken, would be lost.
  const { key: newKey, firstAdminCode } = await tenant.bootstrap();
  const page = `${config.CANDOR_PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? listener.url}/console`;
  return { url: listener.url, newKey, firstAdminLink: firstAdminCode && `${page}#first-admin=${firstAdminCode}` };
}

function tenantOptions(config: Readonly<EmbeddedConfig>) {
  return {
    webhooks: webhookOptions(config),
    passwordSignIn: config.CANDOR_PASSWORD_SIGN_IN,
    rates: {
      insights: { perMinute: config.CANDOR_INSIGHTS_RATE_PER_MINUTE, burst: config.CANDOR_INSIGHTS_RATE_BURST },
      general: { perMinute: config.CANDOR_RATE_PER_MINUTE, burst: config.CANDOR_RATE_BURST },
    },
    ...(config.CANDOR_BOOTSTRAP_API_KEY === undefined ? {} : { bootstrapKey: config.CANDOR_BOOTSTRAP_API_KEY }),
  };
}

/** Starts a service and its gRPC server; returns the server's address. */
async function serve(
  service: ComposedService,
  token: string,
  { logger, shutdown, metrics }: Pick<ServicesOptions, 'logger' | 'shutdown' | 'metrics'>,
): Promise<string> {
  await service.start();
  shutdown.add(service.name, () => service.close());
  const server = await startRpcServer({
    services: service.rpc,
    token,
    logger,
    address: '127.0.0.1:0',
    observe: metrics.calls,
    dependencies: service.dependencies,
  });
  shutdown.add(`${service.name} calls`, () => server.close());
  return server.address;
}
