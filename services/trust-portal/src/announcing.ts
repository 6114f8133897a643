import { deterministicId, isoTime, notifyEvent, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import type { SubscriberStore } from './store/subscribers.js';
import type { UpdateStore } from './store/updates.js';

export interface AnnouncingParts {
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

  /** Tells what an organization has to tell; true when there may be more. */
  async round(organizationId: string): Promise<boolean> {
    const updates = await this.sentUpdates(organizationId);
    const left = await this.thoseWhoLeft(organizationId);
    return Math.max(updates, left) === AT_ONCE;
  }

  private async sentUpdates(organizationId: string): Promise<number> {
    const { updates, publish } = this.parts;
    const untold = await updates.unannounced(organizationId, AT_ONCE);
    for (const { id, title, sentAt = 0, counts, notification } of untold) {
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
    return untold.length;
  }

  private async thoseWhoLeft(organizationId: string): Promise<number> {
    const { subscribers, publish } = this.parts;
    const untold = await subscribers.unannounced(organizationId, AT_ONCE);
    for (const { subscriber, at } of untold) {
      const { id } = subscriber;
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
    return untold.length;
  }
}
