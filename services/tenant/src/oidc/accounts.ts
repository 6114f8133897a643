import {
  cleanName,
  domainName,
  emailAddress,
  lengthOf,
  micros,
  newId,
  type Caller,
  type Clock,
  type Role,
} from '@candor/runtime';
import type { AuditRecorder } from '../audit.js';
import type { Organization, OrganizationStore } from '../store/organizations.js';
import type { UserIdentityStore } from '../store/user-identities.js';
import { emailKey, type User, type UserStore } from '../store/users.js';
import { oidcError } from './errors.js';
import type { ProvenPerson } from './provider.js';

export interface AccountParts {
  users: UserStore;
  identities: UserIdentityStore;
  organizations: OrganizationStore;
  audit: AuditRecorder;
  clock: Clock;
}

const MAX_NAME = 200;

/** Which user of an organization a person of a sign-in provider is. */
export class Accounts {
  constructor(private readonly parts: AccountParts) {}

  /**
   * The active user: found by the provider's name for the person, then by the verified address. Whoever was invited accepts
   * by signing in. A user is made only where joining by domain is allowed; all others are refused.
   */
  async userFor(organization: Organization, person: ProvenPerson, requestId: string): Promise<User> {
    const { users, identities } = this.parts;
    const email = verifiedAddress(organization, person);
    const known = await identities.userOf(organization.id, person);
    const user =
      (known === undefined ? undefined : await users.find(organization.id, known)) ??
      (await users.findByEmail(organization.id, email)) ??
      (await this.joined(organization, email, person, requestId));
    if (user.status === 'deactivated') throw oidcError('oidc_deactivated');
    await identities.link(organization.id, person, user.id);
    return user.status === 'invited' ? this.accepted(user, requestId) : user;
  }

  private async joined(
    organization: Organization,
    email: string,
    { name: given, issuer }: ProvenPerson,
    requestId: string,
  ): Promise<User> {
    const { users, audit, clock } = this.parts;
    const { allowed, role } = organization.joinByDomain;
    if (!allowed || organization.hd.length === 0) throw oidcError('oidc_no_account');
    const name = cleanName(given);
    const user: User = {
      id: newId(),
      organizationId: organization.id,
      name: name !== '' && lengthOf(name) <= MAX_NAME ? name : email,
      email,
      role,
      status: 'active',
      lastSignedInAt: undefined,
      createdAt: micros(clock),
    };
    if (!(await users.insert(user))) {
      // Two browsers at once: the other one made the user.
      const other = await users.findByEmail(organization.id, email);
      if (other) return other;
      throw oidcError('oidc_no_account');
    }
    await audit.record(selfOf(user, requestId), {
      action: 'user.joined',
      targetType: 'user',
      targetId: user.id,
      details: { role, issuer },
    });
    return user;
  }

  private async accepted(user: User, requestId: string): Promise<User> {
    const changed = await this.parts.users.change(user.organizationId, user.id, { status: 'active' });
    if (!changed || changed === 'taken') throw oidcError('oidc_no_account');
    await this.parts.audit.record(selfOf(user, requestId), {
      action: 'user.invitation_accepted',
      targetType: 'user',
      targetId: user.id,
      details: { by: 'oidc' },
    });
    return changed;
  }
}

/** The address as it is stored; refuses one that is unverified or outside the organization's domains. */
function verifiedAddress({ hd }: Organization, { email, emailVerified }: ProvenPerson): string {
  const address = emailAddress(email);
  if (address === undefined || !emailVerified) throw oidcError('oidc_email_unverified');
  if (!isInside(hd, address)) throw oidcError('oidc_domain_not_allowed');
  return address;
}

/** Whether an address is of one of the domains, exactly; no domains: of any. */
export function isInside(domains: readonly string[], address: string): boolean {
  if (domains.length === 0) return true;
  const domain = domainName(address.slice(address.lastIndexOf('@') + 1));
  return domain !== undefined && domains.includes(domain);
}

/** What a person does by signing in is the person's own deed. */
export const selfOf = ({ id, organizationId, role }: User, requestId: string): Caller => ({
  organizationId,
  keyId: '',
  role: role satisfies Role,
  scopes: [],
  ownerId: id,
  requestId,
});

export { emailKey };
