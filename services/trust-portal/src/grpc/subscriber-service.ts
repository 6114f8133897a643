import {
  SubscriberServiceService,
  SubscriberStatus,
  type ImportSubscribersRequest,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import { AppError, invalid, numberedPageOf, type RpcService } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { SubscriberStore } from '../store/subscribers.js';
import { importSubscribers, type ImportParts } from '../subscriber-import.js';
import type { Subscribers } from '../subscribers.js';
import type { HandlersOf } from './handlers.js';
import { subscriberMessage, subscriberStatusOf } from './mapping.js';

export function subscriberService(
  subscribing: Subscribers,
  store: SubscriberStore,
  importing: ImportParts,
): RpcService {
  const handlers: HandlersOf<typeof SubscriberServiceService> = {
    listSubscribers: async ({ status, query, ...page }, context) => {
      const { organizationId } = requireAdmin(context);
      const filter = { status: subscriberStatusOf(status), query };
      const list = await store.list(organizationId, filter, numberedPageOf(page));
      return { data: list.subscribers.map(subscriberMessage), total: list.total };
    },
    getSubscriber: async ({ id }, context) =>
      subscriberMessage(await subscribing.get(requireAdmin(context).organizationId, id)),
    addSubscriber: async ({ email, categories, status }, context) => {
      const { organizationId } = requireAdmin(context);
      const input = { email, categoryIds: categories?.ids, status: beginning(status) };
      return subscriberMessage(await subscribing.add(organizationId, input));
    },
    unsubscribe: async ({ id }, context) =>
      subscriberMessage(await subscribing.unsubscribe(requireAdmin(context).organizationId, id)),
    importSubscribers: async (requests, context) => {
      const { organizationId } = requireAdmin(context);
      const messages = requests[Symbol.asyncIterator]();
      const first = await messages.next();
      if (first.done || first.value.part?.$case !== 'start') {
        throw new AppError('internal', 'import_start_missing', 'The import does not begin with its start.');
      }
      const status = beginning(first.value.part.value.status);
      return importSubscribers(importing, organizationId, status, chunksOf(messages));
    },
    deleteSubscriber: async ({ id }, context) => {
      await subscribing.delete(requireAdmin(context).organizationId, id);
      return {};
    },
  };
  return { definition: SubscriberServiceService, handlers };
}

function beginning(status: SubscriberStatus): 'pending' | 'confirmed' {
  if (status === SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED) return 'confirmed';
  if (
    status === SubscriberStatus.SUBSCRIBER_STATUS_PENDING ||
    status === SubscriberStatus.SUBSCRIBER_STATUS_UNSPECIFIED
  ) {
    return 'pending';
  }
  throw invalid([{ path: 'status', message: 'status must be pending or confirmed.' }]);
}

async function* chunksOf(messages: AsyncIterator<ImportSubscribersRequest>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await messages.next();
    if (next.done) return;
    if (next.value.part?.$case === 'chunk') yield next.value.part.value;
  }
}
