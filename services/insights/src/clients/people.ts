import { DirectoryServiceClient } from '@candor/proto/candor/tenant/v1/directory';
import { TenantServiceClient } from '@candor/proto/candor/tenant/v1/tenant';
import { AppError, newId, RpcClient, ROLES, type Caller, type CallFor, type Role } from '@candor/runtime';

/** A person of an organization. */
export interface Person {
  id: string;
  role: Role;
}

/** Organizations and their people. */
export interface People {
  /** Id of the open organization with this name in addresses; undefined: there is none. */
  organizationNamed(tenantName: string): Promise<string | undefined>;
  /** Who has this address and may sign in; undefined: nobody. */
  personWith(organizationId: string, email: string): Promise<Person | undefined>;
  /** Name of a user or group of the caller's organization that can be asked; undefined: there is none. */
  nameOf(call: CallFor, one: { id: string; type: 'USER' | 'GROUP' }): Promise<string | undefined>;
}

/** Called by the service itself, not for anybody with a key. */
export const ownCaller = (organizationId: string, role: Role, ownerId = ''): Caller => ({
  organizationId,
  keyId: 'slack',
  role,
  scopes: [],
  ownerId,
  requestId: newId(),
});

/** The tenant service. Rejects as `unavailable` when it is out of reach. */
export class PeopleClient implements People {
  private readonly organizations: RpcClient<TenantServiceClient>;
  private readonly directory: RpcClient<DirectoryServiceClient>;

  constructor(address: string, token: string) {
    this.organizations = new RpcClient(TenantServiceClient, address, token);
    this.directory = new RpcClient(DirectoryServiceClient, address, token);
  }

  async organizationNamed(tenantName: string): Promise<string | undefined> {
    const { stub } = this.organizations;
    const find = stub.findOrganization.bind(stub);
    return (await found(this.organizations.unary(find, { tenantName }, { requestId: newId() })))?.id;
  }

  async personWith(organizationId: string, email: string): Promise<Person | undefined> {
    const caller = ownCaller(organizationId, 'VIEWER');
    const { stub } = this.directory;
    const call = { caller, requestId: caller.requestId };
    const user = await found(this.directory.unary(stub.findUser.bind(stub), { email }, call));
    const role = ROLES.find((one) => one === user?.role);
    return user && role && user.status === 'active' ? { id: user.id, role } : undefined;
  }

  async nameOf(call: CallFor, { id, type }: { id: string; type: 'USER' | 'GROUP' }): Promise<string | undefined> {
    const { stub } = this.directory;
    if (type === 'GROUP') return (await found(this.directory.unary(stub.getGroup.bind(stub), { id }, call)))?.name;
    const user = await found(this.directory.unary(stub.getUser.bind(stub), { id }, call));
    return user?.status === 'deactivated' ? undefined : user?.name;
  }

  close(): void {
    this.organizations.close();
    this.directory.close();
  }
}

/** Undefined where there is no such thing. */
async function found<Reply>(asked: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
