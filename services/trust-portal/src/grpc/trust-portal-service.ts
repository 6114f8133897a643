import { TrustPortalServiceService } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { requireCaller, type RpcService } from '@candor/runtime';
import type { UpdateStore } from '../store/updates.js';
import type { HandlersOf } from './handlers.js';

export function trustPortalService(updates: UpdateStore): RpcService {
  const handlers: HandlersOf<typeof TrustPortalServiceService> = {
    listUpdates: async (page, context) => updates.list(requireCaller(context.caller).organizationId, page),
  };
  return { definition: TrustPortalServiceService, handlers };
}
