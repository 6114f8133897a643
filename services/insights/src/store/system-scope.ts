import type { OpenWork } from '@candor/runtime';
import type { Db } from 'mongodb';
import { JOBS } from '../jobs.js';
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

  /**
   * Accepted conversations that were due by a time (microseconds), the longest waiting first; and those whose time is farther
   * from it than `longest`, which was told by a clock that was set back since.
   */
  async overdue(dueBy: number, longest: number, limit: number): Promise<Waiting[]> {
    const waiting = (dueAt: object): Promise<IntakeRow[]> =>
      this.db.collection<IntakeRow>(INTAKE).find({ due_at: dueAt }).sort({ due_at: 1 }).limit(limit).toArray();
    const due = await waiting({ $lte: dueBy });
    const rows = due.length < limit ? [...due, ...(await waiting({ $gt: dueBy + longest }))] : due;
    return rows.map((row) => ({ organizationId: row.organization_id, id: row.conversation_id, dueAt: row.due_at }));
  }

  /** Conversations that are accepted and not yet in the log; their age is counted from when they were answered. */
  async openWork(now: number): Promise<OpenWork[]> {
    const rows = this.db.collection<IntakeRow>(INTAKE);
    const [count, oldest] = await Promise.all([
      rows.countDocuments({ due_at: { $gt: 0 } }),
      rows.findOne({ due_at: { $gt: 0 } }, { sort: { due_at: 1 }, projection: { answered_at: 1 } }),
    ]);
    return [{ job: JOBS.record.name, count, oldestMs: oldest ? (now - oldest.answered_at) / 1000 : 0 }];
  }
}
