import { micros, pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { Access } from './access.js';
import { ApiKeys, DEFAULT_ROTATION_GRACE } from './api-keys.js';
import { AuditRecorder } from './audit.js';
import { bootstrap } from './bootstrap.js';
import { Erasure } from './erasure.js';
import { apiKeyService } from './grpc/api-key-service.js';
import { auditService } from './grpc/audit-service.js';
import { directoryService } from './grpc/directory-service.js';
import { tenantService } from './grpc/tenant-service.js';
import { Organizations } from './organizations.js';
import { People } from './people.js';
import { DEFAULT_RATES, RateLimits, type RateBudgets } from './rate-limits.js';
import { ApiKeyStore } from './store/api-keys.js';
import { AuditLogStore } from './store/audit-log.js';
import { GroupStore } from './store/groups.js';
import { DEFAULT_IDEMPOTENCY_TIMES, IdempotencyStore, type IdempotencyTimes } from './store/idempotency.js';
import { KeyDirectory } from './store/key-directory.js';
import { OrganizationStore } from './store/organizations.js';
import { RateWindowStore } from './store/rate-windows.js';
import { SessionStore } from './store/sessions.js';
import { SystemScope } from './store/system-scope.js';
import { UserStore } from './store/users.js';

export interface TenantOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** The first admin key of the default organization, exactly; one is generated when absent. */
  bootstrapKey?: string;
  rates?: RateBudgets;
  idempotency?: IdempotencyTimes;
  /** How long a rotated secret goes on working, microseconds. */
  rotationGrace?: number;
}

export interface ComposedTenant extends ComposedService {
  /** Makes the default organization and its first admin key; `key` is there once, when it was newly made. */
  bootstrap(): Promise<{ key: string | undefined }>;
  /** Names of an open organization, for a process that holds several services; undefined when there is none. */
  portalOf(organizationId: string): Promise<{ name: string; tenantName: string } | undefined>;
}

const SWEEP_EVERY_MS = 10 * 60_000;

export async function composeTenant(options: TenantOptions): Promise<ComposedTenant> {
  const { db, clock, logger } = options;
  const stores = {
    organizations: new OrganizationStore(db),
    keys: new ApiKeyStore(db),
    directory: new KeyDirectory(db),
    sessions: new SessionStore(db),
    users: new UserStore(db),
    groups: new GroupStore(db),
    windows: new RateWindowStore(db),
    idempotency: new IdempotencyStore(db, options.idempotency ?? DEFAULT_IDEMPOTENCY_TIMES),
    auditLog: new AuditLogStore(db),
  };
  await Promise.all(Object.values(stores).map((store) => store.ensureIndexes()));

  const audit = new AuditRecorder(stores.auditLog, clock);
  const access = new Access(stores, clock);
  const shared = { ...stores, audit, access, clock, db };
  const organizations = new Organizations(stores, access, audit, clock);
  const keys = new ApiKeys({ ...shared, rotationGrace: options.rotationGrace ?? DEFAULT_ROTATION_GRACE });
  const rates = new RateLimits(stores.windows, options.rates ?? DEFAULT_RATES, clock);
  const erasure = new Erasure(shared);

  const system = new SystemScope(db);
  let sweep: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const purged = await system.purgeIdempotency(micros(clock));
      if (purged > 0) logger.debug({ purged }, 'idempotency records ended');
    } catch (error) {
      logger.warn({ err: error }, 'could not purge idempotency records');
    }
  };

  return {
    name: 'tenant',
    rpc: [
      tenantService({ access, organizations, erasure, rates, idempotency: stores.idempotency, clock }),
      apiKeyService(keys),
      directoryService(new People(shared), stores.users, stores.groups),
      auditService(audit, stores.auditLog),
    ],
    dependencies: [{ name: 'tenant database', check: () => pingMongo(db) }],
    bootstrap: async () => ({ key: await bootstrap(stores, clock, options.bootstrapKey) }),
    portalOf: async (organizationId) => {
      const organization = await stores.organizations.find(organizationId);
      return organization && { name: organization.name, tenantName: organization.tenantName };
    },
    start: () => {
      sweep = setInterval(() => (sweeping = purge()), SWEEP_EVERY_MS);
      sweep.unref();
      return Promise.resolve();
    },
    close: async () => {
      clearInterval(sweep);
      await sweeping;
    },
  };
}

export { composeTenant as compose };
