import { deterministicId, isoTime, notifyEvent, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import type { SubscriberStore } from './store/subscribers.js';
import type { SystemScope } from './store/system-scope.js';
import type { UpdateStore } from './store/updates.js';

export interface AnnouncingParts {
  system: SystemScope;
  updates: UpdateStore;
  subscribers: SubscriberStore;
  publish: PublishEvents;
}

const AT_ONCE = 100;

/**
 * Tells others what happened: an update was sent, a subscriber left. What is to be told is stored with the change and marked
 * only once the listener has stored it, so that a crash repeats it and loses nothing.
 */
export class Announcing {
  constructor(private readonly parts: AnnouncingParts) {}

  async round(): Promise<void> {
    await this.sentUpdates();
    await this.thoseWhoLeft();
  }

  private async sentUpdates(): Promise<void> {
    const { system, updates, publish } = this.parts;
    for (const { organizationId, id } of await system.unannounced('updates', AT_ONCE)) {
      const update = await updates.find(organizationId, id);
      if (!update || update.announced) continue;
      const { title, sentAt = 0, counts, notification } = update;
      const event: ServiceEvent = {
        id: deterministicId('update.sent', id, String(notification.scheduleRev)),
        organizationId,
        type: 'update.sent',
        at: sentAt,
        data: {
          update_id: id,
          title,
          sent_at: isoTime(sentAt),
          recipient_count: counts.recipients,
          delivered_count: counts.delivered,
          failed_count: counts.failed,
        },
      };
      const forPeople = notifyEvent({
        id: deterministicId('notify.update_sent', id, String(notification.scheduleRev)),
        organizationId,
        at: sentAt,
        data: {
          kind: 'update_sent',
          // Every administrator.
          recipients: [],
          actor_id: null,
          subject: { type: 'update', id, title },
          count: counts.delivered,
          path: `/console/trust-portal/updates/${id}`,
        },
      });
      await publish([event, forPeople]);
      await updates.markAnnounced(organizationId, id);
    }
  }

  private async thoseWhoLeft(): Promise<void> {
    const { system, subscribers, publish } = this.parts;
    for (const { organizationId, id } of await system.unannounced('subscribers', AT_ONCE)) {
      const left = await subscribers.unannouncedLeave(organizationId, id);
      if (!left) continue;
      const { subscriber, at } = left;
      const event: ServiceEvent = {
        id: deterministicId('subscriber.unsubscribed', id, String(at)),
        organizationId,
        type: 'subscriber.unsubscribed',
        at,
        data: { subscriber_id: id, email: subscriber.email, source: subscriber.source, unsubscribed_at: isoTime(at) },
      };
      await publish([event]);
      await subscribers.markAnnounced(organizationId, id, at);
    }
  }
}
