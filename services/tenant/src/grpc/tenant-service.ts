import { TenantServiceService } from '@candor/proto/candor/tenant/v1/tenant';
import { requireCaller, type RpcService } from '@candor/runtime';
import type { Access } from '../access.js';
import type { Organizations } from '../organizations.js';
import type { HandlersOf } from './handlers.js';
import { organizationMessage } from './mapping.js';

export interface TenantServiceParts {
  access: Access;
  organizations: Organizations;
}

/** Everything that the gateway asks before a route runs, and the organization endpoints. */
export function tenantService({ access, organizations }: TenantServiceParts): RpcService {
  const handlers: HandlersOf<typeof TenantServiceService> = {
    verifyKey: async (request) => {
      const { key, role } = await access.verify(request.key);
      return {
        keyId: key.id,
        organizationId: key.organizationId,
        role,
        scopes: key.scopes,
        ownerId: key.ownerId,
      };
    },
    resolveOrganization: async (request) => ({
      organizationId: await access.resolve(request.keyId, request.sessionId, request.requestedOrganizationId),
    }),
    createOrganization: async ({ sessionId, name, tenantName, hd, logoUrl }, context) => {
      const input = { name, tenantName, hd, logoUrl };
      const made = await organizations.create(requireCaller(context.caller), sessionId, input);
      return organizationMessage(made, made.id);
    },
    listOrganizations: async (_request, context) => {
      const caller = requireCaller(context.caller);
      const list = await organizations.list(caller);
      return { organizations: list.map((item) => organizationMessage(item, caller.organizationId)) };
    },
    switchOrganization: async (request, context) => {
      const caller = requireCaller(context.caller);
      const current = await organizations.switch(caller, request.sessionId, request.organizationId);
      return organizationMessage(current, current.id);
    },
  };
  return { definition: TenantServiceService, handlers };
}
