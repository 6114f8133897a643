import { ScimServiceClient, type ScimGroup, type ScimUser } from '@candor/proto/candor/tenant/v1/scim';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Filter } from '../scim/filter.js';
import type { ScimGroupChange } from '../scim/group-change.js';
import type { ScimGroupFacts, ScimUserFacts } from '../scim/resources.js';
import type { ScimUserChange } from '../scim/user-change.js';

export interface ScimPage {
  filter: Filter | undefined;
  /** 1 to 1000. */
  limit: number;
  offset: number;
}

/** Users and groups of the caller's organization, as an identity provider keeps them. */
export class ScimClient {
  private readonly rpc: RpcClient<ScimServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(ScimServiceClient, address, token);
  }

  async users(from: CallFor, page: ScimPage): Promise<{ items: ScimUserFacts[]; total: number }> {
    const { users, total } = await this.rpc.unary(this.rpc.stub.listScimUsers, listOf(page), from);
    return { items: users.map(scimUserFacts), total };
  }

  async user(from: CallFor, id: string): Promise<ScimUserFacts> {
    return scimUserFacts(await this.rpc.unary(this.rpc.stub.getScimUser, { id }, from));
  }

  async createUser(from: CallFor, change: ScimUserChange): Promise<ScimUserFacts> {
    return scimUserFacts(await this.rpc.unary(this.rpc.stub.createScimUser, { id: '', ...change }, from));
  }

  async changeUser(from: CallFor, id: string, change: ScimUserChange): Promise<ScimUserFacts> {
    return scimUserFacts(await this.rpc.unary(this.rpc.stub.changeScimUser, { id, ...change }, from));
  }

  async deleteUser(from: CallFor, id: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.deleteScimUser, { id }, from);
  }

  async groups(from: CallFor, page: ScimPage): Promise<{ items: ScimGroupFacts[]; total: number }> {
    const { groups, total } = await this.rpc.unary(this.rpc.stub.listScimGroups, listOf(page), from);
    return { items: groups.map(scimGroupFacts), total };
  }

  async group(from: CallFor, id: string): Promise<ScimGroupFacts> {
    return scimGroupFacts(await this.rpc.unary(this.rpc.stub.getScimGroup, { id }, from));
  }

  async createGroup(from: CallFor, change: ScimGroupChange): Promise<ScimGroupFacts> {
    return scimGroupFacts(await this.rpc.unary(this.rpc.stub.createScimGroup, requestOf('', change), from));
  }

  async changeGroup(from: CallFor, id: string, change: ScimGroupChange): Promise<ScimGroupFacts> {
    return scimGroupFacts(await this.rpc.unary(this.rpc.stub.changeScimGroup, requestOf(id, change), from));
  }

  async deleteGroup(from: CallFor, id: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.deleteScimGroup, { id }, from);
  }

  close(): void {
    this.rpc.close();
  }
}

const listOf = ({ filter, limit, offset }: ScimPage) => ({
  attribute: filter?.attribute ?? '',
  value: filter?.value ?? '',
  limit,
  offset,
});

const requestOf = (id: string, { members, ...change }: ScimGroupChange) => ({
  id,
  ...change,
  members: members && { ids: members },
});

const scimUserFacts = (user: ScimUser): ScimUserFacts => user;
const scimGroupFacts = (group: ScimGroup): ScimGroupFacts => group;
