import type { Db } from 'mongodb';
import { UPDATES } from './updates.js';

export interface DueUpdate {
  organizationId: string;
  updateId: string;
}

/** What the dispatcher does across organizations, for itself and never for a caller. */
export class SystemScope {
  constructor(private readonly db: Db) {}

  /** Updates whose notification wants something done at `now` (microseconds), the longest waiting first. */
  async overdue(now: number, limit: number): Promise<DueUpdate[]> {
    const rows = await this.db
      .collection<{ _id: string; organization_id: string }>(UPDATES)
      .find({ due_at: { $gt: 0, $lte: now } })
      .sort({ due_at: 1 })
      .limit(limit)
      .project<{ _id: string; organization_id: string }>({ organization_id: 1 })
      .toArray();
    return rows.map((row) => ({ organizationId: row.organization_id, updateId: row._id }));
  }
}
