import { AppError, micros, notFound, type Caller, type Clock } from '@candor/runtime';
import { requireAdmin } from './access.js';
import type { Agents } from './agents/agents.js';
import type { AuditRecorder } from './audit.js';
import type { SignIns } from './sign-in/sign-ins.js';
import type { ApiKeyStore } from './store/api-keys.js';
import type { InvitationStore } from './store/invitations.js';
import type { User, UserStore, UserStatus } from './store/users.js';

export interface UserStatusParts {
  users: UserStore;
  keys: ApiKeyStore;
  invitations: InvitationStore;
  signedIn: SignIns;
  agents: Pick<Agents, 'removeOfUser'>;
  audit: AuditRecorder;
  clock: Clock;
}

/** Letting people go without forgetting what they did, and taking them back. */
export class UserStatuses {
  constructor(private readonly parts: UserStatusParts) {}

  /**
   * The user can do nothing from now on: sign-ins, keys and an open invitation end. Nobody does this to themselves. The
   * status comes first, so that a crash in between can be repeated.
   */
  async deactivate(caller: Caller, userId: string): Promise<User> {
    requireAdmin(caller);
    if (userId === caller.ownerId) {
      throw new AppError('conflict', 'own_account', 'Nobody deactivates their own account. Ask another administrator.');
    }
    const { keys, invitations, signedIn, agents, clock } = this.parts;
    const { organizationId } = caller;
    const before = await this.find(caller, userId);
    const user = await this.set(caller, before, 'deactivated');
    await signedIn.revokeOfUser(organizationId, userId);
    await agents.removeOfUser(organizationId, userId);
    await keys.revokeOfOwner(organizationId, userId, micros(clock));
    await invitations.removeOfUser(organizationId, userId);
    if (before.status !== 'deactivated') await this.record(caller, 'user.deactivated', userId);
    return user;
  }

  /** The user may sign in again; keys that were revoked stay so. Whoever is invited stays invited. */
  async reactivate(caller: Caller, userId: string): Promise<User> {
    requireAdmin(caller);
    const before = await this.find(caller, userId);
    if (before.status !== 'deactivated') return before;
    const user = await this.set(caller, before, 'active');
    await this.record(caller, 'user.reactivated', userId);
    return user;
  }

  private async find({ organizationId }: Caller, userId: string): Promise<User> {
    const user = await this.parts.users.find(organizationId, userId);
    if (!user) throw notFound('user');
    return user;
  }

  private async set({ organizationId }: Caller, { id }: User, status: UserStatus): Promise<User> {
    const changed = await this.parts.users.change(organizationId, id, { status });
    if (!changed || changed === 'taken') throw notFound('user');
    return changed;
  }

  private record(caller: Caller, action: string, targetId: string): Promise<string> {
    return this.parts.audit.record(caller, { action, targetType: 'user', targetId });
  }
}
