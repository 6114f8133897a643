import {
  DirectoryServiceClient,
  type Group as GroupMessage,
  type Standing,
  type User as UserMessage,
} from '@candor/proto/candor/tenant/v1/directory';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Group, GroupList } from '../routes/groups/resource.js';
import type { Deleted } from '../routes/schemas.js';
import type { User, UserList } from '../routes/users/resource.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** Users and groups of the caller's organization. */
export class DirectoryClient {
  private readonly rpc: RpcClient<DirectoryServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(DirectoryServiceClient, address, token);
  }

  /** `role` '' is MEMBER. */
  async createUser(from: CallFor, user: { name: string; email: string; role: string }): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.createUser, user, from));
  }

  async user(from: CallFor, id: string): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.getUser, { id }, from));
  }

  async users(from: CallFor, page: Page): Promise<UserList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listUsers, part, from);
      return { items: reply.users, total: reply.total, reply };
    });
    return { users: items.map(userJson), pagination };
  }

  /** Undefined leaves a field as it is. */
  async updateUser(
    from: CallFor,
    change: { id: string; name: string | undefined; email: string | undefined; role: string | undefined },
  ): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.updateUser, change, from));
  }

  async deleteUser(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteUser, { id }, from);
    return { id, deleted: true };
  }

  async createGroup(from: CallFor, group: { name: string; memberIds: string[] }): Promise<Group> {
    return groupJson(await this.rpc.unary(this.rpc.stub.createGroup, group, from));
  }

  async group(from: CallFor, id: string): Promise<Group> {
    return groupJson(await this.rpc.unary(this.rpc.stub.getGroup, { id }, from));
  }

  async groups(from: CallFor, page: Page): Promise<GroupList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listGroups, part, from);
      return { items: reply.groups, total: reply.total, reply };
    });
    return { groups: items.map(groupJson), pagination };
  }

  /** Undefined leaves a field as it is; members replace the ones before. */
  async updateGroup(
    from: CallFor,
    { id, name, memberIds }: { id: string; name: string | undefined; memberIds: string[] | undefined },
  ): Promise<Group> {
    const request = { id, name, members: memberIds && { ids: memberIds } };
    return groupJson(await this.rpc.unary(this.rpc.stub.updateGroup, request, from));
  }

  async deleteGroup(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteGroup, { id }, from);
    return { id, deleted: true };
  }

  /** The groups of the calling person, and whether the organization leaves approving to approvers. */
  standing(from: CallFor): Promise<Standing> {
    return this.rpc.unary(this.rpc.stub.getStanding, {}, from);
  }

  close(): void {
    this.rpc.close();
  }
}

export const userJson = ({
  id,
  name,
  email,
  role,
  status,
  lastSignedInAt,
  createdAt,
  emailRefusedAt,
}: UserMessage): User => ({
  id,
  name,
  email,
  role: role as User['role'],
  // A service of the release before knows active ones only.
  status: (status || 'active') as User['status'],
  last_signed_in_at: lastSignedInAt ?? null,
  created_at: createdAt,
  email_refused_at: emailRefusedAt ?? null,
});

const groupJson = ({ id, name, memberIds, createdAt }: GroupMessage): Group => ({
  id,
  name,
  member_ids: memberIds,
  created_at: createdAt,
});
