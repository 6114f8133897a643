import { domainName } from '@candor/runtime';
import type { Db } from 'mongodb';
import { OIDC_CONNECTIONS } from './oidc-connections.js';
import { USER_IDENTITIES, type Identity } from './user-identities.js';
import { emailKey, USERS, type UserRow } from './users.js';

/** More organizations than anybody is in. */
const MOST = 20;

interface OrganizationRow {
  _id: string;
  hd: string[];
  closed_at: number;
  join_by_domain?: { allowed: boolean };
}

/**
 * Finds where a person belongs who signs in by the installation's provider and named no organization. Organizations with a
 * provider of their own are left out: their people sign in there.
 */
export class OidcHomes {
  constructor(private readonly db: Db) {}

  /** By the provider's name for the person, by the verified address, then by its domain; undefined when it is not plain. */
  async of(person: Identity & { email: string; emailVerified: boolean }): Promise<string | undefined> {
    const linked = await this.open(await this.byIdentity(person));
    if (linked[0] !== undefined || !person.emailVerified) return linked[0];
    const known = await this.open(await this.byAddress(person.email));
    if (known[0] !== undefined) return known[0];
    const joining = await this.open(await this.byDomain(person.email));
    return joining.length === 1 ? joining[0] : undefined;
  }

  private async byIdentity({ issuer, subject }: Identity): Promise<string[]> {
    const rows = await this.db
      .collection<{ organization_id: string }>(USER_IDENTITIES)
      .find({ issuer, subject })
      .limit(MOST)
      .toArray();
    return rows.map((row) => row.organization_id);
  }

  /** The oldest first. */
  private async byAddress(email: string): Promise<string[]> {
    const rows = await this.db
      .collection<UserRow>(USERS)
      .find({ email_key: emailKey(email) })
      .sort({ created_at: 1 })
      .limit(MOST)
      .toArray();
    return rows.filter(({ status }) => status !== 'deactivated').map((row) => row.organization_id);
  }

  private async byDomain(email: string): Promise<string[]> {
    const domain = domainName(email.slice(email.lastIndexOf('@') + 1));
    if (domain === undefined) return [];
    const rows = await this.db
      .collection<OrganizationRow>('organizations')
      .find({ hd: domain, closed_at: 0 })
      .limit(MOST)
      .toArray();
    return rows.filter((row) => row.join_by_domain?.allowed).map((row) => row._id);
  }

  /** Those of them that are open and have no provider of their own, in the same order. */
  private async open(organizationIds: readonly string[]): Promise<string[]> {
    if (organizationIds.length === 0) return [];
    const among = { $in: [...organizationIds] };
    const [open, own] = await Promise.all([
      this.db.collection<OrganizationRow>('organizations').distinct('_id', { _id: among, closed_at: 0 }),
      this.db.collection<{ _id: string }>(OIDC_CONNECTIONS).distinct('_id', { _id: among }),
    ]);
    return organizationIds.filter((id) => open.includes(id) && !own.includes(id));
  }
}
