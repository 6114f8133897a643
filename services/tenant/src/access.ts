import { AppError, micros, notFound, ROLES, type Caller, type Clock, type Role } from '@candor/runtime';
import { hashKey } from './api-key.js';
import type { AgentConnectionStore } from './store/agent-connections.js';
import type { ApiKey } from './store/api-keys.js';
import type { KeyDirectory } from './store/key-directory.js';
import type { OrganizationStore } from './store/organizations.js';
import type { SessionStore } from './store/sessions.js';
import type { SignInStore } from './store/sign-ins.js';
import type { UserStore } from './store/users.js';

export interface AccessStores {
  directory: KeyDirectory;
  organizations: OrganizationStore;
  sessions: SessionStore;
  signIns: SignInStore;
  agentConnections: AgentConnectionStore;
  users: UserStore;
}

/** A key that works now. */
export interface UsableKey {
  key: ApiKey;
  /** The lower of the key's role and its owner's. */
  role: Role;
}

/** Homes of keys and sign-ins kept in memory: neither ever moves to another organization. */
const KNOWN_HOMES = 10_000;

/** Whether a key works, and where. Revocation and roles are read anew on every call; nothing is cached here but homes. */
export class Access {
  private readonly homes = new Map<string, string>();

  constructor(
    private readonly stores: AccessStores,
    private readonly clock: Clock,
  ) {}

  /** The key behind `secret`. One refusal for malformed, unknown, revoked and expired. */
  async verify(secret: string): Promise<UsableKey> {
    const key = await this.stores.directory.findByHash(hashKey(secret), micros(this.clock));
    const usable = key && (await this.usable(key));
    if (!usable) throw unauthenticated();
    return usable;
  }

  /**
   * The organization that a call works in: the requested one, else the session's, else the key's own. A requested one
   * that the key may not use is `organization_not_found`. A session whose organization was deleted is refused until it is
   * switched (`session_organization_deleted`): its calls meant that one. One that only may no longer be there is at home.
   */
  async resolve(keyId: string, sessionId: string, requested: string): Promise<string> {
    const home = await this.home(keyId);
    if (requested !== '') {
      if (requested === home || (await this.mayUse(keyId, home, requested))) return requested;
      throw notFound('organization');
    }
    const current = await this.stores.sessions.current(home, keyId, sessionId);
    if (current === undefined || current === home) return home;
    if (await this.mayUse(keyId, home, current)) return current;
    if (await this.stores.organizations.find(current)) return home;
    throw new AppError(
      'conflict',
      'session_organization_deleted',
      'The organization that this session worked in was deleted. Switch the session to another organization.',
    );
  }

  /** The organization that the caller's key, or the signed-in person, belongs to; an operator, who calls without a key, is at home where it works. */
  async homeOf(caller: Caller): Promise<string> {
    return caller.keyId === '' ? caller.organizationId : this.home(caller.keyId);
  }

  /** The organization that the key was issued in, or that the person of the sign-in or of the agent is of. */
  async home(keyId: string): Promise<string> {
    const known = this.homes.get(keyId);
    if (known !== undefined) return known;
    const { directory, signIns, agentConnections } = this.stores;
    const found =
      (await directory.findById(keyId)) ?? (await signIns.findById(keyId)) ?? (await agentConnections.findById(keyId));
    if (!found) throw unauthenticated();
    if (this.homes.size >= KNOWN_HOMES) this.homes.clear();
    this.homes.set(keyId, found.organizationId);
    return found.organizationId;
  }

  /** A parent's admins use the parent and its children; everybody else, and every agent, their own organization alone. */
  private async mayUse(keyId: string, home: string, target: string): Promise<boolean> {
    const organization = await this.stores.organizations.find(target);
    return organization?.parentId === home && (await this.roleOf(keyId)) === 'ADMIN';
  }

  /** What the key, or the person of the sign-in, may do now; undefined: nothing. */
  private async roleOf(keyId: string): Promise<Role | undefined> {
    const key = await this.stores.directory.findById(keyId);
    if (key) return (await this.usable(key))?.role;
    const signIn = await this.stores.signIns.findById(keyId);
    if (!signIn) return undefined;
    const user = await this.stores.users.find(signIn.organizationId, signIn.userId);
    return user?.status === 'active' ? user.role : undefined;
  }

  private async usable(key: ApiKey): Promise<UsableKey | undefined> {
    const now = micros(this.clock);
    if (key.revokedAt !== undefined || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined;
    if (key.ownerId === undefined) return { key, role: key.role };
    const owner = await this.stores.users.find(key.organizationId, key.ownerId);
    return owner?.status === 'active' ? { key, role: lowerRole(key.role, owner.role) } : undefined;
  }
}

export const lowerRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) <= ROLES.indexOf(b) ? a : b);

export function requireAdmin(caller: Caller): void {
  if (caller.role !== 'ADMIN') throw new AppError('forbidden', 'admin_required', 'This needs the ADMIN role.');
}

const unauthenticated = (): AppError =>
  new AppError('unauthenticated', 'invalid_api_key', 'The API key is missing, invalid or expired. Verify the key.');
