import { ensureIndexes, isDuplicateKey, type DueItem } from '@candor/runtime';
import type { MailRow } from '@candor/runtime/mail';
import type { Collection, Db } from 'mongodb';
import { FARTHEST } from './deliveries.js';

export const MAIL_KINDS = [
  'confirm',
  'approved',
  'declined',
  'sign_in',
  'nda_visitor',
  'nda_team',
  'new_version',
] as const;
export type PortalMailKind = (typeof MAIL_KINDS)[number];

/** An email about documents, stored before it is sent. */
export interface PortalMailRow extends MailRow {
  kind: PortalMailKind;
  email: string;
  /** Id of the request, of the acceptance, or of the document with its new version; '' of a link to sign in. */
  about: string;
  /** Microseconds. */
  created_at: number;
}

export const PORTAL_MAILS = 'portal_mails';

/** Emails that visitors and the team get about documents. */
export class PortalMailStore {
  private readonly rows: Collection<PortalMailRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<PortalMailRow>(PORTAL_MAILS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, PORTAL_MAILS, [
      { keys: { organization_id: 1, state: 1, next_at: 1 } },
      { keys: { state: 1, next_at: 1 } },
      { keys: { organization_id: 1, email: 1 } },
      { keys: { created_at: 1 } },
    ]);
  }

  /** Stores it to be sent; one of this id that is there already stays as it is. */
  async insert(
    organizationId: string,
    mail: { id: string; kind: PortalMailKind; email: string; about: string },
    now: number,
  ): Promise<void> {
    const { id: _id, kind, email, about } = mail;
    const open = { state: 'pending', attempts: 0, reason: '', next_at: now, delivered_at: 0, claim: '' };
    try {
      await this.rows.insertOne({ _id, organization_id: organizationId, kind, email, about, ...open, created_at: now });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Takes an address out of what was sent to it; what is not sent yet goes nowhere. */
  async forget(organizationId: string, email: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, email });
  }

  /** System scope: removes emails that are done and were stored before `before` (microseconds); anyone may have entered the address. */
  async removeDone(before: number): Promise<void> {
    await this.rows.deleteMany({ state: { $nin: ['pending', 'claimed'] }, created_at: { $lt: before } });
  }

  /** System scope: organizations with an email that is due at `by` (microseconds), the longest waiting first. */
  async overdue({ now, by }: { now: number; by: number }, limit: number): Promise<DueItem[]> {
    const open = { state: { $in: ['pending', 'claimed'] } };
    const rows = await this.rows
      .aggregate<{ _id: string; dueAt: number }>([
        { $match: { ...open, $or: [{ next_at: { $lte: by } }, { next_at: { $gt: now + FARTHEST } }] } },
        { $group: { _id: '$organization_id', dueAt: { $min: '$next_at' } } },
        { $sort: { dueAt: 1 } },
        { $limit: limit },
      ])
      .toArray();
    return rows.map(({ _id, dueAt }) => ({ organizationId: _id, id: _id, dueAt }));
  }

  /** System scope: lets what a killed replica had in hand fall due at `now`. */
  async reclaimAll(now: number): Promise<void> {
    await this.rows.updateMany({ state: 'claimed' }, { $set: { next_at: now } });
  }
}
