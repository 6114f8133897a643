import {
  AppError,
  DEFAULT_TIME_ZONE,
  fold,
  invalid,
  micros,
  newId,
  notFound,
  type Caller,
  type Clock,
} from '@candor/runtime';
import { requireAdmin, type Access } from './access.js';
import type { Agents } from './agents/agents.js';
import type { AuditRecorder } from './audit.js';
import { checked, tenantNameTaken, TENANT_NAME, type NewOrganization } from './organization-fields.js';
import { changedOrganization, type OrganizationChange } from './organization-changes.js';
import { NO_JOINING, type Organization, type OrganizationStore } from './store/organizations.js';
import type { SessionStore } from './store/sessions.js';

export interface OrganizationsParts {
  organizations: OrganizationStore;
  sessions: SessionStore;
  access: Access;
  audit: AuditRecorder;
  clock: Clock;
  /** Called when an organization has another time zone. */
  onTimeZone: (organizationId: string) => Promise<void>;
  /** Ends the agents of an organization that has switched them off. */
  agents: Pick<Agents, 'disconnectAll' | 'endLeft'>;
}

/** Child organizations of a parent, and which of them a session works in. */
export class Organizations {
  constructor(private readonly parts: OrganizationsParts) {}

  /** Makes a child of the parent that the key belongs to, and moves the session into it. */
  async create(caller: Caller, sessionId: string, input: NewOrganization): Promise<Organization> {
    requireAdmin(caller);
    const parent = await this.home(caller);
    if (parent.parentId !== undefined) {
      throw new AppError(
        'forbidden',
        'parent_key_required',
        'A key of a child organization cannot make organizations.',
      );
    }
    const { tenantName: asked, ...fields } = checked(input);
    const tenantName = TENANT_NAME.test(asked) ? asked : undefined;
    for (let attempt = 1; ; attempt++) {
      const organization: Organization = {
        ...fields,
        id: newId(),
        tenantName: tenantName ?? tenantNameFrom(asked, attempt),
        displayName: asked,
        parentId: parent.id,
        accentColor: undefined,
        intro: undefined,
        approversOnly: false,
        joinByDomain: NO_JOINING,
        timeZone: DEFAULT_TIME_ZONE,
        agentsMayConnect: true,
        createdAt: micros(this.parts.clock),
        closedAt: undefined,
      };
      if (await this.parts.organizations.insert(organization)) {
        await this.move(caller, sessionId, organization.id);
        await this.record({ ...caller, organizationId: parent.id }, 'organization.created', organization);
        return organization;
      }
      if (tenantName !== undefined) {
        throw tenantNameTaken();
      }
    }
  }

  /** Changes what is given of an organization that the caller may use. Its old tenant name goes on leading to it. */
  async update(caller: Caller, organizationId: string, change: OrganizationChange): Promise<Organization> {
    requireAdmin(caller);
    const before = await this.get(caller, organizationId);
    const after = changedOrganization(before, change);
    // Whoever switched them off may have been stopped before the last one ended.
    if (after.agentsMayConnect && !before.agentsMayConnect)
      await this.parts.agents.endLeft({ ...caller, organizationId });
    if (!(await this.parts.organizations.replace(after, before.tenantName))) throw tenantNameTaken();
    if (after.timeZone !== before.timeZone) await this.parts.onTimeZone(organizationId);
    if (change.agentsMayConnect === false) await this.parts.agents.disconnectAll({ ...caller, organizationId });
    const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await this.record(caller, 'organization.updated', after, { fields: fields.join(', ') });
    return after;
  }

  /** The parent, then its children; only itself for a child's key; nothing for a non-admin. */
  async list(caller: Caller): Promise<Organization[]> {
    if (caller.role !== 'ADMIN') return [];
    const home = await this.home(caller);
    return home.parentId === undefined ? [home, ...(await this.parts.organizations.children(home.id))] : [home];
  }

  /** Moves the session; what the key may not use is not found. */
  async switch(caller: Caller, sessionId: string, organizationId: string): Promise<Organization> {
    requireAdmin(caller);
    if (organizationId === '') throw invalid([{ path: 'organization_id', message: 'organization_id is required.' }]);
    const target = await this.parts.access.resolve(caller.keyId, sessionId, organizationId);
    const organization = await this.open(target);
    await this.move(caller, sessionId, organization.id);
    await this.record(caller, 'organization.switched', organization);
    return organization;
  }

  private async home(caller: Caller): Promise<Organization> {
    return this.open(await this.parts.access.homeOf(caller));
  }

  /** One that the caller may use. */
  async get(caller: Caller, organizationId: string): Promise<Organization> {
    const home = await this.parts.access.homeOf(caller);
    if (organizationId !== home && organizationId !== caller.organizationId) {
      const admin = caller.role === 'ADMIN' && (await this.parts.organizations.find(organizationId))?.parentId === home;
      if (!admin) throw notFound('organization');
    }
    return this.open(organizationId);
  }

  async byTenantName(tenantName: string): Promise<Organization> {
    const organization = await this.parts.organizations.findByTenantName(tenantName);
    if (!organization) throw notFound('organization');
    return organization;
  }

  private async open(organizationId: string): Promise<Organization> {
    const organization = await this.parts.organizations.find(organizationId);
    if (!organization) throw notFound('organization');
    return organization;
  }

  private record(
    caller: Caller,
    action: string,
    { id, tenantName }: Organization,
    more: Record<string, string> = {},
  ): Promise<string> {
    const details = { tenant_name: tenantName, ...more };
    return this.parts.audit.record(caller, { action, targetType: 'organization', targetId: id, details });
  }

  private async move(caller: Caller, sessionId: string, target: string): Promise<void> {
    if (caller.keyId === '') return; // An operator has no session.
    const home = await this.parts.access.home(caller.keyId);
    await this.parts.sessions.move(home, caller.keyId, sessionId, target, micros(this.parts.clock));
  }
}

/** "Ünïted Co." → "united-co"; from the second attempt on with a number, later with a random end. */
export function tenantNameFrom(name: string, attempt: number): string {
  const base = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|(?<!-)-+$/g, '');
  if (attempt === 1 && base !== '') return base;
  return `${base || 'organization'}-${attempt <= 5 ? attempt : newId().slice(0, 8)}`;
}
