import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { fromRow, rowId, toRow, type Conversation, type ConversationRow } from './conversations.js';

export interface IntakeRow extends ConversationRow {
  /** When it is published again if it is still here, microseconds. */
  due_at: number;
}

export const INTAKE = 'conversation_intake';

/** Conversations that are accepted and not yet in the log. */
export class IntakeStore {
  private readonly rows: Collection<IntakeRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<IntakeRow>(INTAKE);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, INTAKE, [{ keys: { due_at: 1 } }, { keys: { organization_id: 1, due_at: 1 } }]);
  }

  /** One that waits already stays as it is. */
  async insert(conversation: Conversation, dueAt: number): Promise<void> {
    try {
      await this.rows.insertOne({ ...toRow(conversation), due_at: dueAt });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async find(organizationId: string, conversationId: string): Promise<Conversation | undefined> {
    const row = await this.rows.findOne(keyOf(organizationId, conversationId));
    return row ? fromRow(row) : undefined;
  }

  /** False when it is gone, or somebody else postponed it. */
  async postpone(organizationId: string, conversationId: string, from: number, to: number): Promise<boolean> {
    const filter = { ...keyOf(organizationId, conversationId), due_at: from };
    return (await this.rows.updateOne(filter, { $set: { due_at: to } })).modifiedCount > 0;
  }

  async oldest(organizationId: string, limit: number): Promise<Conversation[]> {
    const rows = this.rows.find({ organization_id: organizationId }).sort({ due_at: 1 }).limit(limit);
    return (await rows.toArray()).map(fromRow);
  }

  async remove(organizationId: string, conversationIds: string[]): Promise<void> {
    const ids = conversationIds.map((id) => rowId(organizationId, id));
    await this.rows.deleteMany({ organization_id: organizationId, _id: { $in: ids } });
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

const keyOf = (organizationId: string, conversationId: string) => ({
  _id: rowId(organizationId, conversationId),
  organization_id: organizationId,
});
