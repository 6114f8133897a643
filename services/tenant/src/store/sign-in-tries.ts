import { deterministicId, ensureIndexes, isDuplicateKey, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const SIGN_IN_TRIES = 'sign_in_tries';

interface Row {
  /** Made of whose tries they are, so that no address is stored. */
  _id: string;
  count: number;
  /** Microseconds; 0: the next try may be made at once. */
  blocked_until: number;
  last_at: number;
}

/** How tries are counted; times in microseconds. */
export interface TryRule {
  /** How long to wait after the so-many-th try. */
  waitAfter(count: number): number;
  /** The longest of these waits. */
  longestWait: number;
  /** Tries are forgotten after so long without one. */
  forgottenAfter: number;
}

/** Counts tries that failed, for all replicas. Belongs to no organization: what was tried need not be anybody. */
export class SignInTryStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(SIGN_IN_TRIES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, SIGN_IN_TRIES, [{ keys: { last_at: 1 } }]);
  }

  /**
   * Counts a try before it is made: 0, or how long to wait instead (microseconds). Of tries at the same time each sees what
   * the one before it left.
   */
  async take(kind: string, whose: string, now: number, rule: TryRule): Promise<number> {
    const _id = idOf(kind, whose);
    for (;;) {
      const row = await this.rows.findOne({ _id });
      if (row && isRunning(row.blocked_until, now, rule.longestWait)) return row.blocked_until - now;
      const before = row && Math.abs(now - row.last_at) < rule.forgottenAfter ? row.count : 0;
      const next = { count: before + 1, blocked_until: blockedUntil(before + 1, now, rule), last_at: now };
      if (row) {
        const filter = { _id, count: row.count, last_at: row.last_at, blocked_until: row.blocked_until };
        if ((await this.rows.updateOne(filter, { $set: next })).matchedCount > 0) return 0;
        continue;
      }
      try {
        await this.rows.insertOne({ _id, ...next });
        return 0;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  /** One was right after all: it does not count, nor make anybody wait. */
  async giveBack(kind: string, whose: string): Promise<void> {
    const change = { $inc: { count: -1 }, $set: { blocked_until: 0 } };
    await this.rows.updateOne({ _id: idOf(kind, whose), count: { $gt: 0 } }, change);
  }

  /** Forgets the tries. */
  async forget(kind: string, whose: string): Promise<void> {
    await this.rows.deleteOne({ _id: idOf(kind, whose) });
  }
}

const idOf = (kind: string, whose: string): string => deterministicId('sign-in-tries', kind, whose);

function blockedUntil(count: number, now: number, rule: TryRule): number {
  const wait = Math.min(rule.waitAfter(count), rule.longestWait);
  return wait === 0 ? 0 : now + wait;
}
