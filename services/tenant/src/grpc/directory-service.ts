import { DirectoryServiceService } from '@candor/proto/candor/tenant/v1/directory';
import { notFound, pageOf, requireCaller, type RpcService } from '@candor/runtime';
import type { People } from '../people.js';
import type { GroupStore } from '../store/groups.js';
import type { UserStore } from '../store/users.js';
import type { HandlersOf } from './handlers.js';
import { groupMessage, userMessage } from './mapping.js';

/** Users and groups. Lists are read straight from the stores. */
export function directoryService(people: People, users: UserStore, groups: GroupStore): RpcService {
  const handlers: HandlersOf<typeof DirectoryServiceService> = {
    createUser: async ({ name, email, role }, context) =>
      userMessage(await people.createUser(requireCaller(context.caller), { name, email, role })),
    getUser: async ({ id }, context) => userMessage(await people.user(requireCaller(context.caller), id)),
    findUser: async ({ email }, context) => {
      const user = await users.findByEmail(requireCaller(context.caller).organizationId, email);
      if (!user) throw notFound('user');
      return userMessage(user);
    },
    listUsers: async (request, context) => {
      const list = await users.list(requireCaller(context.caller).organizationId, pageOf(request));
      return { users: list.users.map(userMessage), total: list.total };
    },
    updateUser: async ({ id, name, email, role }, context) =>
      userMessage(await people.updateUser(requireCaller(context.caller), id, { name, email, role })),
    deleteUser: async ({ id }, context) => {
      await people.deleteUser(requireCaller(context.caller), id);
      return {};
    },

    getStanding: (_request, context) => people.standing(requireCaller(context.caller)),
    createGroup: async ({ name, memberIds }, context) =>
      groupMessage(await people.createGroup(requireCaller(context.caller), { name, memberIds })),
    getGroup: async ({ id }, context) => groupMessage(await people.group(requireCaller(context.caller), id)),
    listGroups: async (request, context) => {
      const list = await groups.list(requireCaller(context.caller).organizationId, pageOf(request));
      return { groups: list.groups.map(groupMessage), total: list.total };
    },
    updateGroup: async ({ id, name, members }, context) =>
      groupMessage(await people.updateGroup(requireCaller(context.caller), id, { name, memberIds: members?.ids })),
    deleteGroup: async ({ id }, context) => {
      await people.deleteGroup(requireCaller(context.caller), id);
      return {};
    },
  };
  return { definition: DirectoryServiceService, handlers };
}
