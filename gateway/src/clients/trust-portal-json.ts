import {
  SubscriberStatus,
  type Subscriber as SubscriberMessage,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import {
  NotificationStatus,
  type Category as CategoryMessage,
  type Delivery as DeliveryMessage,
  type Update as UpdateMessage,
} from '@candor/proto/candor/trust_portal/v1/trust_portal';
import type { Category } from '../routes/trust-portal-categories/resource.js';
import type { Subscriber } from '../routes/trust-portal-subscribers/resource.js';
import type { Delivery, Update } from '../routes/trust-portal-updates/resource.js';
import { isoTimeOrNull } from './times.js';

// From the trust portal service's messages to the JSON of the API.

export const NOTIFICATION_NUMBERS: Record<Update['notification_status'], NotificationStatus> = {
  none: NotificationStatus.NOTIFICATION_STATUS_NONE,
  scheduled: NotificationStatus.NOTIFICATION_STATUS_SCHEDULED,
  sending: NotificationStatus.NOTIFICATION_STATUS_SENDING,
  sent: NotificationStatus.NOTIFICATION_STATUS_SENT,
  cancelled: NotificationStatus.NOTIFICATION_STATUS_CANCELLED,
  failed: NotificationStatus.NOTIFICATION_STATUS_FAILED,
  kept: NotificationStatus.NOTIFICATION_STATUS_KEPT,
};

export const SUBSCRIBER_NUMBERS: Record<Subscriber['status'], SubscriberStatus> = {
  pending: SubscriberStatus.SUBSCRIBER_STATUS_PENDING,
  confirmed: SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED,
  unsubscribed: SubscriberStatus.SUBSCRIBER_STATUS_UNSUBSCRIBED,
  bounced: SubscriberStatus.SUBSCRIBER_STATUS_BOUNCED,
};

/** The word for a number of the protocol. */
function wordOf<Word extends string>(numbers: Record<Word, number>, number: number): Word {
  const word = (Object.keys(numbers) as Word[]).find((one) => numbers[one] === number);
  if (word === undefined) throw new Error(`the trust portal service sent an unknown status: ${number}`);
  return word;
}

export const updateJson = (update: UpdateMessage): Update => ({
  id: update.id,
  title: update.title,
  description: update.description,
  update_date: isoTimeOrNull(update.updateDate) ?? '',
  link: update.link ?? null,
  link_text: update.linkText ?? null,
  category_ids: update.categories.map(({ id }) => id),
  categories: update.categories.map(({ id, name }) => ({ id, name })),
  archived: update.archived,
  archived_at: update.archivedAt ?? null,
  draft: update.draft,
  notification_status: wordOf(NOTIFICATION_NUMBERS, update.notificationStatus),
  notification_reason: update.notificationReason ?? null,
  scheduled_at: isoTimeOrNull(update.scheduledAt),
  timezone: update.timezone,
  sent_at: update.sentAt ?? null,
  recipient_count: update.recipientCount,
  delivered_count: update.deliveredCount,
  failed_count: update.failedCount,
  kept_count: update.keptCount,
  created_at: update.createdAt,
  updated_at: update.updatedAt,
});

export const deliveryJson = (delivery: DeliveryMessage): Delivery => ({
  id: delivery.id,
  subscriber_id: delivery.subscriberId,
  email: delivery.email === '' ? null : delivery.email,
  state: delivery.state as Delivery['state'],
  attempts: delivery.attempts,
  reason: delivery.reason ?? null,
  next_attempt_at: delivery.nextAttemptAt ?? null,
  delivered_at: delivery.deliveredAt ?? null,
  message_id: delivery.messageId,
});

export const categoryJson = ({ id, name, createdAt, updateCount }: CategoryMessage): Category => ({
  id,
  name,
  created_at: createdAt,
  update_count: updateCount,
});

export const subscriberJson = (subscriber: SubscriberMessage): Subscriber => ({
  id: subscriber.id,
  email: subscriber.email,
  status: wordOf(SUBSCRIBER_NUMBERS, subscriber.status),
  category_ids: subscriber.categories?.ids ?? null,
  source: subscriber.source,
  created_at: subscriber.createdAt,
  confirmed_at: subscriber.confirmedAt ?? null,
  unsubscribed_at: subscriber.unsubscribedAt ?? null,
});
