import {
  ScimServiceService,
  type ScimGroup as GroupMessage,
  type ScimUser as UserMessage,
} from '@candor/proto/candor/tenant/v1/scim';
import { pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type { ScimGroup, ScimGroups } from '../scim/scim-groups.js';
import type { ScimUser, ScimUsers } from '../scim/scim-users.js';
import type { HandlersOf } from './handlers.js';

/** Users and groups as an identity provider keeps them. */
export function scimService(users: ScimUsers, groups: ScimGroups): RpcService {
  const handlers: HandlersOf<typeof ScimServiceService> = {
    listScimUsers: async (request, context) => {
      const list = await users.list(requireCaller(context.caller), request, pageOf(request));
      return { users: list.users.map(userMessage), total: list.total };
    },
    getScimUser: async ({ id }, context) => userMessage(await users.get(requireCaller(context.caller), id)),
    createScimUser: async (change, context) => userMessage(await users.create(requireCaller(context.caller), change)),
    changeScimUser: async ({ id, ...change }, context) =>
      userMessage(await users.change(requireCaller(context.caller), id, change)),
    deleteScimUser: async ({ id }, context) => {
      await users.remove(requireCaller(context.caller), id);
      return {};
    },

    listScimGroups: async (request, context) => {
      const list = await groups.list(requireCaller(context.caller), request, pageOf(request));
      return { groups: list.groups.map(groupMessage), total: list.total };
    },
    getScimGroup: async ({ id }, context) => groupMessage(await groups.get(requireCaller(context.caller), id)),
    createScimGroup: async ({ members, ...change }, context) =>
      groupMessage(await groups.create(requireCaller(context.caller), { ...change, members: members?.ids })),
    changeScimGroup: async ({ id, members, ...change }, context) =>
      groupMessage(await groups.change(requireCaller(context.caller), id, { ...change, members: members?.ids })),
    deleteScimGroup: async ({ id }, context) => {
      await groups.remove(requireCaller(context.caller), id);
      return {};
    },
  };
  return { definition: ScimServiceService, handlers };
}

const userMessage = ({ user, record }: ScimUser): UserMessage => ({
  id: user.id,
  userName: record.userName,
  externalId: record.externalId,
  displayName: user.name,
  givenName: record.givenName,
  familyName: record.familyName,
  email: user.email,
  active: user.status !== 'deactivated',
  createdAt: user.createdAt,
  updatedAt: record.updatedAt,
});

const groupMessage = ({ group, record, members }: ScimGroup): GroupMessage => ({
  id: group.id,
  externalId: record.externalId,
  displayName: group.name,
  members,
  createdAt: group.createdAt,
  updatedAt: record.updatedAt,
});
