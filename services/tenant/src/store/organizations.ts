import { DEFAULT_TIME_ZONE, ensureIndexes, isDuplicateKey, readFirst, type Role } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export interface JoinByDomain {
  allowed: boolean;
  role: Role;
}

export const NO_JOINING: JoinByDomain = { allowed: false, role: 'MEMBER' };

export interface Organization {
  id: string;
  name: string;
  /** Of a-z, 0-9 and "-", unique in the installation; part of public addresses. */
  tenantName: string;
  /** What the tenant is called, as it was given. */
  displayName: string;
  /** Approved email domains, lower case. */
  hd: string[];
  logoUrl: string | undefined;
  /** "#rrggbb", lower case. */
  accentColor: string | undefined;
  /** What its portal, mails and ask page say of it. */
  intro: string | undefined;
  /** Whether only APPROVER and ADMIN approve answers, and nobody what they edited last themselves. */
  approversOnly: boolean;
  /** Whether people of its domains become users by signing in, and as what. */
  joinByDomain: JoinByDomain;
  /** IANA name of the zone whose days its due dates and daily mails follow. */
  timeZone: string;
  /** Whether its people connect agents by OAuth. */
  agentsMayConnect: boolean;
  /** Undefined for a parent. */
  parentId: string | undefined;
  /** Microseconds. */
  createdAt: number;
  /** Set when its erasure began: nobody works in it any more. */
  closedAt: number | undefined;
}

interface FormerName {
  /** The tenant name. */
  _id: string;
  organization_id: string;
}

interface Row {
  _id: string;
  name: string;
  tenant_name: string;
  /** Absent in what releases before wrote: it was the tenant name. */
  display_name?: string;
  hd: string[];
  logo_url: string | null;
  /** Absent in what releases before wrote. */
  accent_color?: string | null;
  intro?: string | null;
  approvers_only?: boolean;
  /** Absent in what releases before wrote: nobody joins. */
  join_by_domain?: JoinByDomain;
  time_zone?: string;
  agents_may_connect?: boolean;
  /** '' for a parent: keys of indexes are always-present scalars. */
  parent_id: string;
  created_at: number;
  /** 0: open. */
  closed_at: number;
}

/** Organizations: one parent, one level of children. */
export class OrganizationStore {
  private readonly rows: Collection<Row>;
  /** Names that organizations had: links in mails that are out must go on working. */
  private readonly former: Collection<FormerName>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('organizations');
    this.former = db.collection<FormerName>('former_tenant_names');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'organizations', [
      { keys: { tenant_name: 1 }, unique: true },
      { keys: { parent_id: 1, created_at: 1, _id: 1 } },
    ]);
  }

  /** False when the id or the tenant name is taken; names that another organization had before count as taken. */
  async insert(organization: Organization): Promise<boolean> {
    try {
      if (await this.wasOfAnother(organization)) return false;
      await this.rows.insertOne(toRow(organization));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Only when it is open, unless asked otherwise. */
  async find(organizationId: string, which?: 'closed too'): Promise<Organization | undefined> {
    const row = await readFirst(this.rows, { _id: organizationId });
    return row && (row.closed_at === 0 || which) ? fromRow(row) : undefined;
  }

  async findByTenantName(tenantName: string): Promise<Organization | undefined> {
    const row = await this.rows.findOne({ tenant_name: tenantName });
    if (row) return row.closed_at === 0 ? fromRow(row) : undefined;
    const former = await this.former.findOne({ _id: tenantName });
    return former ? this.find(former.organization_id) : undefined;
  }

  /**
   * Writes an open organization as it is now; `before` is its tenant name until then, which goes on leading to it. False
   * when the new tenant name is taken.
   */
  async replace(organization: Organization, before: string): Promise<boolean> {
    const { id, tenantName } = organization;
    if (tenantName !== before) {
      if (await this.wasOfAnother(organization)) return false;
      await this.former.updateOne({ _id: before }, { $set: { organization_id: id } }, { upsert: true });
    }
    // Not when it was made or closed: another call may have closed it since.
    const { name, displayName, hd, logoUrl = null, accentColor = null, intro = null } = organization;
    const { approversOnly, joinByDomain, timeZone, agentsMayConnect } = organization;
    const fields = {
      name,
      tenant_name: tenantName,
      display_name: displayName,
      hd,
      logo_url: logoUrl,
      accent_color: accentColor,
      intro,
      approvers_only: approversOnly,
      join_by_domain: joinByDomain,
      time_zone: timeZone,
      agents_may_connect: agentsMayConnect,
    };
    try {
      const { matchedCount } = await this.rows.updateOne({ _id: id, closed_at: 0 }, { $set: fields });
      return matchedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async wasOfAnother({ id, tenantName }: Organization): Promise<boolean> {
    const former = await this.former.findOne({ _id: tenantName });
    return former !== null && former.organization_id !== id;
  }

  /** Open ones, oldest first. */
  async children(parentId: string): Promise<Organization[]> {
    const rows = await this.rows.find({ parent_id: parentId, closed_at: 0 }).sort({ created_at: 1, _id: 1 }).toArray();
    return rows.map(fromRow);
  }

  /** Closes once: a later call keeps the first time. */
  async close(organizationId: string, at: number): Promise<Organization | undefined> {
    await this.rows.updateOne({ _id: organizationId, closed_at: 0 }, { $set: { closed_at: at } });
    return this.find(organizationId, 'closed too');
  }

  async remove(organizationId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: organizationId })).deletedCount > 0;
  }
}

const toRow = (o: Organization): Row => ({
  _id: o.id,
  name: o.name,
  tenant_name: o.tenantName,
  display_name: o.displayName,
  hd: o.hd,
  logo_url: o.logoUrl ?? null,
  accent_color: o.accentColor ?? null,
  intro: o.intro ?? null,
  approvers_only: o.approversOnly,
  join_by_domain: o.joinByDomain,
  time_zone: o.timeZone,
  agents_may_connect: o.agentsMayConnect,
  parent_id: o.parentId ?? '',
  created_at: o.createdAt,
  closed_at: o.closedAt ?? 0,
});

const fromRow = (row: Row): Organization => ({
  id: row._id,
  name: row.name,
  tenantName: row.tenant_name,
  displayName: row.display_name ?? row.tenant_name,
  hd: row.hd,
  logoUrl: row.logo_url ?? undefined,
  accentColor: row.accent_color ?? undefined,
  intro: row.intro ?? undefined,
  approversOnly: row.approvers_only ?? false,
  joinByDomain: row.join_by_domain ?? NO_JOINING,
  timeZone: row.time_zone ?? DEFAULT_TIME_ZONE,
  agentsMayConnect: row.agents_may_connect ?? true,
  parentId: row.parent_id === '' ? undefined : row.parent_id,
  createdAt: row.created_at,
  closedAt: row.closed_at === 0 ? undefined : row.closed_at,
});
