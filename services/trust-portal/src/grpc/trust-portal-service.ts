import {
  ArchivedFilter,
  TrustPortalServiceService,
  type Category as CategoryMessage,
  type ListUpdatesRequest,
  type Update as UpdateMessage,
} from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { AppError, invalid, pageOf, type RpcService } from '@candor/runtime';
import type { MailStates } from '@candor/runtime/mail';
import { requireAdmin } from '../access.js';
import { reasonAgainst } from '../audience.js';
import type { SendingAgain } from '../delivery/sending-again.js';
import type { TestMails } from '../delivery/test-mail.js';
import type { Categories, CountedCategory } from '../categories.js';
import type { CategoryStore } from '../store/categories.js';
import type { DeliveryState, DeliveryStore } from '../store/deliveries.js';
import type { Erasure } from '../store/erasure.js';
import type { SubscriberStore } from '../store/subscribers.js';
import type { Update, UpdateFilter, UpdateStore } from '../store/updates.js';
import type { Updates } from '../updates.js';
import type { HandlersOf } from './handlers.js';
import { deliveryMessage, notificationStatusOf, scheduleOptions, updateMessage } from './mapping.js';

export interface TrustPortalServiceParts {
  editing: Updates;
  again: SendingAgain;
  categorizing: Categories;
  updates: UpdateStore;
  categories: CategoryStore;
  subscribers: SubscriberStore;
  deliveries: DeliveryStore;
  erasure: Erasure;
  /** The Message-ID of a delivery. */
  messageIdOf: (deliveryId: string) => string;
  /** Undefined when no mail is configured. */
  mailStates: MailStates | undefined;
  testMails: TestMails | undefined;
}

export function trustPortalService(parts: TrustPortalServiceParts): RpcService {
  const {
    editing,
    again,
    categorizing,
    updates,
    categories,
    subscribers,
    deliveries,
    erasure,
    messageIdOf,
    mailStates,
    testMails,
  } = parts;
  const known = async (organizationId: string) =>
    new Map((await categories.list(organizationId)).map((category) => [category.id, category]));

  /** With its categories' names, and counts: those of a notification that has not ended by itself are recounted. */
  const messages = async (organizationId: string, list: Update[]): Promise<UpdateMessage[]> => {
    const byId = await known(organizationId);
    const counted = await Promise.all(
      list.map(async (update) =>
        ['sending', 'cancelled'].includes(update.notification.status)
          ? { ...update, counts: await deliveries.count(organizationId, update.id) }
          : update,
      ),
    );
    return counted.map((update) => updateMessage(update, byId));
  };
  const message = async (update: Update): Promise<UpdateMessage> =>
    (await messages(update.organizationId, [update]))[0]!;

  const handlers: HandlersOf<typeof TrustPortalServiceService> = {
    listUpdates: async (request, context) => {
      const { organizationId } = requireAdmin(context);
      const list = await updates.list(organizationId, filterOf(request), pageOf(request));
      return { updates: await messages(organizationId, list.updates), total: list.total };
    },
    getUpdate: async ({ id }, context) => message(await editing.get(requireAdmin(context).organizationId, id)),
    createUpdate: async (request, context) => {
      const { organizationId } = requireAdmin(context);
      const schedule = scheduleOptions(request.schedule);
      return message(await editing.create(organizationId, { ...request, schedule }, context.creationId));
    },
    editUpdate: async ({ id, categoryIds, ...request }, context) => {
      const { organizationId } = requireAdmin(context);
      const input = { ...request, categoryIds: categoryIds?.ids, schedule: scheduleOptions(request.schedule) };
      return message(await editing.edit(organizationId, id, input));
    },
    archiveUpdate: async ({ id }, context) => message(await editing.archive(requireAdmin(context).organizationId, id)),
    unarchiveUpdate: async ({ id }, context) =>
      message(await editing.unarchive(requireAdmin(context).organizationId, id)),
    deleteUpdate: async ({ id }, context) => {
      await editing.delete(requireAdmin(context).organizationId, id);
      return {};
    },

    listRecipients: async ({ id, ...request }, context) => {
      const { organizationId } = requireAdmin(context);
      const update = await editing.get(organizationId, id);
      const byId = await known(organizationId);
      const categoryIds = update.categoryIds.filter((categoryId) => byId.has(categoryId));
      const [page, receiving] = await Promise.all([
        subscribers.byId(organizationId, pageOf(request)),
        subscribers.countReceiving(organizationId, categoryIds),
      ]);
      const recipients = page.subscribers.map((subscriber) => {
        const reason = reasonAgainst(subscriber, categoryIds);
        return { subscriberId: subscriber.id, email: subscriber.email, receives: !reason, reason: reason ?? '' };
      });
      return { recipients, total: page.total, receiving };
    },
    listDeliveries: async ({ updateId, state, ...request }, context) => {
      const { organizationId } = requireAdmin(context);
      await editing.get(organizationId, updateId);
      const list = await deliveries.list(organizationId, updateId, deliveryStateOf(state), pageOf(request));
      return {
        deliveries: list.deliveries.map((delivery) => deliveryMessage(delivery, messageIdOf(delivery.id))),
        total: list.total,
      };
    },

    retryDeliveries: async ({ updateId, includeBounced }, context) =>
      message(await again.request(requireAdmin(context).organizationId, updateId, includeBounced)),

    getMailState: async (_request, context) => {
      requireAdmin(context);
      return mailStates ? mailStates.now() : noMail;
    },
    sendTestMail: async ({ to, updateId }, context) => {
      const { organizationId } = requireAdmin(context);
      if (!testMails) throw new AppError('conflict', 'no_mail', 'This process sends no emails.');
      return testMails.send(organizationId, to, updateId);
    },

    listCategories: async ({ query, offset }, context) => {
      const list = await categorizing.list(requireAdmin(context).organizationId, query);
      return { categories: list.slice(offset).map(categoryMessage), total: list.length };
    },
    createCategory: async ({ name }, context) =>
      categoryMessage(await categorizing.create(requireAdmin(context).organizationId, name)),
    renameCategory: async ({ id, name }, context) =>
      categoryMessage(await categorizing.rename(requireAdmin(context).organizationId, id, name)),
    deleteCategory: async ({ id }, context) => {
      await categorizing.delete(requireAdmin(context).organizationId, id);
      return {};
    },

    eraseOrganization: async ({ organizationId }, context) => {
      requireAdmin(context);
      if (organizationId === '') throw new AppError('internal', 'organization_missing', 'The call names none.');
      await erasure.erase(organizationId);
      return {};
    },
  };
  return { definition: TrustPortalServiceService, handlers };
}

const noMail = { hasServer: false, works: false, from: '', publicUrl: '', linksAreLocal: false };

function filterOf(request: ListUpdatesRequest): UpdateFilter {
  const { archived, categoryId, notificationStatus, query } = request;
  return {
    archived:
      archived === ArchivedFilter.ARCHIVED_FILTER_ALL
        ? undefined
        : archived === ArchivedFilter.ARCHIVED_FILTER_ARCHIVED,
    categoryId: categoryId === '' ? undefined : categoryId,
    notificationStatus: notificationStatusOf(notificationStatus),
    query,
  };
}

function deliveryStateOf(state: string): DeliveryState | undefined {
  if (state === '') return undefined;
  const known = (['pending', 'delivered', 'kept', 'failed', 'cancelled'] as const).find((name) => name === state);
  if (known) return known;
  throw invalid([{ path: 'state', message: 'state must be pending, delivered, kept, failed or cancelled.' }]);
}

const categoryMessage = ({ id, name, createdAt, updateCount }: CountedCategory): CategoryMessage => ({
  id,
  name,
  createdAt,
  updateCount,
});
