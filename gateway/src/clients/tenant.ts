import { TenantServiceClient, type Organization as OrganizationMessage } from '@candor/proto/candor/tenant/v1/tenant';
import { ROLES, RpcClient, type CallFor, type Role } from '@candor/runtime';
import type { KeyIdentity } from '../http/context.js';
import type { OrganizationRequest } from '../middleware/organization.js';
import type { Organization } from '../routes/organizations/resource.js';

export interface NewOrganization {
  name: string;
  /** '' is made from the name. */
  tenantName: string;
  hd: string[];
  logoUrl: string | undefined;
}

/** Keys, sessions and organizations. */
export class TenantClient {
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
    };
  }

  async resolveOrganization({ identity, sessionId, requestedId }: OrganizationRequest, from: CallFor): Promise<string> {
    const request = { keyId: identity.keyId, sessionId, requestedOrganizationId: requestedId };
    const reply = await this.rpc.unary(this.rpc.stub.resolveOrganization, request, from);
    return reply.organizationId;
  }

  async createOrganization(from: CallFor, sessionId: string, organization: NewOrganization): Promise<Organization> {
    const request = { ...organization, sessionId };
    return organizationJson(await this.rpc.unary(this.rpc.stub.createOrganization, request, from));
  }

  async listOrganizations(from: CallFor): Promise<Organization[]> {
    const reply = await this.rpc.unary(this.rpc.stub.listOrganizations, {}, from);
    return reply.organizations.map(organizationJson);
  }

  async switchOrganization(from: CallFor, sessionId: string, organizationId: string): Promise<Organization> {
    const request = { organizationId, sessionId };
    return organizationJson(await this.rpc.unary(this.rpc.stub.switchOrganization, request, from));
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}

function roleOf(role: string): Role {
  const known = ROLES.find((name) => name === role);
  if (!known) throw new Error(`the tenant service sent an unknown role: ${role}`);
  return known;
}

const organizationJson = (message: OrganizationMessage): Organization => ({
  id: message.id,
  name: message.name,
  tenant_name: message.tenantName,
  hd: message.hd,
  logo_url: message.logoUrl || null,
  parent_id: message.parentId || null,
  created_at: message.createdAt,
  is_current: message.isCurrent,
});
