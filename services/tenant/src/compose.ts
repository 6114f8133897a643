import {
  databaseDependencies,
  DEFAULT_TIME_ZONE,
  DueWork,
  measureOpenWork,
  micros,
  migrate,
  noMeter,
  type Bus,
  type Clock,
  type ComposedService,
  type Logger,
  type Meter,
  type PublishEvents,
} from '@candor/runtime';
import type { Mailer } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { Access } from './access.js';
import { agentStores, composeAgents, purgeAgents, type AgentOptions } from './agents/compose.js';
import { ApiKeys, DEFAULT_ROTATION_GRACE } from './api-keys.js';
import { AuditRecorder } from './audit.js';
import { bootstrap } from './bootstrap.js';
import { Erasure } from './erasure.js';
import { apiKeyService } from './grpc/api-key-service.js';
import { auditService } from './grpc/audit-service.js';
import { directoryService } from './grpc/directory-service.js';
import { notificationService } from './grpc/notification-service.js';
import { signInService } from './grpc/sign-in-service.js';
import { tenantService } from './grpc/tenant-service.js';
import { webhookService } from './grpc/webhook-service.js';
import { JOBS } from './jobs.js';
import { composeJoining, joiningStores, type JoiningOptions } from './joining.js';
import { Organizations } from './organizations.js';
import { composeNotifications } from './notifications/compose.js';
import { DEFAULT_RATES, RateLimits, type RateBudgets } from './rate-limits.js';
import { composeSignIn } from './sign-in/compose.js';
import { IDLE } from './sign-in/sign-ins.js';
import { Extensions } from './extensions.js';
import { SignInLinks, type NewSignInCode } from './sign-in-links.js';
import { ApiKeyStore } from './store/api-keys.js';
import { AuditLogStore } from './store/audit-log.js';
import { GroupStore } from './store/groups.js';
import { DEFAULT_IDEMPOTENCY_TIMES, IdempotencyStore, type IdempotencyTimes } from './store/idempotency.js';
import { KeyDirectory } from './store/key-directory.js';
import { MIGRATIONS } from './store/migrations.js';
import { OrganizationStore, type Organization } from './store/organizations.js';
import { RateWindowStore } from './store/rate-windows.js';
import { SessionStore } from './store/sessions.js';
import { PasswordStore } from './store/passwords.js';
import { PersonCodeStore } from './store/person-codes.js';
import { ExtensionCodeStore } from './store/extension-codes.js';
import { SignInCodeStore } from './store/sign-in-codes.js';
import { SignInTryStore } from './store/sign-in-tries.js';
import { SignInStore } from './store/sign-ins.js';
import { SystemScope } from './store/system-scope.js';
import { UserStore } from './store/users.js';
import { WebhookDeliveryStore } from './store/webhook-deliveries.js';
import { WebhookStore } from './store/webhooks.js';
import { AddressGuard, type Resolve } from './webhooks/address-guard.js';
import { RETRY_AFTER_MS, WebhookDispatcher } from './webhooks/dispatcher.js';
import { Outbox } from './webhooks/outbox.js';
import { Webhooks } from './webhooks/webhooks.js';

export interface TenantOptions extends JoiningOptions, AgentOptions {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** Where it measures; absent: nowhere. */
  meter?: Meter;
  /** The first admin key of the default organization, exactly; one is generated when absent. */
  bootstrapKey?: string;
  rates?: RateBudgets;
  idempotency?: IdempotencyTimes;
  /** How long a rotated secret goes on working, microseconds. */
  rotationGrace?: number;
  webhooks?: WebhookOptions;
  /** How mails to people go out; without it none do. Whoever opened the transport closes it. */
  mail?: Mailer;
  /** Milliseconds before the 2nd, 3rd, … attempt at a mail to people. */
  mailRetryAfterMs?: readonly number[];
  /** How often to look for work that was missed, milliseconds; default 30 seconds. */
  sweepEveryMs?: number | undefined;
  /** Whether people may sign in by password; not when absent. */
  passwordSignIn?: boolean;
  /** No other replica works on this database: what a predecessor had in hand is taken up at the start. */
  alone?: boolean;
}

export interface WebhookOptions {
  /** Networks that webhooks may reach though they are private, e.g. "10.1.0.0/16". */
  privateNetworks?: readonly string[];
  /** Milliseconds before the 2nd, 3rd, … attempt. */
  retryAfterMs?: readonly number[];
  /** How names are looked up; the system's way when absent. */
  resolve?: Resolve;
}

/** How an organization shows itself to others. */
export interface ShownOrganization {
  name: string;
  tenantName: string;
  logoUrl: string | undefined;
  /** "#rrggbb". */
  accentColor: string | undefined;
  intro: string | undefined;
}

export interface PublicOrganization extends ShownOrganization {
  organizationId: string;
}

export interface ComposedTenant extends ComposedService {
  /**
   * Makes the default organization and its first admin key; `key` is there once, when it was newly made, and so is the code
   * of the link that makes the first admin.
   */
  bootstrap(): Promise<{ key: string | undefined; firstAdminCode: string | undefined }>;
  /** The code of a link that signs in one person of the organization, once, within a day; for whoever works on this machine. */
  personCode(organizationId: string, userId: string): Promise<string>;
  /** The code of a link that signs in to the organization once, within ten minutes; for whoever works on this machine. */
  signInCode(organizationId: string, role: string): Promise<NewSignInCode>;
  /** Names of an open organization, for a process that holds several services; undefined when there is none. */
  portalOf(organizationId: string): Promise<ShownOrganization | undefined>;
  /** The same by its tenant name, with what its public pages show. */
  findPortal(tenantName: string): Promise<PublicOrganization | undefined>;
  /** The IANA name of an organization's time zone, for a process that holds several services; UTC of a closed one. */
  timeZoneOf(organizationId: string): Promise<string>;
  /** Takes what happened in other services; resolves when it is stored. Once for each id, however often it is told. */
  takeEvents: PublishEvents;
}

const SWEEP_EVERY_MS = 10 * 60_000;
/** How long the log of webhooks is kept, microseconds. */
const DELIVERIES_KEPT = 30 * 86_400e6;
/** How long after its end a count of calls or tries is kept, microseconds. */
const COUNTS_KEPT = 86_400e6;

export async function composeTenant(options: TenantOptions): Promise<ComposedTenant> {
  const { db, clock, logger, rotationGrace = DEFAULT_ROTATION_GRACE } = options;
  await migrate(db, MIGRATIONS, { clock, logger });
  const stores = {
    organizations: new OrganizationStore(db),
    keys: new ApiKeyStore(db),
    directory: new KeyDirectory(db, rotationGrace),
    sessions: new SessionStore(db),
    codes: new SignInCodeStore(db),
    extensionCodes: new ExtensionCodeStore(db),
    signIns: new SignInStore(db),
    passwords: new PasswordStore(db),
    personCodes: new PersonCodeStore(db),
    signInTries: new SignInTryStore(db),
    ...joiningStores(db),
    ...agentStores(db),
    users: new UserStore(db),
    groups: new GroupStore(db),
    windows: new RateWindowStore(db),
    idempotency: new IdempotencyStore(db, options.idempotency ?? DEFAULT_IDEMPOTENCY_TIMES),
    auditLog: new AuditLogStore(db),
    webhooks: new WebhookStore(db),
    deliveries: new WebhookDeliveryStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));

  const audit = new AuditRecorder(stores.auditLog, clock);
  const access = new Access(stores, clock);
  const shared = { ...stores, audit, access, clock, db };
  const keys = new ApiKeys({ ...shared, rotationGrace });
  const links = new SignInLinks({ ...stores, keys, clock });
  const meter = options.meter ?? noMeter;
  const work = new DueWork({ bus: options.bus, clock, logger, sweepEveryMs: options.sweepEveryMs });
  const notifying = await composeNotifications({ ...shared, ...options, meter, work });
  const tell = notifying.telling.take.bind(notifying.telling);
  const extensions = new Extensions({ ...shared, apiKeys: keys, tell });
  const { agents, service: agentRpc } = composeAgents({ ...shared, tell }, options);
  const organizations = new Organizations({ ...shared, agents, onTimeZone: notifying.timeZoneChanged });
  const belongings = {
    belongings: [stores.scimRecords, extensions, notifying, agents],
    deputies: { extensions, agents },
    addressed: [stores.identities, stores.invitations],
  };
  const { people, ...signingIn } = composeSignIn({ ...shared, ...belongings, ...options });
  const rates = new RateLimits({ ...stores, budgets: options.rates ?? DEFAULT_RATES, clock });
  const erasure = new Erasure(shared);

  const system = new SystemScope(db);
  measureOpenWork(meter, async () => [
    ...(await system.openWork(micros(clock))),
    await notifying.openWork(micros(clock)),
  ]);
  const guard = new AddressGuard(options.webhooks?.privateNetworks, options.webhooks?.resolve);
  const outbox = new Outbox(stores.webhooks, stores.deliveries, clock, (organizationId, id) =>
    work.announce(JOBS.webhook, { organizationId, id }),
  );
  const retryAfterMs = options.webhooks?.retryAfterMs ?? RETRY_AFTER_MS;
  work.add(new WebhookDispatcher({ ...stores, system, guard, clock, retryAfterMs }));
  const takeEvents: PublishEvents = async (events) => {
    await outbox.take(events);
    await notifying.telling.take(events);
  };
  let sweep: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const purged = await system.purgeIdempotency(micros(clock));
      if (purged > 0) logger.debug({ purged }, 'idempotency records ended');
      await system.purgeSignInCodes(micros(clock));
      await system.purgeInvitations(micros(clock));
      await system.purgeSignIns(micros(clock) - IDLE);
      await purgeAgents(system, micros(clock));
      await system.purgeCounts(micros(clock) - COUNTS_KEPT);
      await system.purgeDeliveries(micros(clock) - DELIVERIES_KEPT);
    } catch (error) {
      logger.warn({ err: error }, 'could not purge what is over');
    }
  };

  return {
    name: 'tenant',
    rpc: [
      tenantService({ access, organizations, erasure, rates, idempotency: stores.idempotency, clock }),
      apiKeyService(keys, links, extensions),
      directoryService(people, stores.users, stores.groups),
      signInService(signingIn),
      ...composeJoining({ ...shared, ...signingIn, people, agents, guard, logger, mail: options.mail }, options),
      agentRpc,
      auditService(audit, stores.auditLog),
      webhookService(new Webhooks({ ...stores, outbox, guard, audit, clock }), takeEvents),
      notificationService(notifying.notifications),
    ],
    dependencies: databaseDependencies('tenant database', { db, logger }),
    signInCode: (organizationId, role) => links.make(organizationId, role),
    personCode: (organizationId, userId) => signingIn.mails.linkFor({ organizationId, id: userId }),
    bootstrap: async () => {
      const { key, isFirstStart } = await bootstrap(stores, clock, options.bootstrapKey);
      return { key, firstAdminCode: isFirstStart ? await signingIn.firstAdmin.link() : undefined };
    },
    portalOf: async (organizationId) => {
      const organization = await stores.organizations.find(organizationId);
      return organization && shown(organization);
    },
    findPortal: async (tenantName) => {
      const organization = await stores.organizations.findByTenantName(tenantName);
      if (!organization) return undefined;
      return { organizationId: organization.id, ...shown(organization) };
    },
    timeZoneOf: async (organizationId) =>
      (await stores.organizations.find(organizationId))?.timeZone ?? DEFAULT_TIME_ZONE,
    takeEvents,
    start: async () => {
      sweep = setInterval(() => (sweeping = purge()), SWEEP_EVERY_MS);
      sweep.unref();
      await notifying.start();
      await work.start();
    },
    close: async () => {
      clearInterval(sweep);
      await work.close();
      await notifying.close();
      await signingIn.mails.close();
      await sweeping;
    },
  };
}

const shown = ({ name, tenantName, logoUrl, accentColor, intro }: Organization): ShownOrganization => ({
  name,
  tenantName,
  logoUrl,
  accentColor,
  intro,
});

export { composeTenant as compose };
