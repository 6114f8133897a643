import type { DueItem, OpenWork } from '@candor/runtime';
import type { Db } from 'mongodb';
import { ACCESS_REQUESTS } from './access-requests.js';
import { DELIVERIES, FARTHEST } from './deliveries.js';
import { DOCUMENT_DOWNLOADS } from './document-downloads.js';
import { NDA_ACCEPTANCES } from './ndas.js';
import { PORTAL_DOCUMENTS } from './portal-documents.js';
import { PORTAL_MAILS } from './portal-mails.js';
import { REQUEST_WINDOWS } from './request-windows.js';
import { SUBSCRIBERS } from './subscribers.js';
import { UPDATES } from './updates.js';

/** What the service does across organizations, for itself and never for a caller. */
export class SystemScope {
  constructor(private readonly db: Db) {}

  /**
   * Updates whose notification wants something done, or subscribers who wait for a link, at `by` (microseconds); the longest
   * waiting first, and what waits for a time of a clock that was set back since.
   */
  async overdue(
    what: 'updates' | 'confirmations',
    { now, by }: { now: number; by: number },
    limit: number,
  ): Promise<DueItem[]> {
    const due = await this.waiting(what, { due_at: { $gt: 0, $lte: by } }, limit);
    // A schedule may lie as far ahead as people want.
    const begun = what === 'updates' ? { notification_status: 'sending' } : {};
    return [...due, ...(await this.waiting(what, { due_at: { $gt: now + FARTHEST }, ...begun }, limit))].slice(
      0,
      limit,
    );
  }

  private async waiting(what: 'updates' | 'confirmations', filter: object, limit: number): Promise<DueItem[]> {
    const rows = await this.db
      .collection<{ _id: string; organization_id: string; due_at: number }>(what === 'updates' ? UPDATES : SUBSCRIBERS)
      .find(filter)
      .sort({ due_at: 1 })
      .limit(limit)
      .project<{ _id: string; organization_id: string; due_at: number }>({ organization_id: 1, due_at: 1 })
      .toArray();
    return rows.map((row) => ({ organizationId: row.organization_id, id: row._id, dueAt: row.due_at }));
  }

  /** Organizations of which others are still to be told that an update was sent, or that a subscriber left. */
  unannounced(): Promise<string[]> {
    return this.organizations([UPDATES, { announced: false }], [SUBSCRIBERS, { left_unannounced: { $gt: 0 } }]);
  }

  /** Organizations whose requests, consents, downloads or new versions of documents owe emails or events. */
  owing(): Promise<string[]> {
    const owing = { owing: 1 };
    return this.organizations(
      [ACCESS_REQUESTS, owing],
      [NDA_ACCEPTANCES, owing],
      [DOCUMENT_DOWNLOADS, owing],
      [PORTAL_DOCUMENTS, { tell_version: { $gt: 0 } }],
    );
  }

  private async organizations(...kinds: [collection: string, filter: object][]): Promise<string[]> {
    const found = await Promise.all(
      kinds.map(([name, filter]) =>
        this.db.collection<{ organization_id: string }>(name).distinct('organization_id', filter),
      ),
    );
    return [...new Set(found.flat())];
  }

  /** Notifications, confirmations and emails about documents that are due at `now` (microseconds) and in nobody's hands. */
  async openWork(now: number): Promise<OpenWork[]> {
    const byDueAt = { due_at: { $gt: 0, $lte: now } };
    const kinds = [
      ['trust-portal.notify', UPDATES, 'due_at', byDueAt],
      ['trust-portal.confirm', SUBSCRIBERS, 'due_at', byDueAt],
      ['trust-portal.document-email', PORTAL_MAILS, 'next_at', { state: 'pending', next_at: { $lte: now } }],
    ] as const;
    return Promise.all(
      kinds.map(async ([job, collection, time, due]) => {
        const rows = this.db.collection<Record<string, number>>(collection);
        const [count, oldest] = await Promise.all([
          rows.countDocuments(due as object),
          rows.findOne(due as object, { sort: { [time]: 1 }, projection: { [time]: 1 } }),
        ]);
        return { job, count, oldestMs: oldest ? (now - (oldest[time] ?? now)) / 1000 : 0 };
      }),
    );
  }

  /**
   * Lets everything that a replica had in hand fall due at `now`: for a start of the only replica, whose predecessor may
   * have been killed. What only waits for another try may be tried once too early.
   */
  async reclaimAll(now: number): Promise<void> {
    const sending = await this.db
      .collection<{ _id: string; organization_id: string }>(UPDATES)
      .find({ due_at: { $gt: now }, notification_status: 'sending' })
      .project<{ _id: string; organization_id: string }>({ organization_id: 1 })
      .toArray();
    for (const { _id, organization_id } of sending) {
      await this.db
        .collection(DELIVERIES)
        .updateMany({ organization_id, update_id: _id, state: 'claimed' }, { $set: { next_at: now } });
      await this.db
        .collection<{ _id: string }>(UPDATES)
        .updateOne({ _id, notification_status: 'sending' }, { $set: { due_at: now }, $inc: { version: 1 } });
    }
    await this.db.collection(SUBSCRIBERS).updateMany({ due_at: { $gt: now } }, { $set: { due_at: now } });
  }

  /** Counts of windows that have ended. */
  async removeEndedWindows(now: number): Promise<void> {
    await this.db.collection(REQUEST_WINDOWS).deleteMany({ ends_at: { $lte: now } });
  }
}
