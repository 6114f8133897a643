import { pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { Access } from './access.js';
import { bootstrap } from './bootstrap.js';
import { tenantService } from './grpc/tenant-service.js';
import { Organizations } from './organizations.js';
import { ApiKeyStore } from './store/api-keys.js';
import { KeyDirectory } from './store/key-directory.js';
import { OrganizationStore } from './store/organizations.js';
import { SessionStore } from './store/sessions.js';
import { UserStore } from './store/users.js';

export interface TenantOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** The first admin key of the default organization, exactly; one is generated when absent. */
  bootstrapKey?: string;
}

export interface ComposedTenant extends ComposedService {
  /** Makes the default organization and its first admin key; `key` is there once, when it was newly made. */
  bootstrap(): Promise<{ key: string | undefined }>;
}

export async function composeTenant(options: TenantOptions): Promise<ComposedTenant> {
  const { db, clock } = options;
  const stores = {
    organizations: new OrganizationStore(db),
    keys: new ApiKeyStore(db),
    directory: new KeyDirectory(db),
    sessions: new SessionStore(db),
    users: new UserStore(db),
  };
  for (const store of Object.values(stores)) await store.ensureIndexes();
  const access = new Access(stores, clock);
  const organizations = new Organizations(stores, access, clock);
  return {
    name: 'tenant',
    rpc: [tenantService({ access, organizations })],
    dependencies: [{ name: 'tenant database', check: () => pingMongo(db) }],
    bootstrap: async () => ({ key: await bootstrap(stores, clock, options.bootstrapKey) }),
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export { composeTenant as compose };
