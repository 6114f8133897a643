import { micros, type Clock } from '../clock.js';
import { newId } from '../ids.js';
import type { MailClaims, MailRow, MailScope } from './claims.js';
import { gather } from './gather.js';
import { Permits } from './permits.js';
import { MailFailure, type Mail, type MailTransport } from './transport.js';

/** Sent: taken over by the mail server. Kept: put into the outbox for want of one. Deferred: to be tried again. Failed: given up. */
export type MailOutcome = 'sent' | 'kept' | 'deferred' | 'failed';

export interface MailSendingParts<Row extends MailRow> {
  claims: MailClaims<Row>;
  transport: MailTransport;
  clock: Clock;
  /** Mails at once; as many may come twice after a crash. */
  poolSize: number;
  /** The same, shared with others who send by the transport; absent: its own. */
  permits?: Permits | undefined;
  /** Milliseconds before the 2nd, 3rd, … attempt; after the last one the mail has failed. */
  retryAfterMs: readonly number[];
}

/** Why no mail is sent. */
export interface NoMail {
  reason: string;
  /** Further fields of the row that change then. */
  also?: Record<string, string>;
}

/** What is sent in one batch. `Fresh` is all that decides about mails, read anew just before they are sent. */
export interface MailWork<Row extends MailRow, Fresh> {
  organizationId: string;
  /** What its rows have in common, beside the organization. */
  scope: MailScope;
  /** Of all rows that are about to be sent. */
  read(rows: Row[]): Promise<Fresh>;
  /** Rejects with `MailFailure` when no attempt could ever send it. */
  mailOf(row: Row, fresh: Fresh): Mail | NoMail | Promise<Mail | NoMail>;
  /** Of each attempt. */
  outcome(row: Row, outcome: MailOutcome, failure?: MailFailure): Promise<void> | void;
}

/** Before the 2nd, 3rd, … attempt at a mail. */
export const MAIL_RETRY_AFTER_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000);
export const MAIL_POOL = 20;

/** Mails that are taken at once. */
const BATCH = 200;
/** How long a claim on them holds, microseconds; renewed while they are sent. So long they rest when their replica dies. */
const CLAIM_FOR = 150e6;
/** Microseconds before the end of a claim in which nothing is sent under it any more: more than a mail's time-outs. */
const MARGIN = 120e6;
/** How often a claim is renewed, microseconds. */
const RENEW_EVERY = 10e6;
/** How long a read or a record waits for those of other slots. */
const WAIT_FOR_OTHERS_MS = 4;

/**
 * Sends stored mails by a pool of slots. A slot goes on when its mail is recorded, so that a crash repeats at most as many
 * mails as there are slots, with the same Message-ID; all that decides whether one is sent is read anew just before it is.
 */
export class MailSending<Row extends MailRow> {
  /** Of all batches together: so many mails are out of hand and not yet recorded. */
  private readonly permits: Permits;

  constructor(private readonly parts: MailSendingParts<Row>) {
    this.permits = parts.permits ?? new Permits(parts.poolSize);
  }

  /** Sends one batch of what is due, if anything is. False when nothing is left to send now. */
  async batch<Fresh>(work: MailWork<Row, Fresh>, stopping: AbortSignal): Promise<boolean> {
    const { claims, clock, poolSize } = this.parts;
    const now = micros(clock);
    const claim = newId();
    const until = now + CLAIM_FOR;
    const rows = await claims.take(work.organizationId, work.scope, claim, { now, until }, BATCH);
    if (rows.length === 0) return false;
    const batch = new Batch(this.parts, this.permits, work, { claim, until });
    const waiting = rows.values();
    const slot = async (): Promise<void> => {
      let recorded = Promise.resolve();
      // One iterator for all slots: each takes the next one that no other has taken.
      for (const row of waiting) {
        if (stopping.aborted) await batch.giveBack(row, 'The service is stopping.');
        else recorded = (await batch.send(row, recorded)).recorded;
      }
      await recorded;
    };
    // All slots end before a failure of one is told: nothing goes on behind the caller's back.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(poolSize, rows.length) }, slot));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return true;
  }
}

class Batch<Row extends MailRow, Fresh> {
  /** Reads for all slots that are about to send, at once. */
  private readonly fresh: (row: Row) => Promise<Fresh>;
  /** Records for all slots that have sent, at once: a slot goes on when its mail is recorded. */
  private readonly record: (id: string) => Promise<void>;

  private renewing: Promise<void> | undefined;

  constructor(
    private readonly parts: MailSendingParts<Row>,
    private readonly permits: Permits,
    private readonly work: MailWork<Row, Fresh>,
    /** `until` in microseconds. */
    private readonly held: { claim: string; until: number },
  ) {
    const { organizationId } = work;
    const { claim } = held;
    // Half of the slots send while the database is busy with the other half.
    const together = { enough: Math.ceil(parts.poolSize / 2), waitMs: WAIT_FOR_OTHERS_MS };
    this.fresh = gather((rows: Row[]) => work.read(rows), together);
    this.record = gather((ids: string[]) => {
      if (parts.transport.keeps) return parts.claims.kept(organizationId, claim, ids);
      return parts.claims.delivered(organizationId, claim, ids, micros(parts.clock));
    }, together);
  }

  /** Keeps the claim ahead of the mails that are sent under it; one that has run out stays so, for others may hold it. */
  private async renew(): Promise<void> {
    const { claims, clock } = this.parts;
    const { organizationId, scope } = this.work;
    const { claim, until } = this.held;
    const now = micros(clock);
    if (now < until - CLAIM_FOR + RENEW_EVERY || now > until - MARGIN) return;
    this.renewing ??= claims
      .renew(organizationId, scope, claim, now + CLAIM_FOR)
      .then(() => void (this.held.until = now + CLAIM_FOR))
      .finally(() => (this.renewing = undefined));
    await this.renewing;
  }

  /** Sends when the slot's mail before this one is recorded; meanwhile it reads what decides about this one. */
  async send(row: Row, before: Promise<void>): Promise<{ recorded: Promise<void> }> {
    const [read] = await Promise.all([this.fresh(row), before, this.renew()]);
    let fresh = read;
    if (!this.permits.tryTake()) {
      await this.permits.take();
      fresh = await this.fresh(row); // What was read before the wait may be old.
    }
    try {
      const { recorded } = await this.attempt(row, fresh);
      return { recorded: recorded.finally(() => this.permits.release()) };
    } catch (error) {
      this.permits.release();
      throw error;
    }
  }

  /** Resolves when the mail is out of hand, or will not be sent; recording that goes on. */
  private async attempt(row: Row, fresh: Fresh): Promise<{ recorded: Promise<void> }> {
    const { clock, transport } = this.parts;
    // Near the end of the claim nothing is sent: another replica takes it then.
    if (micros(clock) > this.held.until - MARGIN) return { recorded: Promise.resolve() };
    try {
      const mail = await this.work.mailOf(row, fresh);
      if ('reason' in mail) return { recorded: this.cancel(row, mail) };
      await transport.send(mail);
    } catch (error) {
      return { recorded: this.failed(row, error) };
    }
    await this.work.outcome(row, transport.keeps ? 'kept' : 'sent');
    return { recorded: this.record(row._id) };
  }

  giveBack(row: Row, reason: string): Promise<void> {
    const retry = { at: micros(this.parts.clock), reason, attempted: false };
    return this.parts.claims.later(this.work.organizationId, this.held.claim, row._id, retry);
  }

  private cancel(row: Row, { reason, also = {} }: NoMail): Promise<void> {
    const end = { state: 'cancelled' as const, reason, attempted: false, also };
    return this.parts.claims.ended(this.work.organizationId, this.held.claim, row._id, end);
  }

  private async failed(row: Row, error: unknown): Promise<void> {
    const { claims, clock, retryAfterMs } = this.parts;
    const { organizationId } = this.work;
    if (!(error instanceof MailFailure)) throw error;
    const wait = retryAfterMs[row.attempts];
    const reason = error.message;
    if (error.kind === 'soft' && wait !== undefined) {
      await this.work.outcome(row, 'deferred', error);
      const retry = { at: micros(clock) + wait * 1000, reason, attempted: true };
      return claims.later(organizationId, this.held.claim, row._id, retry);
    }
    await this.work.outcome(row, 'failed', error);
    return claims.ended(organizationId, this.held.claim, row._id, { state: 'failed', reason, attempted: true });
  }
}
