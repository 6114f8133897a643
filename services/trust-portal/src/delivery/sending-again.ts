import { AppError, micros, tracing, type Clock } from '@candor/runtime';
import { reasonAgainst } from '../audience.js';
import { retried, type Audience } from '../notification.js';
import type { CategoryStore } from '../store/categories.js';
import type { Delivery, DeliveryStore } from '../store/deliveries.js';
import type { SubscriberStore } from '../store/subscribers.js';
import type { Update } from '../store/updates.js';
import type { Updates } from '../updates.js';

export interface SendingAgainParts {
  editing: Updates;
  subscribers: SubscriberStore;
  categories: CategoryStore;
  deliveries: DeliveryStore;
  clock: Clock;
  /** Called with the update that became due. */
  onDue: (update: Update) => void;
}

type FailedAudience = Exclude<Audience, 'subscribers'>;

/** Failed mails that are looked at together. */
const AT_ONCE = 500;

/**
 * Sends the failed mails of an update again. The update gets a new schedule first; whoever holds it opens the failed rows of
 * older schedules. A row that was opened bears the new schedule, so that a repeat of the work opens none twice.
 */
export class SendingAgain {
  constructor(private readonly parts: SendingAgainParts) {}

  /** Puts the update on its way to those whose mail failed; `includeBounced`: addresses that were refused as unknown, too. */
  async request(organizationId: string, updateId: string, includeBounced: boolean): Promise<Update> {
    const { editing, clock, onDue } = this.parts;
    const audience: FailedAudience = includeBounced ? 'failed_and_bounced' : 'failed';
    const update = await editing.write(organizationId, updateId, async (before) => {
      const now = micros(clock);
      const notification = retried(before.notification, before.archivedAt !== undefined, audience, now);
      if (before.draft) throw new AppError('conflict', 'update_is_draft', 'The update is a draft. Publish it first.');
      const trace = tracing().headers()['traceparent'] ?? '';
      const after = { ...before, notification, updatedAt: now, trace };
      for await (const { deliveries } of this.due(after, audience)) if (deliveries.length > 0) return after;
      const message =
        'No failed email can be sent again. Addresses that were refused as unknown are tried with include_bounced.';
      throw new AppError('conflict', 'no_failed_deliveries', message);
    });
    onDue(update);
    return update;
  }

  /** Opens what is to be sent again for the update's schedule; false when `hold` says that it is no longer to be sent. */
  async reopen(update: Update, audience: FailedAudience, hold: () => Promise<boolean>): Promise<boolean> {
    const { subscribers, deliveries, clock } = this.parts;
    const { organizationId, notification } = update;
    for await (const due of this.due(update, audience)) {
      if (!(await hold())) return false;
      // The subscribers first: a crash in between leaves rows that failed, which a repeat opens.
      if (due.bounced.length > 0) await subscribers.tryAgain(organizationId, due.bounced);
      const ids = due.deliveries.map(({ id }) => id);
      await deliveries.reopen(organizationId, notification.scheduleRev, ids, micros(clock));
    }
    return true;
  }

  /** Failed mails whose subscribers would get them now, in parts, with those of the subscribers who bounced. */
  private async *due(
    update: Update,
    audience: FailedAudience,
  ): AsyncGenerator<{ deliveries: Delivery[]; bounced: string[] }> {
    const { subscribers, categories, deliveries } = this.parts;
    const { id: updateId, organizationId, notification } = update;
    const known = new Set((await categories.list(organizationId)).map(({ id }) => id));
    const categoryIds = update.categoryIds.filter((id) => known.has(id));
    for (let after = ''; ;) {
      const { scheduleRev } = notification;
      const failed = await deliveries.failedAfter(organizationId, updateId, scheduleRev, after, AT_ONCE);
      const last = failed.at(-1);
      if (!last) return;
      const ids = failed.map(({ subscriberId }) => subscriberId);
      const people = new Map((await subscribers.findByIds(organizationId, ids)).map((person) => [person.id, person]));
      const bounced: string[] = [];
      const due = failed.filter(({ subscriberId }) => {
        const person = people.get(subscriberId);
        if (!person) return false;
        const isBounced = person.status === 'bounced' && audience === 'failed_and_bounced';
        const receives = reasonAgainst(isBounced ? { ...person, status: 'confirmed' } : person, categoryIds);
        if (receives === undefined && isBounced) bounced.push(subscriberId);
        return receives === undefined;
      });
      yield { deliveries: due, bounced };
      after = last.id;
    }
  }
}
