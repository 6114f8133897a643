import { AppError, Lookout, micros, traced, type Clock, type Logger } from '@candor/runtime';
import { reasonAgainst } from '../audience.js';
import { cancelled } from '../notification.js';
import type { CategoryStore } from '../store/categories.js';
import { FARTHEST, type DeliveryStore } from '../store/deliveries.js';
import type { DeliveryClaims } from '../store/delivery-claims.js';
import type { SubscriberStore } from '../store/subscribers.js';
import type { Due, SystemScope } from '../store/system-scope.js';
import type { Update } from '../store/updates.js';
import type { Updates } from '../updates.js';
import type { Confirming } from './confirming.js';
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
  confirming: Confirming;
  portalOf: (organizationId: string) => Promise<Portal | undefined>;
  clock: Clock;
  logger: Logger;
  /** How often it looks for what is due, milliseconds. */
  everyMs: number;
  /** How late a schedule may be sent, milliseconds: a machine that slept for a week sends no old news. */
  maxLateMs: number;
}

/** How long a replica works on an update before another may, microseconds; renewed while it works. */
const LEASE = 60e6;
const FAN_OUT_BATCH = 500;
type Work = 'updates' | 'confirmations';
/** How many of each one replica works on at once. */
const ROOM: readonly [Work, number][] = [
  ['confirmations', 10],
  ['updates', 4],
];

/**
 * Takes updates whose notification is due, makes one delivery row for each subscriber that gets it, and has them sent.
 * Everything it knows is in the database: an update is due (`due_at`) until all of its deliveries are settled, and taking
 * it moves `due_at` on by the lease, so that what a replica left unfinished falls due again.
 */
export class Dispatcher {
  private readonly lookout: Lookout;
  /** What this replica works on now, by id. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly kinds = new Map<string, Work>();

  constructor(private readonly parts: DispatcherParts) {
    this.lookout = new Lookout(parts.everyMs, () => this.startDue());
  }

  start(): void {
    this.lookout.start();
  }

  /** Finishes the mails in hand and gives the others back. */
  async close(): Promise<void> {
    await this.lookout.stop();
    await Promise.all(this.running.values());
  }

  /** Looks at once for what is due. */
  look(): void {
    this.lookout.look();
  }

  /** Starts what is due as far as there is room; a long one does not hold up the others. */
  private async startDue(): Promise<void> {
    const { system, clock, logger } = this.parts;
    try {
      for (const [what, room] of ROOM) {
        const due = await system.overdue(what, micros(clock), this.running.size + room);
        const free = due.filter(({ id }) => !this.running.has(id)).slice(0, room - this.count(what));
        for (const item of free) this.run(what, item);
      }
    } catch (error) {
      logger.warn({ err: error }, 'could not look for what is due');
    }
  }

  private run(what: Work, due: Due): void {
    if (this.lookout.stopped.aborted) return;
    this.kinds.set(due.id, what);
    this.running.set(due.id, this.guarded(what, due));
  }

  private count(what: Work): number {
    return [...this.kinds.values()].filter((kind) => kind === what).length;
  }

  private async guarded(what: Work, due: Due): Promise<void> {
    let done = false;
    try {
      done = what === 'updates' ? await this.dispatch(due) : await this.confirm(due);
    } catch (error) {
      this.parts.logger.error({ err: error, id: due.id, organization_id: due.organizationId }, 'dispatch failed');
    }
    this.running.delete(due.id);
    this.kinds.delete(due.id);
    // There is room again. What failed, or could not be done, waits for the next tick.
    if (done) this.look();
  }

  private async confirm({ organizationId, id }: Due): Promise<boolean> {
    const portal = await this.parts.portalOf(organizationId);
    if (portal) await this.parts.confirming.send(organizationId, id, portal);
    return portal !== undefined;
  }

  private async dispatch({ organizationId, id: updateId }: Due): Promise<boolean> {
    const portal = await this.parts.portalOf(organizationId);
    const update = await this.claim(organizationId, updateId, portal !== undefined);
    if (!update || !portal) return true;
    await traced('update.dispatch', { kind: 'consumer', from: traceOf(update) }, () => this.deliver(update, portal));
    return true;
  }

  /** Makes the delivery rows unless they are made, and sends what is due of them. */
  private async deliver(update: Update, portal: Portal): Promise<void> {
    const { id: updateId, organizationId } = update;
    const { scheduleRev } = update.notification;
    if (update.fannedOutRev !== scheduleRev && !(await this.makeRows(update))) return;
    let renewAt = micros(this.parts.clock) + LEASE / 3;
    while (await this.parts.sending.batch(organizationId, updateId, portal, this.lookout.stopped)) {
      if (this.lookout.stopped.aborted) break;
      if (micros(this.parts.clock) < renewAt) continue;
      if (!(await this.hold(organizationId, updateId, scheduleRev))) return;
      renewAt = micros(this.parts.clock) + LEASE / 3;
    }
    await this.settle(organizationId, updateId, scheduleRev);
  }

  /** The update, when it is this replica's to send now. */
  private async claim(organizationId: string, updateId: string, known: boolean): Promise<Update | undefined> {
    const now = micros(this.parts.clock);
    const categories = new Set((await this.parts.categories.list(organizationId)).map((category) => category.id));
    const taken = { mine: false };
    const update = await this.parts.editing.write(organizationId, updateId, (before) => {
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
    return taken.mine ? update : undefined;
  }

  /** Makes or opens the rows that the schedule is for; false when the update is no longer to be sent. */
  private async makeRows(update: Update): Promise<boolean> {
    const { audience, scheduleRev } = update.notification;
    if (audience === 'subscribers') return this.fanOut(update);
    const hold = async (change?: { fannedOutRev: number }): Promise<boolean> =>
      !this.lookout.stopped.aborted && this.hold(update.organizationId, update.id, scheduleRev, change);
    return (await this.parts.again.reopen(update, audience, hold)) && hold({ fannedOutRev: scheduleRev });
  }

  /** Makes the delivery rows; false when the update is no longer to be sent. Doing it twice makes them once. */
  private async fanOut(update: Update): Promise<boolean> {
    const { id: updateId, organizationId, categoryIds } = update;
    const { scheduleRev } = update.notification;
    const { subscribers, deliveries, clock } = this.parts;
    for (let after = ''; ;) {
      if (this.lookout.stopped.aborted || !(await this.hold(organizationId, updateId, scheduleRev))) return false;
      const confirmed = await subscribers.confirmedAfter(organizationId, after, FAN_OUT_BATCH);
      const receiving = confirmed.filter((subscriber) => reasonAgainst(subscriber, categoryIds) === undefined);
      await deliveries.insertMany(organizationId, updateId, scheduleRev, receiving, micros(clock));
      const last = confirmed.at(-1);
      if (!last || confirmed.length < FAN_OUT_BATCH) break;
      after = last.id;
    }
    return this.hold(organizationId, updateId, scheduleRev, { fannedOutRev: scheduleRev });
  }

  /** Renews the lease; false when the update was archived, cancelled, rescheduled or deleted. */
  private async hold(
    organizationId: string,
    updateId: string,
    scheduleRev: number,
    change: Partial<Pick<Update, 'fannedOutRev'>> = {},
  ): Promise<boolean> {
    const lease = { held: false };
    try {
      await this.parts.editing.write(organizationId, updateId, (before) => {
        const { notification } = before;
        lease.held = notification.status === 'sending' && notification.scheduleRev === scheduleRev;
        if (!lease.held) return before;
        return { ...before, ...change, notification: { ...notification, dueAt: micros(this.parts.clock) + LEASE } };
      });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'not_found')) throw error;
      // Deleted meanwhile: what was just made for it goes, too.
      await this.parts.deliveries.removeAll(organizationId, updateId);
      return false;
    }
    if (!lease.held) await this.parts.deliveries.cancelOpen(organizationId, updateId, 'update_cancelled');
    return lease.held;
  }

  /** Ends the notification when nothing is open, else lets it fall due when the next delivery does. */
  private async settle(organizationId: string, updateId: string, scheduleRev: number): Promise<void> {
    const next = await this.parts.claims.nextDue(organizationId, { update_id: updateId });
    const { open, ...counts } = await this.parts.deliveries.count(organizationId, updateId);
    const now = micros(this.parts.clock);
    await this.parts.editing.write(organizationId, updateId, (before) => {
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
  }
}

/** The mails belong to the trace of the call that asked for them, however much later they go out. */
const traceOf = ({ trace }: Update): Record<string, string> => (trace === '' ? {} : { traceparent: trace });
