import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SLACK_INBOX = 'slack_inbox';

/**
 * What a person did in Slack: wrote a message, gave the command, or pressed a button of a reply. Or, of ours: the answer that
 * an expert was asked for on their behalf, and that is waited for.
 */
export interface SlackDeed {
  kind: 'message' | 'command' | 'button' | 'expert_answer';
  userId: string;
  /** Where the person's account is; '': not told. */
  userTeamId: string;
  channelId: string;
  /** A conversation of two: nobody else reads the reply. */
  isDirect: boolean;
  /** People of other companies are in the channel, as Slack tells with the event. */
  isShared: boolean;
  /** Nobody else saw what was asked, though it was in a channel. Absent in rows of releases before. */
  isPrivate?: boolean;
  /** Slack's time stamp of the thread that a reply goes to; '': to the response address, or to the person. */
  threadTs: string;
  /** Question or command's words. */
  text: string;
  /** Where an answer that only this person sees goes to; '' where there is none. */
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
  /** How the item ends when this is sent; absent: answered. */
  ends?: 'not_admitted' | 'too_often' | 'given_up';
  /** The conversation that was recorded without a name, because Slack told none. */
  namelessConversation?: string;
}

export interface SlackDocument extends SlackDeed {
  id: string;
  organizationId: string;
  /** The workspace that it came from; '' in rows of releases before. */
  teamId: string;
  /** Microseconds. */
  receivedAt: number;
  /** Of the claim: who holds an older one changes nothing. */
  attempt: number;
  /** How often it failed; waits are none. */
  failures: number;
  reply: SlackReply | undefined;
  /** When it was begun to be sent, microseconds; 0: it was not. Until it is recorded as sent, nobody knows. */
  sendingSince: number;
  /** The same of the copy in the direct messages, where nobody knows whether a private reply arrived. */
  copyingSince: number;
}

/**
 * How it ended. Not admitted: the person may not ask. Too often: more than anybody may in a minute. Refused: Slack does not
 * take the reply. Unsure: it may have arrived.
 */
export type SlackOutcome =
  'answered' | 'not_admitted' | 'too_often' | 'refused' | 'given_up' | 'unsure' | 'disconnected';

/** What a person did of late, as far as it tells what to do with more. */
export interface RecentDeed {
  channelId: string;
  outcome: SlackOutcome | '';
  /** Why they may not ask, as they were told; '' where nothing was said. */
  refusal: string;
  /** Microseconds. */
  receivedAt: number;
}

/** A stretch of time, microseconds. What another clock wrote that was set back since is not in it. */
export interface Stretch {
  after: number;
  upTo: number;
}

const receivedIn = ({ after, upTo }: Stretch) => ({ $gt: after, $lte: upTo });

/** Where and when something came from, and when it is due (both microseconds). */
export interface Arrival {
  teamId: string;
  at: number;
  dueAt: number;
}

export interface SlackRow {
  _id: string;
  organization_id: string;
  /** Absent in rows of releases before. */
  team_id?: string;
  /** Who did it; '' of what nobody did. */
  user_id: string;
  /** Absent in rows of releases before. */
  channel_id?: string;
  deed: SlackDeed | null;
  reply: SlackReply | null;
  state: 'waiting' | 'done';
  outcome: SlackOutcome | '';
  /** Why the person may not ask, as they were told; absent where nothing was said. */
  refusal?: string;
  received_at: number;
  /** When it may be claimed, microseconds; of a claimed one the end of its lease. */
  due_at: number;
  /** When it was published last, microseconds. */
  announced_at: number;
  attempt: number;
  /** Absent in rows that have not failed. */
  failures?: number;
  sending_since: number;
  /** Absent where no copy was begun. */
  copying_since?: number;
  /** The conversation that is without a name, and when that is asked for again (microseconds); absent where there is none. */
  nameless_conversation?: string;
  name_due_at?: number;
  name_tries?: number;
}

/** The phases of sending, each stored before it begins. */
export type SendingPhase = 'sending' | 'copying';

/** Of one person; more are not looked at. */
const MOST_RECENT = 100;

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
      { keys: { organization_id: 1, outcome: 1, received_at: 1 } },
    ]);
  }

  /** False when it is there already. */
  async insert(organizationId: string, id: string, deed: SlackDeed, arrival: Arrival): Promise<boolean> {
    const { teamId, at, dueAt } = arrival;
    try {
      await this.rows.insertOne({
        _id: id,
        organization_id: organizationId,
        team_id: teamId,
        // What is waited for is nothing that the person does.
        user_id: deed.kind === 'expert_answer' ? '' : deed.userId,
        channel_id: deed.channelId,
        deed,
        reply: null,
        state: 'waiting',
        outcome: '',
        received_at: at,
        due_at: dueAt,
        announced_at: dueAt > at ? 0 : at,
        attempt: 0,
        sending_since: 0,
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

  /** Keeps what is going to be said, and from when on it is tried (microseconds). False when the claim was lost. */
  keepReply(item: SlackDocument, reply: SlackReply, since = item.receivedAt): Promise<boolean> {
    return this.change(item.organizationId, item, { reply, received_at: since });
  }

  /** Says that it is sent from now on; 0: it was not sent. False when the claim was lost. */
  markSending(item: SlackDocument, at: number, phase: SendingPhase = 'sending'): Promise<boolean> {
    return this.change(item.organizationId, item, phase === 'sending' ? { sending_since: at } : { copying_since: at });
  }

  /** To be tried again at a time, microseconds. */
  postpone(item: SlackDocument, dueAt: number): Promise<boolean> {
    return this.change(item.organizationId, item, { due_at: dueAt, announced_at: 0 });
  }

  /** The same after a failure, which is counted. */
  retry(item: SlackDocument, dueAt: number): Promise<boolean> {
    return this.change(item.organizationId, item, { due_at: dueAt, announced_at: 0, failures: item.failures + 1 });
  }

  /**
   * Nothing of it is kept but that it was there, and why the person may not ask. A conversation without a name is asked for
   * it again at `nameDueAt`, microseconds.
   */
  finish({ reply, ...item }: SlackDocument, outcome: SlackOutcome, nameDueAt: number): Promise<boolean> {
    const refusal = outcome === 'not_admitted' && reply?.ends === outcome ? { refusal: reply.text } : {};
    const conversation = reply?.namelessConversation;
    const nameless = conversation === undefined ? {} : { nameless_conversation: conversation, name_due_at: nameDueAt };
    const done = { state: 'done' as const, outcome, deed: null, reply: null, ...refusal, ...nameless };
    return this.change(item.organizationId, item, done);
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

  /** What the person did within a time, the latest first. */
  async recentOf(organizationId: string, userId: string, within: Stretch): Promise<RecentDeed[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, user_id: userId, received_at: receivedIn(within) })
      .sort({ received_at: -1 })
      .limit(MOST_RECENT)
      .toArray();
    return rows.map(({ channel_id: channelId = '', outcome, refusal = '', received_at: receivedAt }) => ({
      channelId,
      outcome,
      refusal,
      receivedAt,
    }));
  }

  /** Whether so many of the organization's workspace were not admitted within a time. */
  async wereRefused(organizationId: string, within: Stretch, many: number): Promise<boolean> {
    const received_at = receivedIn(within);
    const refused = { organization_id: organizationId, outcome: 'not_admitted' as const, received_at };
    return (await this.rows.find(refused).project({ _id: 1 }).limit(many).toArray()).length >= many;
  }

  /** Whether the person got an answer within the days that rows are kept. */
  async wasAnswered(organizationId: string, userId: string): Promise<boolean> {
    const answered = { organization_id: organizationId, user_id: userId, outcome: 'answered' as const };
    return (await this.rows.findOne(answered, { projection: { _id: 1 } })) !== null;
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }

  private async change(
    organizationId: string,
    item: Pick<SlackDocument, 'id' | 'attempt'>,
    set: Partial<SlackRow>,
  ): Promise<boolean> {
    const filter = { _id: item.id, organization_id: organizationId, state: 'waiting' as const, attempt: item.attempt };
    return (await this.rows.updateOne(filter, { $set: set })).matchedCount > 0;
  }
}

const itemOf = (row: SlackRow, deed: SlackDeed): SlackDocument => ({
  ...deed,
  id: row._id,
  organizationId: row.organization_id,
  teamId: row.team_id ?? '',
  receivedAt: row.received_at,
  attempt: row.attempt,
  failures: row.failures ?? 0,
  reply: row.reply ?? undefined,
  sendingSince: row.sending_since,
  copyingSince: row.copying_since ?? 0,
});
