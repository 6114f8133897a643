import { deterministicId, ensureIndexes, isDuplicateKey, isRunning, newId } from '@candor/runtime';
import { Binary, type Collection, type Db } from 'mongodb';

/** One call that a client may repeat. */
export interface IdempotentCall {
  keyId: string;
  organizationId: string;
  method: string;
  path: string;
  idempotencyKey: string;
  fingerprint: string;
}

export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type BeginOutcome =
  | { kind: 'fresh'; recordId: string; token: string; creationId: string }
  | { kind: 'replay'; response: StoredResponse }
  | { kind: 'conflict' }
  | { kind: 'reused' };

interface Row {
  _id: string;
  organization_id: string;
  fingerprint: string;
  state: 'running' | 'done';
  /** Of the claim that runs; completing needs it. */
  token: string;
  /** Given to what the call creates; a repeat with the same contents has the same one. */
  creation_id?: string;
  /** Microseconds; while running, when the claim is lost; 0: it was given back. */
  claimed_until: number;
  expires_at: number;
  status: number;
  /** [name, value] pairs: a header's name may hold what a field name may not. */
  headers: [string, string][];
  body: Binary;
}

/** Microseconds. */
export interface IdempotencyTimes {
  /** From the first call: how long its response is kept. */
  keep: number;
  /** How long a call may run before a repeat may run in its place (the gateway may have died). */
  claim: number;
}

export const DEFAULT_IDEMPOTENCY_TIMES: IdempotencyTimes = { keep: 24 * 3600 * 1e6, claim: 120 * 1e6 };

const GIVEN_BACK = 0;

/** First responses of calls with an Idempotency-Key, by key, organization, method and path. */
export class IdempotencyStore {
  private readonly rows: Collection<Row>;

  constructor(
    private readonly db: Db,
    private readonly times: IdempotencyTimes = DEFAULT_IDEMPOTENCY_TIMES,
  ) {
    this.rows = db.collection<Row>('idempotency_records');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'idempotency_records', [
      { keys: { organization_id: 1 } },
      { keys: { expires_at: 1 } },
    ]);
  }

  /** Claims the call, or tells what became of the first one with its key. `now` in microseconds. */
  async begin(call: IdempotentCall, now: number): Promise<BeginOutcome> {
    const { keyId, organizationId, method, path, idempotencyKey, fingerprint } = call;
    const recordId = deterministicId('idempotency', keyId, organizationId, method, path, idempotencyKey);
    const filter = { _id: recordId, organization_id: organizationId };
    const token = newId();
    const creationId = newId();
    const claim = {
      fingerprint,
      state: 'running' as const,
      token,
      claimed_until: now + this.times.claim,
      expires_at: now + this.times.keep,
      status: 0,
      headers: [],
      body: new Binary(),
    };
    for (;;) {
      try {
        await this.rows.insertOne({ ...filter, ...claim, creation_id: creationId });
        return { kind: 'fresh', recordId, token, creationId };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const row = await this.rows.findOne(filter);
      if (!row) continue;
      // What was written before the clock was set back does not last longer for it.
      const isLost = row.state === 'running' && !isRunning(row.claimed_until, now, this.times.claim);
      const isSame = row.fingerprint === fingerprint;
      if (row.expires_at > now) {
        if (!isSame && row.claimed_until !== GIVEN_BACK) return { kind: 'reused' };
        if (row.state === 'done') return { kind: 'replay', response: responseOf(row) };
        if (!isLost) return { kind: 'conflict' };
      }
      // A first try may have got as far as to store something: the repeat finds it by this id.
      const again = row.expires_at > now && isSame ? (row.creation_id ?? creationId) : creationId;
      const taken = await this.rows.updateOne(
        { ...filter, token: row.token, state: row.state },
        { $set: { ...claim, creation_id: again } },
      );
      if (taken.matchedCount > 0) return { kind: 'fresh', recordId, token, creationId: again };
    }
  }

  /** False when the claim is no longer this one's. */
  async complete(organizationId: string, recordId: string, token: string, response: StoredResponse): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne(
      { _id: recordId, organization_id: organizationId, token, state: 'running' },
      {
        $set: {
          state: 'done',
          status: response.status,
          headers: Object.entries(response.headers),
          body: new Binary(response.body),
        },
      },
    );
    return matchedCount > 0;
  }

  /** The next call with the key runs, with whatever contents. */
  async abandon(organizationId: string, recordId: string, token: string): Promise<void> {
    await this.rows.updateOne(
      { _id: recordId, organization_id: organizationId, token, state: 'running' },
      { $set: { claimed_until: GIVEN_BACK } },
    );
  }
}

const responseOf = (row: Row): StoredResponse => ({
  status: row.status,
  headers: Object.fromEntries(row.headers),
  body: Buffer.from(row.body.buffer.subarray(0, row.body.position)),
});
