import type { Collection, Db, Filter } from 'mongodb';

/** What every stored mail has; times in microseconds. */
export interface MailRow {
  _id: string;
  organization_id: string;
  /** Open ones are `pending`, or `claimed` by a replica until `next_at`. */
  state: string;
  attempts: number;
  reason: string;
  /** When it may be tried (again). */
  next_at: number;
  /** 0: it is not. */
  delivered_at: number;
  /** Of the replica's batch that has it in hand; '' when none. */
  claim: string;
}

/** Further fields that rows of a batch have in common, e.g. what the mails are about. */
export type MailScope = Record<string, string>;

export interface ClaimOptions {
  /**
   * Leases and waits are all shorter, microseconds: a time farther away was written before the clock was set back, and what
   * waits for it is due.
   */
  farthest: number;
}

const OPEN = { $in: ['pending', 'claimed'] };

/** Stored mails that one replica has in hand, for a time: no other takes them before it ends. */
export class MailClaims<Row extends MailRow> {
  private readonly rows: Collection<MailRow>;

  constructor(
    db: Db,
    collection: string,
    private readonly options: ClaimOptions,
  ) {
    this.rows = db.collection<MailRow>(collection);
  }

  /** Takes up to `limit` that are due, under `claim`, until `until` (microseconds). */
  async take(
    organizationId: string,
    scope: MailScope,
    claim: string,
    times: { now: number; until: number },
    limit: number,
  ): Promise<Row[]> {
    const open = { organization_id: organizationId, ...scope, state: OPEN };
    let due: Filter<MailRow> = { ...open, next_at: { $lte: times.now } };
    let found = await this.rows.find(due).limit(limit).toArray();
    if (found.length === 0) {
      due = { ...open, next_at: { $gt: times.now + this.options.farthest } };
      found = await this.rows.find(due).limit(limit).toArray();
    }
    if (found.length === 0) return [];
    const ids = { $in: found.map((row) => row._id) };
    const { modifiedCount } = await this.rows.updateMany(
      { ...due, _id: ids },
      { $set: { state: 'claimed', claim, next_at: times.until } },
    );
    if (modifiedCount === found.length) return wider<Row>(found);
    // Another replica took some of them meanwhile.
    return wider<Row>(
      await this.rows.find({ organization_id: organizationId, _id: ids, claim, state: 'claimed' }).toArray(),
    );
  }

  /** Prolongs a claim on what is not settled of it. */
  async renew(organizationId: string, scope: MailScope, claim: string, until: number): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, ...scope, state: 'claimed', claim },
      { $set: { next_at: until } },
    );
  }

  /** Records mails that a server took, those cancelled meanwhile too: they are gone. */
  async delivered(organizationId: string, claim: string, ids: string[], at: number): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, _id: { $in: ids }, claim, state: { $in: ['claimed', 'cancelled'] } },
      { $set: { state: 'delivered', delivered_at: at, reason: '', claim: '' }, $inc: { attempts: 1 } },
    );
  }

  /** Records mails that lie in the outbox for want of a mail server. */
  async kept(organizationId: string, claim: string, ids: string[]): Promise<void> {
    await this.rows.updateMany(
      { organization_id: organizationId, _id: { $in: ids }, claim, state: { $in: ['claimed', 'cancelled'] } },
      { $set: { state: 'kept', reason: '', claim: '' }, $inc: { attempts: 1 } },
    );
  }

  /** Ends one without a mail; `also` are further fields that change then. */
  async ended(
    organizationId: string,
    claim: string,
    id: string,
    end: { state: 'failed' | 'cancelled'; reason: string; attempted: boolean; also?: Record<string, string> },
  ): Promise<void> {
    const { state, reason, attempted, also } = end;
    await this.rows.updateOne(
      { organization_id: organizationId, _id: id, claim, state: 'claimed' },
      { $set: { state, reason, claim: '', ...also }, $inc: { attempts: attempted ? 1 : 0 } },
    );
  }

  /** Gives one back, to be tried at a time. */
  async later(
    organizationId: string,
    claim: string,
    id: string,
    retry: { at: number; reason: string; attempted: boolean },
  ): Promise<void> {
    await this.rows.updateOne(
      { organization_id: organizationId, _id: id, claim, state: 'claimed' },
      {
        $set: { state: 'pending', next_at: retry.at, reason: retry.reason, claim: '' },
        $inc: { attempts: retry.attempted ? 1 : 0 },
      },
    );
  }

  /** When the next open one is due, microseconds; undefined when none is open. */
  async nextDue(organizationId: string, scope: MailScope): Promise<number | undefined> {
    const [row] = await this.rows
      .find({ organization_id: organizationId, ...scope, state: OPEN })
      .sort({ next_at: 1 })
      .limit(1)
      .toArray();
    return row?.next_at;
  }
}

/** The collection holds rows of the owner's own type, of which only the common fields are used here. */
const wider = <Row extends MailRow>(rows: MailRow[]): Row[] => rows as Row[];
