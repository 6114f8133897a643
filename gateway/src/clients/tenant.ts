import {
  RateBudget as BudgetNumber,
  TenantServiceClient,
  type BeginIdempotentReply,
  type Organization as OrganizationMessage,
} from '@candor/proto/candor/tenant/v1/tenant';
import { DEFAULT_TIME_ZONE, ROLES, RpcClient, type CallFor, type Role } from '@candor/runtime';
import type { KeyIdentity } from '../http/context.js';
import type { BeginOutcome, Claim, FirstResponse, IdempotencyRecords, IdempotentCall } from '../idempotency/once.js';
import type { OrganizationRequest } from '../middleware/organization.js';
import type { RateBudget, RateGrant } from '../rate/budget.js';
import type { Organization } from '../routes/organizations/resource.js';
import { wholeList } from './whole-page.js';

export interface NewOrganization {
  name: string;
  /** '': the name. */
  tenantName: string;
  hd: string[];
  logoUrl: string | undefined;
}

/** Undefined stays; '' removes a logo, a colour or an intro. */
export interface OrganizationChange {
  name: string | undefined;
  /** As people read it. */
  displayName: string | undefined;
  /** The name in addresses. */
  tenantName: string | undefined;
  hd: string[] | undefined;
  logoUrl: string | undefined;
  accentColor: string | undefined;
  intro: string | undefined;
  approversOnly: boolean | undefined;
  joinByDomain: { allowed: boolean; role: string } | undefined;
  timeZone: string | undefined;
  agentsMayConnect: boolean | undefined;
}

const BUDGETS: Record<RateBudget, BudgetNumber> = {
  insights: BudgetNumber.RATE_BUDGET_INSIGHTS,
  general: BudgetNumber.RATE_BUDGET_GENERAL,
};

/** Keys, sessions, rate windows, idempotency records and organizations. */
export class TenantClient implements IdempotencyRecords {
  private readonly rpc: RpcClient<TenantServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(TenantServiceClient, address, token);
  }

  async verifyKey(key: string, from: CallFor): Promise<KeyIdentity> {
    const reply = await this.rpc.unary(this.rpc.stub.verifyKey, { key }, from);
    return {
      keyId: reply.keyId,
      organizationId: reply.organizationId,
      role: roleOf(reply.role),
      scopes: reply.scopes,
      ownerId: reply.ownerId ?? '',
      expiresAt: reply.expiresAt,
    };
  }

  async resolveOrganization({ identity, sessionId, requestedId }: OrganizationRequest, from: CallFor): Promise<string> {
    const request = { keyId: identity.keyId, sessionId, requestedOrganizationId: requestedId };
    const reply = await this.rpc.unary(this.rpc.stub.resolveOrganization, request, from);
    return reply.organizationId;
  }

  takeRate(identity: KeyIdentity, budget: RateBudget, count: number, from: CallFor): Promise<RateGrant> {
    const { keyId, organizationId } = identity;
    return this.rpc.unary(this.rpc.stub.takeRate, { keyId, organizationId, budget: BUDGETS[budget], count }, from);
  }

  async begin(call: IdempotentCall, from: CallFor): Promise<BeginOutcome> {
    return outcomeOf(await this.rpc.unary(this.rpc.stub.beginIdempotent, call, from));
  }

  async complete(organizationId: string, claim: Claim, { status, body }: FirstResponse, from: CallFor): Promise<void> {
    const { recordId, token } = claim;
    const request = { organizationId, recordId, token, status, headers: {}, body };
    await this.rpc.unary(this.rpc.stub.completeIdempotent, request, from);
  }

  async abandon(organizationId: string, { recordId, token }: Claim, from: CallFor): Promise<void> {
    await this.rpc.unary(this.rpc.stub.abandonIdempotent, { organizationId, recordId, token }, from);
  }

  async createOrganization(from: CallFor, sessionId: string, organization: NewOrganization): Promise<Organization> {
    const request = { ...organization, sessionId };
    return organizationJson(await this.rpc.unary(this.rpc.stub.createOrganization, request, from));
  }

  async updateOrganization(from: CallFor, id: string, { hd, ...change }: OrganizationChange): Promise<Organization> {
    const request = { ...change, organizationId: id, hd: hd && { names: hd } };
    return organizationJson(await this.rpc.unary(this.rpc.stub.updateOrganization, request, from));
  }

  /** One that the caller may use. */
  async organization(from: CallFor, id: string): Promise<Organization> {
    return organizationJson(await this.rpc.unary(this.rpc.stub.getOrganization, { organizationId: id }, from));
  }

  async listOrganizations(from: CallFor): Promise<Organization[]> {
    const all = await wholeList(async (offset) => {
      const { organizations, total } = await this.rpc.unary(this.rpc.stub.listOrganizations, { offset }, from);
      return { items: organizations, total };
    });
    return all.map(organizationJson);
  }

  async switchOrganization(from: CallFor, sessionId: string, organizationId: string): Promise<Organization> {
    const request = { organizationId, sessionId };
    return organizationJson(await this.rpc.unary(this.rpc.stub.switchOrganization, request, from));
  }

  /** First step of an erasure: nobody can work in the child any more. */
  async closeOrganization(from: CallFor, organizationId: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.closeOrganization, { organizationId }, from);
  }

  /** Last step, when the other services have erased their part. */
  async removeOrganization(from: CallFor, organizationId: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.removeOrganization, { organizationId }, from);
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}

function outcomeOf({ outcome }: BeginIdempotentReply): BeginOutcome {
  switch (outcome?.$case) {
    case 'fresh':
      return { kind: 'fresh', claim: outcome.value };
    case 'replay':
      return { kind: 'replay', first: { status: outcome.value.status, body: Buffer.from(outcome.value.body) } };
    case 'conflict':
    case 'reused':
      return { kind: outcome.$case };
    case undefined:
      throw new Error('the tenant service said nothing of an idempotency key');
  }
}

export function roleOf(role: string): Role {
  const known = ROLES.find((name) => name === role);
  if (!known) throw new Error(`the tenant service sent an unknown role: ${role}`);
  return known;
}

/** A service of the release before says nothing of it: nobody joins. */
const joiningOf = ({ joinByDomain: told }: OrganizationMessage): Organization['join_by_domain'] => ({
  allowed: told?.allowed ?? false,
  role: (told?.role ?? 'MEMBER') as Organization['join_by_domain']['role'],
});

const organizationJson = (message: OrganizationMessage): Organization => ({
  id: message.id,
  name: message.name,
  tenant_name: message.displayName,
  slug: message.tenantName,
  hd: message.hd,
  logo_url: message.logoUrl || null,
  accent_color: message.accentColor || null,
  intro: message.intro || null,
  approvers_only: message.approversOnly,
  join_by_domain: joiningOf(message),
  time_zone: message.timeZone || DEFAULT_TIME_ZONE,
  agents_may_connect: message.agentsMayConnect ?? true,
  parent_id: message.parentId || null,
  created_at: message.createdAt,
  is_current: message.isCurrent,
});
