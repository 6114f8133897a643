import type { Db } from 'mongodb';
import { INTAKE, type IntakeRow } from './intake.js';

export interface Waiting {
  organizationId: string;
  /** Of the conversation. */
  id: string;
  /** Microseconds. */
  dueAt: number;
}

/** What the sweeper does across organizations, for itself and never for a caller. */
export class SystemScope {
  constructor(private readonly db: Db) {}

  /** Accepted conversations that were due by a time (microseconds), the longest waiting first. */
  async overdue(dueBy: number, limit: number): Promise<Waiting[]> {
    const rows = await this.db
      .collection<IntakeRow>(INTAKE)
      .find({ due_at: { $lte: dueBy } })
      .sort({ due_at: 1 })
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ organizationId: row.organization_id, id: row.conversation_id, dueAt: row.due_at }));
  }
}
