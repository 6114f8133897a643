import { ApiKeyServiceClient } from '@candor/proto/candor/tenant/v1/api_keys';
import { DirectoryServiceClient } from '@candor/proto/candor/tenant/v1/directory';
import { TenantServiceClient } from '@candor/proto/candor/tenant/v1/tenant';
import { newId, RpcClient, startRpcServer, type Caller, type Logger } from '@candor/runtime';
import type { ComposedTenant } from '@candor/tenant';

export interface ListedKey {
  id: string;
  name: string;
  prefix: string;
  role: string;
  revoked: boolean;
}

export interface OrganizationFields {
  name?: string | undefined;
  /** As people read it. */
  displayName?: string | undefined;
  /** The name in addresses. */
  tenantName?: string | undefined;
  hd?: string[] | undefined;
  logoUrl?: string | undefined;
  accentColor?: string | undefined;
  intro?: string | undefined;
  /** IANA name. */
  timeZone?: string | undefined;
}

export interface NamedOrganization {
  id: string;
  name: string;
  tenantName: string;
}

/**
 * What an operator asks of the tenant service, over the same calls that the gateway makes. An operator calls without a
 * key, as an admin of the organization that is named.
 */
export class TenantOperator {
  private constructor(
    private readonly service: ComposedTenant,
    private readonly tenant: RpcClient<TenantServiceClient>,
    private readonly keys: RpcClient<ApiKeyServiceClient>,
    private readonly directory: RpcClient<DirectoryServiceClient>,
    readonly close: () => Promise<void>,
  ) {}

  static async open(service: ComposedTenant, token: string, logger: Logger): Promise<TenantOperator> {
    const server = await startRpcServer({ services: service.rpc, token, logger, address: '127.0.0.1:0' });
    const tenant = new RpcClient(TenantServiceClient, server.address, token);
    const keys = new RpcClient(ApiKeyServiceClient, server.address, token);
    const directory = new RpcClient(DirectoryServiceClient, server.address, token);
    return new TenantOperator(service, tenant, keys, directory, async () => {
      directory.close();
      tenant.close();
      keys.close();
      await server.close();
    });
  }

  async createOrganization(
    parentId: string,
    name: string,
    tenantName: string,
  ): Promise<{ id: string; tenantName: string }> {
    const request = { name, tenantName, hd: [], sessionId: '' };
    return this.tenant.unary(this.tenant.stub.createOrganization, request, operatorOf(parentId));
  }

  /** Changes what is given; '' removes a logo, a colour or an intro. */
  async updateOrganization(organizationId: string, change: OrganizationFields): Promise<NamedOrganization> {
    const { hd, ...fields } = change;
    const request = { ...fields, organizationId, hd: hd && { names: hd } };
    return this.tenant.unary(this.tenant.stub.updateOrganization, request, operatorOf(organizationId));
  }

  async createKey(organizationId: string, name: string, role: string): Promise<{ id: string; key: string }> {
    const issued = await this.keys.unary(
      this.keys.stub.issueKey,
      { name, role, scopes: [] },
      operatorOf(organizationId),
    );
    return { id: issued.apiKey?.id ?? '', key: issued.key };
  }

  /** A person, and the code of a link that signs them in once, within a day. */
  async createUser(
    organizationId: string,
    user: { email: string; name: string; role: string },
  ): Promise<{ id: string; code: string }> {
    const { id } = await this.directory.unary(this.directory.stub.createUser, user, operatorOf(organizationId));
    return { id, code: await this.service.personCode(organizationId, id) };
  }

  /** The code of a link that signs in once; no call of the service makes one. */
  async signInCode(organizationId: string, role: string): Promise<string> {
    return (await this.service.signInCode(organizationId, role)).code;
  }

  async listKeys(organizationId: string): Promise<ListedKey[]> {
    const { keys } = await this.keys.unary(
      this.keys.stub.listKeys,
      { limit: 1000, offset: 0 },
      operatorOf(organizationId),
    );
    return keys.map(({ id, name, prefix, role, revokedAt }) => ({
      id,
      name,
      prefix,
      role,
      revoked: revokedAt !== undefined,
    }));
  }

  async revokeKey(organizationId: string, id: string): Promise<void> {
    await this.keys.unary(this.keys.stub.revokeKey, { id }, operatorOf(organizationId));
  }
}

function operatorOf(organizationId: string): { caller: Caller; requestId: string } {
  const requestId = newId();
  return { requestId, caller: { organizationId, keyId: '', role: 'ADMIN', scopes: [], ownerId: '', requestId } };
}
