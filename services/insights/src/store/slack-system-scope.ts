import type { OpenWork } from '@candor/runtime';
import type { Db } from 'mongodb';
import { SLACK_CONNECTIONS } from './slack-connections.js';
import { SLACK_INBOX, type SlackRow } from './slack-inbox.js';
import type { Nameless } from './slack-names.js';

export interface WaitingSlackItem {
  organizationId: string;
  id: string;
  /** Microseconds. */
  announcedAt: number;
}

/** What the sweeper of Slack does across organizations, for itself and never for a caller. */
export class SlackSystemScope {
  constructor(private readonly db: Db) {}

  /** What may be claimed by a time and was published by another, both in microseconds; the longest waiting first. */
  async overdue(dueBy: number, announcedBy: number, limit: number): Promise<WaitingSlackItem[]> {
    const rows = await this.rows()
      .find({ state: 'waiting', due_at: { $lte: dueBy }, announced_at: { $lte: announcedBy } })
      .sort({ due_at: 1 })
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ organizationId: row.organization_id, id: row._id, announcedAt: row.announced_at }));
  }

  /** Frees what a predecessor had in hand; only where no other replica works on this database. */
  async reclaimAll(now: number): Promise<void> {
    await this.rows().updateMany({ state: 'waiting' }, { $set: { due_at: now, announced_at: 0 } });
  }

  /** Forgets what was done before a time, microseconds: Slack repeats nothing after so long. */
  async removeEndedWindows(before: number): Promise<void> {
    await this.rows().deleteMany({ state: 'done', received_at: { $lt: before } });
  }

  /** People whose names are due to be asked for by a time, microseconds; the longest waiting first. */
  async nameless(dueBy: number, limit: number): Promise<Nameless[]> {
    const rows = await this.rows()
      .find({ name_due_at: { $gt: 0, $lte: dueBy } })
      .sort({ name_due_at: 1 })
      .limit(limit)
      .toArray();
    const people = rows.map((row) => ({
      organizationId: row.organization_id,
      userId: row.user_id,
      tries: row.name_tries ?? 0,
    }));
    return [...new Map(people.map((one) => [`${one.organizationId} ${one.userId}`, one])).values()];
  }

  /** Organizations that listen to Slack by a connection of their own. */
  async overSockets(): Promise<string[]> {
    const rows = await this.db
      .collection<{ _id: string }>(SLACK_CONNECTIONS)
      .find({ 'settings.sealedAppToken': { $ne: '' } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** What experts have to answer is no work of this service. */
  async openWork(job: string, now: number): Promise<OpenWork> {
    const waiting = { state: 'waiting' as const, 'deed.kind': { $ne: 'expert_answer' as const } };
    const [count, oldest] = await Promise.all([
      this.rows().countDocuments(waiting),
      this.rows().findOne(waiting, { sort: { due_at: 1 }, projection: { received_at: 1 } }),
    ]);
    return { job, count, oldestMs: oldest ? (now - oldest.received_at) / 1000 : 0 };
  }

  private rows() {
    return this.db.collection<SlackRow>(SLACK_INBOX);
  }
}
