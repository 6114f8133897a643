import { micros, newId, type Clock, type Logger } from '@candor/runtime';
import { MailFailure, type MailTransport, Permits, type Sender } from '@candor/runtime/mail';
import { reasonAgainst } from '../audience.js';
import type { CategoryStore } from '../store/categories.js';
import type { Delivery } from '../store/deliveries.js';
import type { DeliveryClaims } from '../store/delivery-claims.js';
import type { Subscriber, SubscriberStore } from '../store/subscribers.js';
import type { Update, UpdateStore } from '../store/updates.js';
import type { MailObserver } from '../measures.js';
import { gather } from './gather.js';
import { contentOf, pageOf, updateMail, type Portal, type UpdateContent } from './update-mail.js';

export interface SendingParts {
  updates: UpdateStore;
  subscribers: SubscriberStore;
  categories: CategoryStore;
  claims: DeliveryClaims;
  transport: MailTransport;
  sender: Sender;
  clock: Clock;
  logger: Logger;
  observe: MailObserver;
  /** Mails at once; as many may come twice after a crash. */
  poolSize: number;
  /** The same, shared with others who send by the transport; absent: its own. */
  permits?: Permits | undefined;
  /** Milliseconds before the 2nd, 3rd, … attempt; after the last one the delivery has failed. */
  retryAfterMs: number[];
}

/** Deliveries that are taken at once. */
const BATCH = 200;
/** How long a claim on them holds, microseconds; renewed while they are sent. So long they rest when their replica dies. */
const CLAIM_FOR = 150e6;
/** Microseconds before the end of a claim in which nothing is sent under it any more: more than a mail's time-outs. */
const MARGIN = 120e6;
/** How often a claim is renewed, microseconds. */
const RENEW_EVERY = 10e6;
/** How long a read or a record waits for those of other slots. */
const WAIT_FOR_OTHERS_MS = 4;

/** Sends the mails of one update; all that decides whether one is sent is read anew just before it is. */
export class Sending {
  /** Of all updates together: so many mails are out of hand and not yet recorded. */
  private readonly permits: Permits;

  constructor(private readonly parts: SendingParts) {
    this.permits = parts.permits ?? new Permits(parts.poolSize);
  }

  /** Sends one batch of what is due, if anything is. False when nothing is left to send now. */
  async batch(organizationId: string, updateId: string, portal: Portal, stopping: AbortSignal): Promise<boolean> {
    const { claims, clock, poolSize } = this.parts;
    const now = micros(clock);
    const claim = newId();
    const times = { now, until: now + CLAIM_FOR };
    const deliveries = await claims.take(organizationId, updateId, claim, times, BATCH);
    if (deliveries.length === 0) return false;
    const batch = new Batch(this.parts, this.permits, { organizationId, updateId, claim, until: times.until, portal });
    const waiting = deliveries.values();
    const slot = async (): Promise<void> => {
      let recorded = Promise.resolve();
      // One iterator for all slots: each takes the next one that no other has taken.
      for (const delivery of waiting) {
        if (stopping.aborted) await batch.giveBack(delivery, 'The service is stopping.');
        else recorded = (await batch.send(delivery, recorded)).recorded;
      }
      await recorded;
    };
    // All slots end before a failure of one is told: nothing goes on behind the caller's back.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(poolSize, deliveries.length) }, slot));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return true;
  }
}

interface BatchContext {
  organizationId: string;
  updateId: string;
  claim: string;
  /** Microseconds. */
  until: number;
  portal: Portal;
}

/** What is true of an update at this moment. */
interface Fresh {
  update: Update | undefined;
  categoryIds: string[];
  subscribers: Map<string, Subscriber>;
}

class Batch {
  /** Reads for all slots that are about to send, at once. */
  private readonly fresh: (subscriberId: string) => Promise<Fresh>;
  /** Records for all slots that have sent, at once: a slot goes on when its mail is recorded. */
  private readonly record: (deliveryId: string) => Promise<void>;

  private renewing: Promise<void> | undefined;

  /** Rendered once for a version of the update. */
  private content: (UpdateContent & { version: number }) | undefined;

  constructor(
    private readonly parts: SendingParts,
    private readonly permits: Permits,
    private readonly context: BatchContext,
  ) {
    const { organizationId, updateId, claim } = context;
    // Half of the slots send while the database is busy with the other half.
    const together = { enough: Math.ceil(parts.poolSize / 2), waitMs: WAIT_FOR_OTHERS_MS };
    this.fresh = gather(async (subscriberIds) => {
      const [update, subscribers] = await Promise.all([
        parts.updates.find(organizationId, updateId),
        parts.subscribers.findByIds(organizationId, subscriberIds),
      ]);
      const categories = update && update.categoryIds.length > 0 ? await parts.categories.list(organizationId) : [];
      const known = new Set(categories.map((category) => category.id));
      return {
        update,
        categoryIds: update?.categoryIds.filter((id) => known.has(id)) ?? [],
        subscribers: new Map(subscribers.map((subscriber) => [subscriber.id, subscriber])),
      };
    }, together);
    this.record = gather((deliveryIds) => {
      if (parts.transport.keeps) return parts.claims.kept(organizationId, claim, deliveryIds);
      return parts.claims.delivered(organizationId, claim, deliveryIds, micros(parts.clock));
    }, together);
  }

  /** Keeps the claim ahead of the mails that are sent under it; one that has run out stays so, for others may hold it. */
  private async renew(): Promise<void> {
    const { claims, clock } = this.parts;
    const { organizationId, updateId, claim, until } = this.context;
    const now = micros(clock);
    if (now < until - CLAIM_FOR + RENEW_EVERY || now > until - MARGIN) return;
    this.renewing ??= claims
      .renew(organizationId, updateId, claim, now + CLAIM_FOR)
      .then(() => void (this.context.until = now + CLAIM_FOR))
      .finally(() => (this.renewing = undefined));
    await this.renewing;
  }

  /** Sends when the slot's mail before this one is recorded; meanwhile it reads what decides about this one. */
  async send(delivery: Delivery, before: Promise<void>): Promise<{ recorded: Promise<void> }> {
    const [read] = await Promise.all([this.fresh(delivery.subscriberId), before, this.renew()]);
    let fresh = read;
    if (!this.permits.tryTake()) {
      await this.permits.take();
      fresh = await this.fresh(delivery.subscriberId); // What was read before the wait may be old.
    }
    try {
      const { recorded } = await this.attempt(delivery, fresh);
      return { recorded: recorded.finally(() => this.permits.release()) };
    } catch (error) {
      this.permits.release();
      throw error;
    }
  }

  /** Resolves when the mail is out of hand, or will not be sent; recording that goes on. */
  private async attempt(delivery: Delivery, fresh: Fresh): Promise<{ recorded: Promise<void> }> {
    // Near the end of the claim nothing is sent: another replica takes it then.
    if (micros(this.parts.clock) > this.context.until - MARGIN) return { recorded: Promise.resolve() };
    const { update, categoryIds, subscribers } = fresh;
    const subscriber = subscribers.get(delivery.subscriberId);
    if (update?.archivedAt !== undefined || update?.notification.status !== 'sending') {
      return { recorded: this.cancel(delivery, 'update_cancelled') };
    }
    if (!subscriber) return { recorded: this.cancel(delivery, 'subscriber_deleted') };
    const against = reasonAgainst(subscriber, categoryIds);
    if (against) return { recorded: this.cancel(delivery, against) };
    const { portal } = this.context;
    try {
      this.content = this.contentFor(update);
      await this.parts.transport.send(
        updateMail(update, this.content, delivery.id, subscriber, portal, this.parts.sender),
      );
    } catch (error) {
      return { recorded: this.failed(delivery, error) };
    }
    this.parts.observe('update', this.parts.transport.keeps ? 'kept' : 'sent');
    return { recorded: this.record(delivery.id) };
  }

  /** Throws `MailFailure` when the update cannot be made a mail of: no attempt ever could. */
  private contentFor(update: Update): UpdateContent & { version: number } {
    if (this.content?.version === update.version) return this.content;
    try {
      const { sender, clock } = this.parts;
      const { portal } = this.context;
      const page = pageOf(update, portal, sender, micros(clock));
      return { version: update.version, ...contentOf(update, portal, page) };
    } catch (error) {
      this.parts.logger.error({ err: error, id: update.id }, 'an update cannot be rendered');
      throw new MailFailure('refused', 'The update cannot be rendered. Simplify its description.');
    }
  }

  giveBack(delivery: Delivery, reason: string): Promise<void> {
    const { organizationId, claim } = this.context;
    const retry = { at: micros(this.parts.clock), reason, attempted: false };
    return this.parts.claims.later(organizationId, claim, delivery.id, retry);
  }

  private cancel(delivery: Delivery, reason: string): Promise<void> {
    const { organizationId, claim } = this.context;
    return this.parts.claims.ended(organizationId, claim, delivery.id, {
      state: 'cancelled',
      reason,
      attempted: false,
      forget: reason === 'subscriber_deleted',
    });
  }

  private async failed(delivery: Delivery, error: unknown): Promise<void> {
    const { organizationId, claim } = this.context;
    const { claims, subscribers, clock, retryAfterMs, logger, observe } = this.parts;
    if (!(error instanceof MailFailure)) throw error;
    const wait = retryAfterMs[delivery.attempts];
    if (error.kind === 'soft' && wait !== undefined) {
      observe('update', 'deferred');
      const retry = { at: micros(clock) + wait * 1000, reason: error.message, attempted: true };
      return claims.later(organizationId, claim, delivery.id, retry);
    }
    observe('update', 'failed');
    logger.info({ delivery: delivery.id, organization_id: organizationId, kind: error.kind }, 'mail failed');
    if (error.kind === 'bounced') await subscribers.bounce(organizationId, delivery.subscriberId);
    return claims.ended(organizationId, claim, delivery.id, {
      state: 'failed',
      reason: error.message,
      attempted: true,
    });
  }
}
