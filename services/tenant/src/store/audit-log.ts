import { ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

export interface AuditEntry {
  id: string;
  organizationId: string;
  /** Microseconds. */
  at: number;
  /** "api_key.issued". */
  action: string;
  targetType: string;
  targetId: string;
  keyId: string;
  /** '' when the key is nobody's. */
  userId: string;
  requestId: string;
  /** Facts without contents or secrets. */
  details: Record<string, string>;
}

interface Row {
  _id: string;
  organization_id: string;
  at: number;
  action: string;
  target_type: string;
  target_id: string;
  key_id: string;
  user_id: string;
  request_id: string;
  details: [string, string][];
}

/** Who did what, by organization; entries are never changed. */
export class AuditLogStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('audit_log');
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'audit_log', [
      { keys: { organization_id: 1, at: -1, _id: 1 } },
      { keys: { organization_id: 1, target_id: 1, at: -1, _id: 1 } },
    ]);
  }

  /** Idempotent by id. */
  async append(entry: AuditEntry): Promise<void> {
    try {
      await this.rows.insertOne({
        _id: entry.id,
        organization_id: entry.organizationId,
        at: entry.at,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        key_id: entry.keyId,
        user_id: entry.userId,
        request_id: entry.requestId,
        details: Object.entries(entry.details),
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Newest first; `total` counts what the filter matches. */
  async list(
    organizationId: string,
    filter: { action?: string; targetId?: string },
    page: { limit: number; offset: number },
  ): Promise<{ entries: AuditEntry[]; total: number }> {
    const query: Filter<Row> = { organization_id: organizationId };
    if (filter.targetId !== undefined) query.target_id = filter.targetId;
    if (filter.action !== undefined) query.action = filter.action;
    const [rows, total] = await Promise.all([
      readPart(this.rows, query, { sort: { at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(query),
    ]);
    return { entries: rows.map(fromRow), total };
  }
}

const fromRow = (row: Row): AuditEntry => ({
  id: row._id,
  organizationId: row.organization_id,
  at: row.at,
  action: row.action,
  targetType: row.target_type,
  targetId: row.target_id,
  keyId: row.key_id,
  userId: row.user_id,
  requestId: row.request_id,
  details: Object.fromEntries(row.details),
});
