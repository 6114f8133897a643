import { randomBytes } from 'node:crypto';
import { AppError, invalid, micros, notFound, ROLES, type Caller, type Clock } from '@candor/runtime';
import { hashKey } from './api-key.js';
import { asRole, type ApiKeys, type IssuedKey } from './api-keys.js';
import { DEFAULT_ORGANIZATION_ID } from './bootstrap.js';
import type { OrganizationStore } from './store/organizations.js';
import type { RateWindowStore } from './store/rate-windows.js';
import type { SignInCodeStore } from './store/sign-in-codes.js';

/** How long a link works, microseconds. */
const LINK_LIVES = 10 * 60e6;
/** How long the key works that a link is exchanged for, microseconds. */
const KEY_LIVES = 12 * 3600e6;
/** Codes that are none, in a minute over all replicas; beyond them the answer is to wait. */
const MOST_WRONG = 20;
const MINUTE = 60e6;

export interface NewSignInCode {
  /** 128 random bits in 22 characters; it cannot be had again. */
  code: string;
  /** Microseconds. */
  expiresAt: number;
}

interface Parts {
  codes: SignInCodeStore;
  organizations: OrganizationStore;
  windows: RateWindowStore;
  keys: ApiKeys;
  clock: Clock;
}

/** Links that sign a person in once. Only a process on the machine makes one: no call does. */
export class SignInLinks {
  constructor(private readonly parts: Parts) {}

  /** The code of a new link. Rejects an organization that is not there and a role that is none. */
  async make(organizationId: string, role: string): Promise<NewSignInCode> {
    const { codes, organizations, clock } = this.parts;
    if (!asRole(role)) throw invalid([{ path: 'role', message: `role must be one of ${ROLES.join(', ')}.` }]);
    if (!(await organizations.find(organizationId))) throw notFound('organization');
    const code = randomBytes(16).toString('base64url');
    const expiresAt = micros(clock) + LINK_LIVES;
    await codes.add(organizationId, hashKey(code), { role, expiresAt });
    return { code, expiresAt };
  }

  /** Exchanges a code, once, for a new key of its role that works for twelve hours. Whoever guesses is told to wait. */
  async redeem(code: string, requestId: string): Promise<IssuedKey> {
    const { codes, organizations, keys, clock } = this.parts;
    const now = micros(clock);
    const found = await codes.takeByHash(hashKey(code), now, LINK_LIVES);
    if (!found || !(await organizations.find(found.organizationId))) throw await this.refusal(now);
    const { organizationId, role } = found;
    const maker: Caller = { organizationId, keyId: '', role: 'ADMIN', scopes: [], ownerId: '', requestId };
    return keys.issue(maker, {
      name: 'Sign-in link',
      role,
      scopes: [],
      ownerId: undefined,
      expiresAt: now + KEY_LIVES,
    });
  }

  private async refusal(now: number): Promise<AppError> {
    const window = { now, length: MINUTE };
    const { before, endsAt } = await this.parts.windows.use(
      DEFAULT_ORGANIZATION_ID,
      'sign-in-links',
      'wrong',
      1,
      window,
    );
    if (before < MOST_WRONG)
      return new AppError(
        'unauthenticated',
        'sign_in_link_ended',
        'This sign-in link has been used, or is more than ten minutes old. Make another one: npm run admin -- sign-in-link',
      );
    const seconds = Math.max(1, Math.ceil((endsAt - now) / 1e6));
    return new AppError('rate_limited', 'rate_limit_exceeded', `Too many wrong links. Try again in ${seconds} s.`, {
      data: { retry_after: seconds },
    });
  }
}
