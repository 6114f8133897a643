import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SOURCE_TYPES = ['web_ui', 'slack_dm', 'browser_extension'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export interface Conversation {
  id: string;
  organizationId: string;
  /** Clean of markdown and citation marks. */
  question: string;
  answer: string;
  userName: string | undefined;
  userEmail: string | undefined;
  userProfileImage: string | undefined;
  sourceType: SourceType;
  /** Microseconds. */
  answeredAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  question: string;
  answer: string;
  user_name: string | null;
  user_email: string | null;
  user_profile_image: string | null;
  source_type: SourceType;
  answered_at: number;
}

/** Conversations of an organization, newest first; equal times are ordered by id. */
export class ConversationStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('conversations');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'conversations', [{ keys: { organization_id: 1, answered_at: -1, _id: 1 } }]);
  }

  /** False when a conversation with this id is there already, which then stays as it is. */
  async insert(conversation: Conversation): Promise<boolean> {
    try {
      await this.rows.insertOne(toRow(conversation));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  count(organizationId: string): Promise<number> {
    return this.rows.countDocuments({ organization_id: organizationId });
  }

  async page(organizationId: string, skip: number, limit: number): Promise<Conversation[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId })
      .sort({ answered_at: -1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .toArray();
    return rows.map(fromRow);
  }
}

const toRow = (c: Conversation): Row => ({
  _id: c.id,
  organization_id: c.organizationId,
  question: c.question,
  answer: c.answer,
  user_name: c.userName ?? null,
  user_email: c.userEmail ?? null,
  user_profile_image: c.userProfileImage ?? null,
  source_type: c.sourceType,
  answered_at: c.answeredAt,
});

const fromRow = (row: Row): Conversation => ({
  id: row._id,
  organizationId: row.organization_id,
  question: row.question,
  answer: row.answer,
  userName: row.user_name ?? undefined,
  userEmail: row.user_email ?? undefined,
  userProfileImage: row.user_profile_image ?? undefined,
  sourceType: row.source_type,
  answeredAt: row.answered_at,
});
