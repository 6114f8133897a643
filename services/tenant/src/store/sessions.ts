import { deterministicId, ensureIndexes, isDuplicateKey, readFirst } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

interface Row {
  _id: string;
  /** The organization of the key, not the one the session is in. */
  organization_id: string;
  key_id: string;
  session_id: string;
  /** DELETED: the one that it worked in is no more. */
  current_organization_id: string;
  switched_at: number;
}

/** In place of an organization that was deleted; no identifier is empty. */
export const DELETED = '';

/** Where the calls of one key, or of one of its named sessions, work now. No row: in the key's own organization. */
export class SessionStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('sessions');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'sessions', [
      { keys: { organization_id: 1, key_id: 1 } },
      { keys: { current_organization_id: 1 } },
    ]);
  }

  /** `sessionId` is '' for the session that all calls of the key share. */
  async current(organizationId: string, keyId: string, sessionId: string): Promise<string | undefined> {
    const row = await readFirst(this.rows, { _id: idOf(keyId, sessionId), organization_id: organizationId });
    return row?.current_organization_id;
  }

  async move(organizationId: string, keyId: string, sessionId: string, target: string, at: number): Promise<void> {
    const place = { current_organization_id: target, switched_at: at };
    const filter = { _id: idOf(keyId, sessionId), organization_id: organizationId };
    if ((await this.rows.updateOne(filter, { $set: place })).matchedCount > 0) return;
    try {
      await this.rows.insertOne({ ...filter, key_id: keyId, session_id: sessionId, ...place });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.rows.updateOne(filter, { $set: place });
    }
  }

  /** Every session that stands in the organization stands nowhere until it is moved. */
  async strand(organizationId: string): Promise<void> {
    await this.rows.updateMany(
      { current_organization_id: organizationId },
      { $set: { current_organization_id: DELETED } },
    );
  }
}

const idOf = (keyId: string, sessionId: string): string => deterministicId('session', keyId, sessionId);
