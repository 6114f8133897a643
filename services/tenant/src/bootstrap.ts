import { DEFAULT_TIME_ZONE, deterministicId, micros, type Clock } from '@candor/runtime';
import { generateApiKey, hashKey, prefixOf } from './api-key.js';
import type { ApiKey, ApiKeyStore } from './store/api-keys.js';
import type { KeyDirectory } from './store/key-directory.js';
import { NO_JOINING, type OrganizationStore } from './store/organizations.js';

/** Fixed, so that replicas that start at once make one organization. */
export const DEFAULT_ORGANIZATION_ID = deterministicId('organization', 'default');

export interface BootstrapStores {
  organizations: OrganizationStore;
  keys: ApiKeyStore;
  directory: KeyDirectory;
}

export interface Bootstrapped {
  /** The first admin key when it was generated just now; it cannot be had again. */
  key: string | undefined;
  /** The default organization was made just now. */
  isFirstStart: boolean;
}

/** Makes the default organization and its first admin key, once; safe to run at every start and on several replicas at once. */
export async function bootstrap(
  stores: BootstrapStores,
  clock: Clock,
  chosenKey: string | undefined,
): Promise<Bootstrapped> {
  const isFirstStart = await stores.organizations.insert({
    id: DEFAULT_ORGANIZATION_ID,
    name: 'Default organization',
    tenantName: 'default',
    displayName: 'default',
    hd: [],
    logoUrl: undefined,
    accentColor: undefined,
    intro: undefined,
    approversOnly: false,
    joinByDomain: NO_JOINING,
    timeZone: DEFAULT_TIME_ZONE,
    agentsMayConnect: true,
    parentId: undefined,
    createdAt: micros(clock),
    closedAt: undefined,
  });
  if (chosenKey !== undefined) {
    // The id is made from the value: the same value is the same key at every start, and stays revoked once revoked.
    const hash = hashKey(chosenKey);
    const id = deterministicId('bootstrap-key', hash);
    await stores.directory.addSecret(DEFAULT_ORGANIZATION_ID, id, hash);
    await stores.keys.insert(adminKey(id, prefixOf(chosenKey), clock));
    return { key: undefined, isFirstStart };
  }
  if (await stores.keys.any(DEFAULT_ORGANIZATION_ID)) return { key: undefined, isFirstStart };
  const { key, prefix } = generateApiKey();
  const id = deterministicId('bootstrap-key', 'generated');
  // Secret first: a key without a secret would be lost; a secret without its key opens nothing.
  await stores.directory.addSecret(DEFAULT_ORGANIZATION_ID, id, hashKey(key));
  if (await stores.keys.insert(adminKey(id, prefix, clock))) return { key, isFirstStart };
  await stores.directory.removeSecret(DEFAULT_ORGANIZATION_ID, hashKey(key));
  return { key: undefined, isFirstStart };
}

const adminKey = (id: string, prefix: string, clock: Clock): ApiKey => ({
  id,
  organizationId: DEFAULT_ORGANIZATION_ID,
  name: 'Bootstrap admin key',
  prefix,
  role: 'ADMIN',
  scopes: [],
  ownerId: undefined,
  expiresAt: undefined,
  revokedAt: undefined,
  createdAt: micros(clock),
  madeFor: '',
});
