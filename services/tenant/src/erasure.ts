import { AppError, micros, notFound, type Caller, type Clock } from '@candor/runtime';
import type { Db } from 'mongodb';
import { requireAdmin, type Access } from './access.js';
import type { AuditRecorder } from './audit.js';
import type { AgentConnectionStore } from './store/agent-connections.js';
import type { ApiKeyStore } from './store/api-keys.js';
import type { Organization, OrganizationStore } from './store/organizations.js';
import type { SessionStore } from './store/sessions.js';
import type { SignInStore } from './store/sign-ins.js';

/** Collections whose rows belong to one organization and go with it. */
const OWNED = [
  'api_key_secrets',
  'api_keys',
  'users',
  'groups',
  'group_members',
  'sessions',
  'sign_in_codes',
  'extension_codes',
  'sign_ins',
  'agent_connections',
  'agent_tokens',
  'invitations',
  'oidc_connections',
  'oidc_attempts',
  'user_identities',
  'scim_records',
  'passwords',
  'person_codes',
  'former_tenant_names',
  'rate_windows',
  'idempotency_records',
  'webhooks',
  'webhook_deliveries',
  'notifications',
  'notification_mails',
  'notification_preferences',
  'mail_switches',
  'audit_log',
] as const;

export interface ErasureParts {
  db: Db;
  access: Access;
  organizations: OrganizationStore;
  keys: ApiKeyStore;
  sessions: SessionStore;
  signIns: SignInStore;
  agentConnections: AgentConnectionStore;
  audit: AuditRecorder;
  clock: Clock;
}

/**
 * Deletes a child organization with everything that is its. Two steps, so that nothing is written while the other
 * services erase their part: close (nobody can work in it any more), then remove.
 */
export class Erasure {
  constructor(private readonly parts: ErasureParts) {}

  async close(caller: Caller, organizationId: string): Promise<Organization> {
    const child = await this.child(caller, organizationId);
    const { organizations, keys, signIns, agentConnections, clock } = this.parts;
    const closed = await organizations.close(child.id, micros(clock));
    await keys.revokeAll(child.id, micros(clock));
    await signIns.removeAll(child.id);
    await agentConnections.removeAll(child.id);
    return closed ?? child;
  }

  /** False when it was gone already. */
  async remove(caller: Caller, organizationId: string): Promise<boolean> {
    const child = await this.child(caller, organizationId);
    if (child.closedAt === undefined) {
      throw new AppError('conflict', 'organization_open', 'Close the organization before removing it.');
    }
    await this.parts.sessions.strand(child.id);
    for (const collection of OWNED) {
      await this.parts.db.collection(collection).deleteMany({ organization_id: child.id });
    }
    const removed = await this.parts.organizations.remove(child.id);
    const home = { ...caller, organizationId: await this.parts.access.homeOf(caller) };
    await this.parts.audit.record(home, {
      action: 'organization.deleted',
      targetType: 'organization',
      targetId: child.id,
      details: { tenant_name: child.tenantName },
    });
    return removed;
  }

  private async child(caller: Caller, organizationId: string): Promise<Organization> {
    requireAdmin(caller);
    const home = await this.parts.access.homeOf(caller);
    if (organizationId === home) {
      throw new AppError('conflict', 'own_organization', 'The organization of the calling key cannot be deleted.');
    }
    const child = await this.parts.organizations.find(organizationId, 'closed too');
    if (child?.parentId !== home) throw notFound('organization');
    return child;
  }
}
