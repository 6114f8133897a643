import { AppError, notFound, type Caller } from '@candor/runtime';
import { requireAdmin, type Access } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import type { PersonCodeStore } from '../store/person-codes.js';
import type { UserStore } from '../store/users.js';
import type { SignIns } from './sign-ins.js';

/** What acts for people without being signed in. */
export interface Deputy {
  /** Ends all of a user; resolves to how many there were. */
  removeOfUser(organizationId: string, userId: string): Promise<number>;
}

export interface Deputies {
  agents: Deputy;
  extensions: Deputy;
}

/** How many of each were ended. */
export interface SignedOutEverywhere {
  browsers: number;
  agents: number;
  extensions: number;
}

interface Parts {
  signedIn: Pick<SignIns, 'revokeOfUser'>;
  codes: PersonCodeStore;
  deputies: Deputies;
  users: UserStore;
  access: Access;
  audit: AuditRecorder;
}

/** Signing a person out of every browser at once, as of a laptop that was lost. */
export class Everywhere {
  constructor(private readonly parts: Parts) {}

  /**
   * The caller's own, or those of `userId` for an ADMIN; links that wait end with them, and when `connected` agents and
   * browser extensions. Keys go on. The caller's own sign-in goes last, so that a failure in between can be repeated.
   */
  async signOut(caller: Caller, userId: string, connected: boolean): Promise<SignedOutEverywhere> {
    const person = await this.personOf(caller, userId);
    const { signedIn, codes, deputies, audit } = this.parts;
    const whose = [person.organizationId, person.userId] as const;
    const agents = connected ? await deputies.agents.removeOfUser(...whose) : 0;
    const extensions = connected ? await deputies.extensions.removeOfUser(...whose) : 0;
    await codes.removeOfUser(...whose);
    const browsers = await signedIn.revokeOfUser(...whose);
    const ended = connected ? { browsers, agents, extensions } : { browsers };
    await audit.record(
      { ...caller, organizationId: person.organizationId },
      {
        action: 'sign_in.all_revoked',
        targetType: 'user',
        targetId: person.userId,
        details: Object.fromEntries(Object.entries(ended).map(([what, count]) => [what, String(count)])),
      },
    );
    return { browsers, agents, extensions };
  }

  private async personOf(caller: Caller, userId: string): Promise<{ organizationId: string; userId: string }> {
    const { access, users } = this.parts;
    if (userId === '') {
      if (caller.ownerId === '') throw personNeeded();
      return { organizationId: await access.homeOf(caller), userId: caller.ownerId };
    }
    requireAdmin(caller);
    if (!(await users.find(caller.organizationId, userId))) throw notFound('user');
    return { organizationId: caller.organizationId, userId };
  }
}

const personNeeded = (): AppError =>
  new AppError(
    'conflict',
    'person_required',
    'This key is nobody’s. Sign in, or name the user on whose page it is done.',
  );
