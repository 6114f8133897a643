import { TenantServiceService } from '@candor/proto/candor/tenant/v1/tenant';
import { micros, requireCaller, type Clock, type RpcService } from '@candor/runtime';
import type { Access } from '../access.js';
import type { Erasure } from '../erasure.js';
import type { Organizations } from '../organizations.js';
import type { RateLimits } from '../rate-limits.js';
import type { IdempotencyStore } from '../store/idempotency.js';
import type { HandlersOf } from './handlers.js';
import { budgetOf, idempotentMessage, organizationMessage } from './mapping.js';

export interface TenantServiceParts {
  access: Access;
  organizations: Organizations;
  erasure: Erasure;
  rates: RateLimits;
  idempotency: IdempotencyStore;
  clock: Clock;
}

/** Everything that the gateway asks before a route runs, and the organization endpoints. */
export function tenantService(parts: TenantServiceParts): RpcService {
  const { access, organizations, erasure, rates, idempotency, clock } = parts;
  const handlers: HandlersOf<typeof TenantServiceService> = {
    verifyKey: async (request) => {
      const { key, role } = await access.verify(request.key);
      return {
        keyId: key.id,
        organizationId: key.organizationId,
        role,
        scopes: key.scopes,
        ownerId: key.ownerId,
        expiresAt: key.expiresAt,
      };
    },
    resolveOrganization: async (request) => ({
      organizationId: await access.resolve(request.keyId, request.sessionId, request.requestedOrganizationId),
    }),
    takeRate: ({ organizationId, keyId, budget, count }) =>
      rates.take(organizationId, keyId, budgetOf(budget), Math.max(1, count)),

    beginIdempotent: async (call) => idempotentMessage(await idempotency.begin(call, micros(clock))),
    completeIdempotent: async ({ organizationId, recordId, token, status, headers, body }) => ({
      stored: await idempotency.complete(organizationId, recordId, token, { status, headers, body: Buffer.from(body) }),
    }),
    abandonIdempotent: async ({ organizationId, recordId, token }) => {
      await idempotency.abandon(organizationId, recordId, token);
      return {};
    },

    createOrganization: async ({ sessionId, name, tenantName, hd, logoUrl }, context) => {
      const input = { name, tenantName, hd, logoUrl };
      const made = await organizations.create(requireCaller(context.caller), sessionId, input);
      return organizationMessage(made, made.id);
    },
    updateOrganization: async ({ organizationId, hd, ...change }, context) => {
      const caller = requireCaller(context.caller);
      const changed = await organizations.update(caller, organizationId, { ...change, hd: hd?.names });
      return organizationMessage(changed, caller.organizationId);
    },
    listOrganizations: async ({ offset }, context) => {
      const caller = requireCaller(context.caller);
      const list = await organizations.list(caller);
      const shown = list.slice(offset).map((item) => organizationMessage(item, caller.organizationId));
      return { organizations: shown, total: list.length };
    },
    switchOrganization: async (request, context) => {
      const caller = requireCaller(context.caller);
      const current = await organizations.switch(caller, request.sessionId, request.organizationId);
      return organizationMessage(current, current.id);
    },
    getOrganization: async (request, context) => {
      const caller = requireCaller(context.caller);
      return organizationMessage(await organizations.get(caller, request.organizationId), caller.organizationId);
    },
    findOrganization: async (request) => organizationMessage(await organizations.byTenantName(request.tenantName), ''),
    closeOrganization: async (request, context) => {
      const caller = requireCaller(context.caller);
      return organizationMessage(await erasure.close(caller, request.organizationId), caller.organizationId);
    },
    removeOrganization: async (request, context) => ({
      removed: await erasure.remove(requireCaller(context.caller), request.organizationId),
    }),
  };
  return { definition: TenantServiceService, handlers };
}
