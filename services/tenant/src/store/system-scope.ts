import type { Db } from 'mongodb';

/** What is done across organizations: housekeeping by the service itself, never for a caller. */
export class SystemScope {
  constructor(private readonly db: Db) {}

  /** Removes idempotency records that ended before `now` (microseconds); how many. */
  async purgeIdempotency(now: number): Promise<number> {
    const { deletedCount } = await this.db.collection('idempotency_records').deleteMany({ expires_at: { $lte: now } });
    return deletedCount;
  }
}
