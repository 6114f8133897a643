import {
  SubscriberStatus as SubscriberNumber,
  type Subscriber as SubscriberMessage,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import {
  NotificationStatus as NotificationNumber,
  type Delivery as DeliveryMessage,
  type Schedule,
  type Update as UpdateMessage,
} from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { NOTIFICATION_STATUSES, type NotificationStatus, type ScheduleOptions } from '../notification.js';
import type { Category } from '../store/categories.js';
import { deliveryId, type Delivery } from '../store/deliveries.js';
import { SUBSCRIBER_STATUSES, type Subscriber, type SubscriberStatus } from '../store/subscribers.js';
import type { Update } from '../store/updates.js';

const NOTIFICATION_NUMBERS: Record<NotificationStatus, NotificationNumber> = {
  none: NotificationNumber.NOTIFICATION_STATUS_NONE,
  scheduled: NotificationNumber.NOTIFICATION_STATUS_SCHEDULED,
  sending: NotificationNumber.NOTIFICATION_STATUS_SENDING,
  sent: NotificationNumber.NOTIFICATION_STATUS_SENT,
  cancelled: NotificationNumber.NOTIFICATION_STATUS_CANCELLED,
  failed: NotificationNumber.NOTIFICATION_STATUS_FAILED,
  kept: NotificationNumber.NOTIFICATION_STATUS_KEPT,
};
const SUBSCRIBER_NUMBERS: Record<SubscriberStatus, SubscriberNumber> = {
  pending: SubscriberNumber.SUBSCRIBER_STATUS_PENDING,
  confirmed: SubscriberNumber.SUBSCRIBER_STATUS_CONFIRMED,
  unsubscribed: SubscriberNumber.SUBSCRIBER_STATUS_UNSUBSCRIBED,
  bounced: SubscriberNumber.SUBSCRIBER_STATUS_BOUNCED,
};

export const notificationStatusOf = (number: NotificationNumber): NotificationStatus | undefined =>
  NOTIFICATION_STATUSES.find((status) => NOTIFICATION_NUMBERS[status] === number);
export const subscriberStatusOf = (number: SubscriberNumber): SubscriberStatus | undefined =>
  SUBSCRIBER_STATUSES.find((status) => SUBSCRIBER_NUMBERS[status] === number);

/** `categories`: all that exist; what an update still names of others is left out. */
export function updateMessage(update: Update, categories: Map<string, Category>): UpdateMessage {
  return {
    id: update.id,
    title: update.title,
    createdAt: update.createdAt,
    description: update.description,
    updateDate: update.updateDate,
    link: update.link,
    linkText: update.linkText,
    categories: update.categoryIds.flatMap((id) => {
      const category = categories.get(id);
      return category ? [{ id, name: category.name }] : [];
    }),
    archived: update.archivedAt !== undefined,
    archivedAt: update.archivedAt,
    notificationStatus: NOTIFICATION_NUMBERS[update.notification.status],
    scheduledAt: update.notification.scheduledAt,
    timezone: update.timezone,
    sentAt: update.sentAt,
    recipientCount: update.counts.recipients,
    deliveredCount: update.counts.delivered,
    failedCount: update.counts.failed,
    keptCount: update.counts.kept,
    draft: update.draft,
    updatedAt: update.updatedAt,
    notificationReason: update.notification.reason,
  };
}

export const scheduleOptions = (schedule: Schedule | undefined): ScheduleOptions => ({
  sendImmediately: schedule?.sendImmediately ?? false,
  scheduledAt: schedule?.scheduledAt,
  scheduleDisabled: schedule?.scheduleDisabled ?? false,
  clearScheduledAt: schedule?.clearScheduledAt ?? false,
});

export const subscriberMessage = (s: Subscriber): SubscriberMessage => ({
  id: s.id,
  email: s.email,
  status: SUBSCRIBER_NUMBERS[s.status],
  categories: s.categoryIds && { ids: s.categoryIds },
  source: s.source,
  createdAt: s.createdAt,
  confirmedAt: s.confirmedAt,
  unsubscribedAt: s.unsubscribedAt,
});

export function deliveryMessage(delivery: Delivery, messageId: string): DeliveryMessage {
  const open = delivery.state === 'pending' || delivery.state === 'claimed';
  return {
    id: deliveryId(delivery.updateId, delivery.subscriberId),
    subscriberId: delivery.subscriberId,
    email: delivery.email,
    state: open ? 'pending' : delivery.state,
    attempts: delivery.attempts,
    reason: delivery.reason,
    nextAttemptAt: open ? delivery.nextAt : undefined,
    deliveredAt: delivery.deliveredAt,
    messageId,
  };
}
