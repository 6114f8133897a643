import { deterministicId, ended, ensureIndexes, isDuplicateKey, running as runs } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

interface Row {
  /** Made of the organization, the kind and what is counted: the rows hold no addresses. */
  _id: string;
  organization_id: string;
  /** Microseconds. */
  ends_at: number;
  used: number;
}

/** What is counted, of an address or of a network. */
export type WindowKind =
  'address' | 'network' | 'question' | 'documents-address' | 'documents-network' | 'sign-in-address';

export const REQUEST_WINDOWS = 'request_windows';

/** How often something was asked for in the running window. */
export class RequestWindowStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(REQUEST_WINDOWS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, REQUEST_WINDOWS, [{ keys: { organization_id: 1 } }, { keys: { ends_at: 1 } }]);
  }

  /** Counts one more in the running window, or begins one, also after the clock was set back; `used` includes this one. */
  async use(
    organizationId: string,
    kind: WindowKind,
    what: string,
    window: { now: number; length: number },
  ): Promise<{ used: number; endsAt: number }> {
    const _id = deterministicId('request-window', organizationId, kind, what);
    const mine = { _id, organization_id: organizationId };
    const begun = { ends_at: window.now + window.length, used: 1 };
    for (;;) {
      const running = await this.rows.findOneAndUpdate(
        { ...mine, ends_at: runs(window.now, window.length) },
        { $inc: { used: 1 } },
        { returnDocument: 'after' },
      );
      if (running) return { used: running.used, endsAt: running.ends_at };
      const again = await this.rows.findOneAndUpdate(
        { ...mine, ...ended('ends_at', window.now, window.length) },
        { $set: begun },
        { returnDocument: 'after' },
      );
      if (again) return { used: 1, endsAt: again.ends_at };
      try {
        await this.rows.insertOne({ ...mine, ...begun });
        return { used: 1, endsAt: begun.ends_at };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}
