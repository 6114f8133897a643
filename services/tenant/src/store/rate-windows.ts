import { deterministicId, ended, ensureIndexes, isDuplicateKey, running as runs } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

interface Row {
  _id: string;
  organization_id: string;
  key_id: string;
  budget: string;
  /** Microseconds. */
  ends_at: number;
  /** Calls asked for in this window, refused ones included. */
  used: number;
}

export interface WindowUse {
  endsAt: number;
  /** Calls asked for, before this one. */
  before: number;
}

export const RATE_WINDOWS = 'rate_windows';

/** One row a key and budget: the window that runs, or the last one. */
export class RateWindowStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(RATE_WINDOWS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, RATE_WINDOWS, [{ keys: { organization_id: 1 } }, { keys: { ends_at: 1 } }]);
  }

  /**
   * Adds `count` to the running window, or starts one of `length` at `now` (microseconds). A running window costs one
   * atomic `$inc`; one that ends later than `length` from now was begun before the clock was set back, and is over. Of several replicas that find an ended one, one starts the next and the others count in it.
   */
  async use(
    organizationId: string,
    keyId: string,
    budget: string,
    count: number,
    window: { now: number; length: number },
  ): Promise<WindowUse> {
    const _id = deterministicId('rate-window', keyId, budget);
    const started = { ends_at: window.now + window.length, used: count };
    for (;;) {
      const running = await this.rows.findOneAndUpdate(
        { _id, organization_id: organizationId, ends_at: runs(window.now, window.length) },
        { $inc: { used: count } },
        { returnDocument: 'after' },
      );
      if (running) return { endsAt: running.ends_at, before: running.used - count };
      const restarted = await this.rows.findOneAndUpdate(
        { _id, organization_id: organizationId, ...ended('ends_at', window.now, window.length) },
        { $set: started },
        { returnDocument: 'after' },
      );
      if (restarted) return { endsAt: restarted.ends_at, before: 0 };
      try {
        await this.rows.insertOne({ _id, organization_id: organizationId, key_id: keyId, budget, ...started });
        return { endsAt: started.ends_at, before: 0 };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}
