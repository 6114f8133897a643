import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { SLACK_INBOX, type SlackRow } from './slack-inbox.js';

/** Somebody of whom conversations were recorded without a name. */
export interface Nameless {
  organizationId: string;
  userId: string;
  /** How often the name was asked for. */
  tries: number;
}

/** Of one person; the rest follows with the next look. */
const AT_ONCE = 100;

/** Conversations whose asker Slack told no name of, by the items that they were made of. */
export class SlackNameStore {
  private readonly rows: Collection<SlackRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<SlackRow>(SLACK_INBOX);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SLACK_INBOX, [{ keys: { name_due_at: 1 } }]);
  }

  /** Takes all of a person's that are due, until a time in microseconds (0: for good). False when another has them. */
  async claim({ organizationId, userId }: Nameless, now: number, until: number): Promise<boolean> {
    const due = { organization_id: organizationId, user_id: userId, name_due_at: { $gt: 0, $lte: now } };
    const taken = { $set: { name_due_at: until }, $inc: { name_tries: 1 } };
    return (await this.rows.updateMany(due, taken)).modifiedCount > 0;
  }

  /** Conversations of the person that are without a name, with what they were asked by. */
  async of(organizationId: string, userId: string): Promise<string[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, user_id: userId, name_due_at: { $gte: 0 } })
      .limit(AT_ONCE)
      .toArray();
    return rows.flatMap(({ nameless_conversation: id }) => (id === undefined ? [] : [id]));
  }

  /** They have their name now. */
  async done(organizationId: string, userId: string, conversationIds: string[]): Promise<void> {
    const theirs = { organization_id: organizationId, user_id: userId };
    const named = { ...theirs, nameless_conversation: { $in: conversationIds } };
    await this.rows.updateMany(named, { $unset: { name_due_at: '', nameless_conversation: '' } });
  }
}
