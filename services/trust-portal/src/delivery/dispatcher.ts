import {
  AppError,
  forATurn,
  micros,
  traced,
  type Clock,
  type Next,
  type WorkItem,
  type WorkKind,
} from '@candor/runtime';
import { reasonAgainst } from '../audience.js';
import { JOBS } from '../jobs.js';
import { cancelled } from '../notification.js';
import type { CategoryStore } from '../store/categories.js';
import { FARTHEST, type DeliveryStore } from '../store/deliveries.js';
import type { DeliveryClaims } from '../store/delivery-claims.js';
import type { SubscriberStore } from '../store/subscribers.js';
import type { SystemScope } from '../store/system-scope.js';
import type { Update } from '../store/updates.js';
import type { Updates } from '../updates.js';
import type { Sending } from './sending.js';
import type { SendingAgain } from './sending-again.js';
import type { Portal } from './update-mail.js';

export interface DispatcherParts {
  system: SystemScope;
  editing: Updates;
  again: SendingAgain;
  subscribers: SubscriberStore;
  categories: CategoryStore;
  deliveries: DeliveryStore;
  claims: DeliveryClaims;
  sending: Sending;
  portalOf: (organizationId: string) => Promise<Portal | undefined>;
  /** Called when others are to be told that an update was sent. */
  onSent: (organizationId: string) => void;
  clock: Clock;
  /** How late a schedule may be sent, milliseconds: a machine that slept for a week sends no old news. */
  maxLateMs: number;
}

/** How long a replica works on an update before another may, microseconds; renewed while it works. */
const LEASE = 60e6;
const FAN_OUT_BATCH = 500;

/**
 * Takes updates whose notification is due, makes one delivery row for each subscriber that gets it, and has them sent.
 * Everything it knows is in the database: an update is due (`due_at`) until all of its deliveries are settled, and taking
 * it moves `due_at` on by the lease, so that what a replica left unfinished falls due again.
 */
export class Dispatcher implements WorkKind {
  readonly job = JOBS.notify;

  constructor(private readonly parts: DispatcherParts) {}

  readonly due: WorkKind['due'] = (times, limit) => this.parts.system.overdue('updates', times, limit);

  readonly turn = async ({ organizationId, id: updateId }: WorkItem, stopping: AbortSignal): Promise<Next> => {
    const portal = await this.parts.portalOf(organizationId);
    const taken = await this.claim(organizationId, updateId, portal !== undefined);
    if (!('update' in taken) || !portal) return 'update' in taken ? 'nothing' : taken.next;
    const { update } = taken;
    return traced('update.dispatch', { kind: 'consumer', from: traceOf(update) }, () =>
      this.deliver(update, portal, stopping),
    );
  };

  /** Makes the delivery rows unless they are made, and sends what is due of them. */
  private async deliver(update: Update, portal: Portal, stopping: AbortSignal): Promise<Next> {
    const { id: updateId, organizationId } = update;
    const { scheduleRev } = update.notification;
    if (update.fannedOutRev !== scheduleRev && !(await this.makeRows(update, stopping))) return 'again';
    let renewAt = micros(this.parts.clock) + LEASE / 3;
    const lease = { held: true };
    const isMore = await forATurn(stopping, async () => {
      if (!(await this.parts.sending.batch(organizationId, updateId, portal, stopping))) return false;
      if (micros(this.parts.clock) < renewAt) return true;
      lease.held = await this.hold(organizationId, updateId, scheduleRev);
      renewAt = micros(this.parts.clock) + LEASE / 3;
      return lease.held;
    });
    if (!lease.held) return 'nothing';
    if (!isMore) return this.settle(organizationId, updateId, scheduleRev);
    // Whoever comes next need not wait for the end of the lease.
    const isOpen = await this.hold(organizationId, updateId, scheduleRev, {}, micros(this.parts.clock));
    return isOpen ? 'again' : 'nothing';
  }

  /** The update, when it is this replica's to send now. */
  private async claim(
    organizationId: string,
    updateId: string,
    known: boolean,
  ): Promise<{ update: Update } | { next: Next }> {
    const now = micros(this.parts.clock);
    const categories = new Set((await this.parts.categories.list(organizationId)).map((category) => category.id));
    const taken = { mine: false };
    const update = await this.write(organizationId, updateId, (before) => {
      const { notification } = before;
      taken.mine = false;
      const ofAnotherClock = notification.status === 'sending' && notification.dueAt > now + FARTHEST;
      // Another replica was first.
      if (notification.dueAt === 0 || (notification.dueAt > now && !ofAnotherClock)) return before;
      const ended = (reason: string): Update => ({
        ...before,
        notification: { ...notification, status: 'failed', dueAt: 0, reason },
      });
      const late = notification.status === 'scheduled' && now - notification.dueAt > this.parts.maxLateMs * 1000;
      if (late) return ended('Its time had passed by too long when it could have been sent.');
      if (!known) return ended('The organization of the trust portal is closed.');
      if (before.categoryIds.length > 0 && !before.categoryIds.some((id) => categories.has(id))) {
        return { ...before, notification: cancelled(notification, 'Its last category was deleted.') };
      }
      taken.mine = true;
      return { ...before, notification: { ...notification, status: 'sending', dueAt: now + LEASE } };
    });
    if (!update) return { next: 'nothing' };
    if (taken.mine) return { update };
    const { dueAt } = update.notification;
    return { next: dueAt > now ? { at: dueAt } : 'nothing' };
  }

  /** Makes or opens the rows that the schedule is for; false when it is to stop, or the update is no longer to be sent. */
  private async makeRows(update: Update, stopping: AbortSignal): Promise<boolean> {
    const { audience, scheduleRev } = update.notification;
    if (audience === 'subscribers') return this.fanOut(update, stopping);
    const hold = async (change?: { fannedOutRev: number }): Promise<boolean> =>
      !stopping.aborted && this.hold(update.organizationId, update.id, scheduleRev, change);
    return (await this.parts.again.reopen(update, audience, hold)) && hold({ fannedOutRev: scheduleRev });
  }

  /** Makes the delivery rows; false when the update is no longer to be sent. Doing it twice makes them once. */
  private async fanOut(update: Update, stopping: AbortSignal): Promise<boolean> {
    const { id: updateId, organizationId, categoryIds } = update;
    const { scheduleRev } = update.notification;
    const { subscribers, deliveries, clock } = this.parts;
    for (let after = ''; ;) {
      if (stopping.aborted || !(await this.hold(organizationId, updateId, scheduleRev))) return false;
      const confirmed = await subscribers.confirmedAfter(organizationId, after, FAN_OUT_BATCH);
      const receiving = confirmed.filter((subscriber) => reasonAgainst(subscriber, categoryIds) === undefined);
      await deliveries.insertMany(organizationId, updateId, scheduleRev, receiving, micros(clock));
      const last = confirmed.at(-1);
      if (!last || confirmed.length < FAN_OUT_BATCH) break;
      after = last.id;
    }
    return this.hold(organizationId, updateId, scheduleRev, { fannedOutRev: scheduleRev });
  }

  /** Renews the lease, or ends it at `dueAt`; false when the update was archived, cancelled, rescheduled or deleted. */
  private async hold(
    organizationId: string,
    updateId: string,
    scheduleRev: number,
    change: Partial<Pick<Update, 'fannedOutRev'>> = {},
    dueAt = micros(this.parts.clock) + LEASE,
  ): Promise<boolean> {
    const lease = { held: false };
    const found = await this.write(organizationId, updateId, (before) => {
      const { notification } = before;
      lease.held = notification.status === 'sending' && notification.scheduleRev === scheduleRev;
      if (!lease.held) return before;
      return { ...before, ...change, notification: { ...notification, dueAt } };
    });
    // Deleted meanwhile: what was just made for it goes, too.
    if (!found) await this.parts.deliveries.removeAll(organizationId, updateId);
    else if (!lease.held) await this.parts.deliveries.cancelOpen(organizationId, updateId, 'update_cancelled');
    return found !== undefined && lease.held;
  }

  /** Undefined when the update was deleted. */
  private async write(
    organizationId: string,
    updateId: string,
    change: (before: Update) => Update,
  ): Promise<Update | undefined> {
    try {
      return await this.parts.editing.write(organizationId, updateId, change);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  /** Ends the notification when nothing is open, else lets it fall due when the next delivery does. */
  private async settle(organizationId: string, updateId: string, scheduleRev: number): Promise<Next> {
    const next = await this.parts.claims.nextDue(organizationId, { update_id: updateId });
    const { open, ...counts } = await this.parts.deliveries.count(organizationId, updateId);
    const now = micros(this.parts.clock);
    const after = await this.write(organizationId, updateId, (before) => {
      const { notification } = before;
      if (notification.status !== 'sending' || notification.scheduleRev !== scheduleRev) return before;
      if (next !== undefined || open > 0) {
        return { ...before, notification: { ...notification, dueAt: Math.max(next ?? now, now + 1) } };
      }
      if (counts.kept > 0) {
        const reason = 'There is no mail server: the emails are kept in the outbox. Set SMTP_URL, then send again.';
        return { ...before, counts, notification: { ...notification, status: 'kept', dueAt: 0, reason } };
      }
      if (counts.failed > 0 && counts.delivered === 0) {
        const reason = 'No mail server accepted any of the emails.';
        return { ...before, counts, notification: { ...notification, status: 'failed', dueAt: 0, reason } };
      }
      const sent = { ...notification, status: 'sent' as const, dueAt: 0 };
      // Others were told of it already when only the failed mails went out again.
      if (notification.audience !== 'subscribers' && before.sentAt !== undefined) {
        return { ...before, counts, notification: sent };
      }
      return { ...before, counts, sentAt: now, announced: false, notification: sent };
    });
    if (after && !after.announced) this.parts.onSent(organizationId);
    const dueAt = after?.notification.dueAt ?? 0;
    return dueAt > 0 ? { at: dueAt } : 'nothing';
  }
}

/** The mails belong to the trace of the call that asked for them, however much later they go out. */
const traceOf = ({ trace }: Update): Record<string, string> => (trace === '' ? {} : { traceparent: trace });
