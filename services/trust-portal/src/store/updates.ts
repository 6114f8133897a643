import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export interface Update {
  id: string;
  title: string;
  /** Microseconds. */
  createdAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  title: string;
  created_at: number;
}

/** Updates of a trust portal, newest first. */
export class UpdateStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('updates');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'updates', [{ keys: { organization_id: 1, created_at: -1, _id: 1 } }]);
  }

  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ updates: Update[]; total: number }> {
    const filter = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      this.rows.find(filter).sort({ created_at: -1, _id: 1 }).skip(page.offset).limit(page.limit).toArray(),
      this.rows.countDocuments(filter),
    ]);
    return { updates: rows.map((row) => ({ id: row._id, title: row.title, createdAt: row.created_at })), total };
  }
}
