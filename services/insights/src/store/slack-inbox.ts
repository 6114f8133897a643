import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SLACK_INBOX = 'slack_inbox';

/** What a person did in Slack: wrote a message, gave the command, or pressed a button of a reply. */
export interface SlackDeed {
  kind: 'message' | 'command' | 'button';
  userId: string;
  /** Where the person's account is; '': not told. */
  userTeamId: string;
  channelId: string;
  /** A conversation of two: nobody else reads the reply. */
  isDirect: boolean;
  /** People of other companies are in the channel, as Slack tells with the event. */
  isShared: boolean;
  /** Slack's time stamp of the thread that a reply goes to; '': to the response address. */
  threadTs: string;
  /** Question or command's words. */
  text: string;
  /** Where an answer that only this person sees goes to; '' for messages. */
  responseUrl: string;
  /** helpful, wrong or expert; '' unless a button. */
  action: string;
  /** That the button belongs to; '' unless a button. */
  conversationId: string;
}

/** What was found out, kept before it is sent: a second try says the same. */
export interface SlackReply {
  text: string;
  /** Slack's blocks, as JSON; '': text alone. */
  blocks: string;
}

export interface SlackDocument extends SlackDeed {
  id: string;
  organizationId: string;
  /** Microseconds. */
  receivedAt: number;
  /** Of the claim: who holds an older one changes nothing. */
  attempt: number;
  /** How often it failed; waits are none. */
  failures: number;
  reply: SlackReply | undefined;
  /** When it was begun to be sent, microseconds; 0: it was not. Until it is recorded as sent, nobody knows. */
  sendingSince: number;
}

/** How it ended. */
export type SlackOutcome = 'answered' | 'refused' | 'given_up' | 'unsure' | 'disconnected';

export interface SlackRow {
  _id: string;
  organization_id: string;
  user_id: string;
  deed: SlackDeed | null;
  reply: SlackReply | null;
  state: 'waiting' | 'done';
  outcome: SlackOutcome | '';
  received_at: number;
  /** When it may be claimed, microseconds; of a claimed one the end of its lease. */
  due_at: number;
  /** When it was published last, microseconds. */
  announced_at: number;
  attempt: number;
  /** Absent in rows that have not failed. */
  failures?: number;
  sending_since: number;
}

/** What came from Slack, each once: kept until it is done, and its id for some days more, by which a repeat is known. */
export class SlackInboxStore {
  private readonly rows: Collection<SlackRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<SlackRow>(SLACK_INBOX);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SLACK_INBOX, [
      { keys: { state: 1, due_at: 1 } },
      { keys: { organization_id: 1, user_id: 1, received_at: 1 } },
      { keys: { state: 1, received_at: 1 } },
    ]);
  }

  /** False when it is there already. */
  async insert(organizationId: string, id: string, deed: SlackDeed, now: number): Promise<boolean> {
    try {
      await this.rows.insertOne({
        _id: id,
        organization_id: organizationId,
        user_id: deed.userId,
        deed,
        ...{ reply: null, state: 'waiting', outcome: '' },
        ...{ received_at: now, due_at: now, announced_at: now, attempt: 0, sending_since: 0 },
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes it for a time; undefined when it is done, not due, or another's. Microseconds. */
  async claim(organizationId: string, id: string, now: number, until: number): Promise<SlackDocument | undefined> {
    const row = await this.rows.findOneAndUpdate(
      { _id: id, organization_id: organizationId, state: 'waiting', due_at: { $lte: now } },
      { $set: { due_at: until, announced_at: now }, $inc: { attempt: 1 } },
      { returnDocument: 'after' },
    );
    return row?.deed ? itemOf(row, row.deed) : undefined;
  }

  /** Keeps what is going to be said. False when the claim was lost. */
  keepReply(item: SlackDocument, reply: SlackReply): Promise<boolean> {
    return this.change(item.organizationId, item, { reply });
  }

  /** Says that it is sent from now on; 0: it was not sent. False when the claim was lost. */
  markSending(item: SlackDocument, at: number): Promise<boolean> {
    return this.change(item.organizationId, item, { sending_since: at });
  }

  /** To be tried again at a time, microseconds. */
  postpone(item: SlackDocument, dueAt: number): Promise<boolean> {
    return this.change(item.organizationId, item, { due_at: dueAt, announced_at: 0 });
  }

  /** The same after a failure, which is counted. */
  retry(item: SlackDocument, dueAt: number): Promise<boolean> {
    return this.change(item.organizationId, item, { due_at: dueAt, announced_at: 0, failures: item.failures + 1 });
  }

  /** Nothing of it is kept but that it was there. */
  finish(item: SlackDocument, outcome: SlackOutcome): Promise<boolean> {
    return this.change(item.organizationId, item, { state: 'done', outcome, deed: null, reply: null });
  }

  /** Marks it as published, so that other sweepers leave it alone. False when one was faster. */
  async announce(organizationId: string, id: string, before: number, now: number): Promise<boolean> {
    const filter = { _id: id, organization_id: organizationId, announced_at: before };
    return (await this.rows.updateOne(filter, { $set: { announced_at: now } })).modifiedCount > 0;
  }

  /** What the person did from a time on and up to this item, which counts too. */
  countSince(organizationId: string, { userId, receivedAt }: SlackDocument, from: number): Promise<number> {
    const received_at = { $gt: from, $lte: receivedAt };
    return this.rows.countDocuments({ organization_id: organizationId, user_id: userId, received_at });
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }

  private async change(organizationId: string, item: SlackDocument, set: Partial<SlackRow>): Promise<boolean> {
    const filter = { _id: item.id, organization_id: organizationId, state: 'waiting' as const, attempt: item.attempt };
    return (await this.rows.updateOne(filter, { $set: set })).matchedCount > 0;
  }
}

const itemOf = (row: SlackRow, deed: SlackDeed): SlackDocument => ({
  ...deed,
  id: row._id,
  organizationId: row.organization_id,
  receivedAt: row.received_at,
  attempt: row.attempt,
  failures: row.failures ?? 0,
  reply: row.reply ?? undefined,
  sendingSince: row.sending_since,
});
