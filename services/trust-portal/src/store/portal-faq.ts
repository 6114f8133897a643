import { ensureIndexes, isDuplicateKey } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** One library answer that is published, or all answers that carry a tag. */
export interface FaqEntry {
  id: string;
  organizationId: string;
  kind: 'answer' | 'tag';
  /** Id of the answer, or the tag. */
  of: string;
  /** Microseconds. */
  createdAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  kind: FaqEntry['kind'];
  of: string;
  created_at: number;
}

export const FAQ = 'portal_faq';

/** What of its library an organization publishes. */
export class FaqStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(FAQ);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, FAQ, [{ keys: { organization_id: 1, kind: 1, of: 1 }, unique: true }]);
  }

  /** Gives the one that is there. */
  async insert(entry: FaqEntry): Promise<FaqEntry> {
    const { id, organizationId, kind, of, createdAt } = entry;
    try {
      await this.rows.insertOne({ _id: id, organization_id: organizationId, kind, of, created_at: createdAt });
      return entry;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const there = await this.rows.findOne({ organization_id: organizationId, kind, of });
      if (!there) throw error;
      return fromRow(there);
    }
  }

  /** All of them, oldest first. */
  async list(organizationId: string): Promise<FaqEntry[]> {
    const rows = await this.rows.find({ organization_id: organizationId }).toArray();
    return rows.map(fromRow).sort((one, other) => one.createdAt - other.createdAt);
  }

  async count(organizationId: string): Promise<number> {
    return this.rows.countDocuments({ organization_id: organizationId });
  }

  /** False when there is none. */
  async remove(organizationId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne({ _id: id, organization_id: organizationId });
    return deletedCount > 0;
  }
}

const fromRow = (row: Row): FaqEntry => ({
  id: row._id,
  organizationId: row.organization_id,
  kind: row.kind,
  of: row.of,
  createdAt: row.created_at,
});
