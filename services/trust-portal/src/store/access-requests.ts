import { ensureIndexes, fold, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { Language } from '../language.js';
import { literally } from '../text.js';

/** `unconfirmed`: nobody has used the link that went to the address. */
export type RequestState = 'unconfirmed' | 'open' | 'approved' | 'declined' | 'revoked';

/** An email or an event that a change asks for, stored with the change; its id makes it happen once. */
export interface Owed {
  id: string;
  kind: 'confirm' | 'approved' | 'declined' | 'sign_in' | 'requested';
}

/** Times in microseconds. */
export interface AccessRequest {
  id: string;
  organizationId: string;
  name: string;
  /** As `emailAddress` gives it. */
  email: string;
  company: string;
  reason: string;
  /** In which the visitor asked, and is written to. */
  language: Language;
  state: RequestState;
  documentIds: string[];
  grantedIds: string[];
  createdAt: number;
  confirmedAt: number | undefined;
  decidedAt: number | undefined;
  /** Id of the user or key; '' when a rule decided. */
  decidedBy: string;
  note: string;
  /** Undefined: the access has no end. */
  expiresAt: number | undefined;
}

interface Row {
  _id: string;
  organization_id: string;
  name: string;
  email: string;
  company: string;
  reason: string;
  /** Absent in requests of earlier releases: English. */
  language?: Language;
  /** Name, address and company, folded. */
  search_key: string;
  state: RequestState;
  document_ids: string[];
  granted_ids: string[];
  created_at: number;
  confirmed_at: number;
  decided_at: number;
  decided_by: string;
  note: string;
  expires_at: number;
  owed: Owed[];
  /** 1 when `owed` has something. */
  owing: 0 | 1;
  version: number;
}

export const ACCESS_REQUESTS = 'access_requests';
/** The end of what has none, so that one comparison serves. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Requests of visitors for documents. */
export class AccessRequestStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(ACCESS_REQUESTS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, ACCESS_REQUESTS, [
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, email: 1, state: 1 } },
      { keys: { owing: 1 } },
      { keys: { state: 1, created_at: 1 } },
    ]);
  }

  async insert(request: AccessRequest, owed: Owed[]): Promise<void> {
    await this.rows.insertOne({ ...toRow(request), owed, owing: owed.length > 0 ? 1 : 0, version: 1 });
  }

  async find(organizationId: string, requestId: string): Promise<AccessRequest | undefined> {
    const row = await this.rows.findOne({ _id: requestId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  async findMany(organizationId: string, requestIds: readonly string[]): Promise<AccessRequest[]> {
    const rows = await this.rows.find({ organization_id: organizationId, _id: { $in: [...requestIds] } }).toArray();
    return rows.map(fromRow);
  }

  /** Confirmed ones, newest first, fewer than `limit` when they are large; `now` tells what has expired. */
  async list(
    organizationId: string,
    filter: { state: string; query: string; now: number },
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ requests: AccessRequest[]; total: number }> {
    const query: Filter<Row> = { organization_id: organizationId, ...stateFilter(filter.state, filter.now) };
    const part = fold(filter.query.trim());
    if (part !== '') query.search_key = { $regex: literally(part) };
    const [rows, total] = await Promise.all([
      readPart(this.rows, query, { sort: { created_at: -1, _id: 1 }, skip: offset, limit }),
      this.rows.countDocuments(query),
    ]);
    return { requests: rows.map(fromRow), total };
  }

  /** Every confirmed one, newest first, up to `limit`. */
  async all(organizationId: string, limit: number): Promise<AccessRequest[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, state: { $ne: 'unconfirmed' } })
      .sort({ created_at: -1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(fromRow);
  }

  /** What an address was given and still has at `now`. */
  async granted(organizationId: string, email: string, now: number): Promise<AccessRequest[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, email, state: 'approved', expires_at: { $gt: now } })
      .toArray();
    return rows.map(fromRow);
  }

  /** The newest confirmed one of an address. */
  async newest(organizationId: string, email: string): Promise<AccessRequest | undefined> {
    const mine = { organization_id: organizationId, email, state: { $ne: 'unconfirmed' as const } };
    const row = await this.rows.findOne(mine, { sort: { created_at: -1 } });
    return row ? fromRow(row) : undefined;
  }

  /** Whether an address has no confirmed request but this one. */
  async isLast(organizationId: string, email: string, requestId: string): Promise<boolean> {
    const others = { organization_id: organizationId, email, state: { $ne: 'unconfirmed' as const } };
    return (await this.rows.findOne({ ...others, _id: { $ne: requestId } })) === null;
  }

  async removeUnconfirmed(organizationId: string, email: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, email, state: 'unconfirmed' });
  }

  /** Moves a request out of one of the states `from`, and stores what is owed then; undefined when it is in none. */
  async move(
    organizationId: string,
    requestId: string,
    from: readonly RequestState[],
    change: Partial<
      Pick<AccessRequest, 'state' | 'grantedIds' | 'decidedAt' | 'decidedBy' | 'note' | 'expiresAt' | 'confirmedAt'>
    >,
    owed: Owed[],
  ): Promise<AccessRequest | undefined> {
    const set: Partial<Row> = { owing: 1 };
    if (change.state !== undefined) set.state = change.state;
    if (change.grantedIds !== undefined) set.granted_ids = change.grantedIds;
    if (change.decidedAt !== undefined) set.decided_at = change.decidedAt;
    if (change.decidedBy !== undefined) set.decided_by = change.decidedBy;
    if (change.note !== undefined) set.note = change.note;
    if (change.confirmedAt !== undefined) set.confirmed_at = change.confirmedAt;
    if ('expiresAt' in change) set.expires_at = change.expiresAt ?? NEVER;
    const row = await this.rows.findOneAndUpdate(
      { _id: requestId, organization_id: organizationId, state: { $in: [...from] } },
      { $set: set, $push: { owed: { $each: owed } }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  async remove(organizationId: string, requestId: string): Promise<AccessRequest | undefined> {
    const row = await this.rows.findOneAndDelete({ _id: requestId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  /** What was owed when it was of this version has been stored elsewhere. */
  async settled(organizationId: string, requestId: string, version: number): Promise<void> {
    await this.rows.updateOne(
      { _id: requestId, organization_id: organizationId, version },
      { $set: { owed: [], owing: 0 } },
    );
  }

  /** Requests that owe an email or an event. */
  async untold(
    organizationId: string,
    limit: number,
  ): Promise<{ request: AccessRequest; owed: Owed[]; version: number }[]> {
    const rows = await this.rows.find({ organization_id: organizationId, owing: 1 }).limit(limit).toArray();
    return rows.map((row) => ({ request: fromRow(row), owed: row.owed, version: row.version }));
  }

  /** System scope: removes what was never confirmed and came before `before` (microseconds). */
  async removeAbandoned(before: number): Promise<void> {
    await this.rows.deleteMany({ state: 'unconfirmed', created_at: { $lt: before } });
  }
}

function stateFilter(state: string, now: number): Filter<Row> {
  if (state === 'expired') return { state: 'approved', expires_at: { $lte: now } };
  if (state === 'approved') return { state: 'approved', expires_at: { $gt: now } };
  if (state === 'open' || state === 'declined' || state === 'revoked') return { state };
  return { state: { $ne: 'unconfirmed' } };
}

const toRow = (r: AccessRequest): Omit<Row, 'owed' | 'owing' | 'version'> => ({
  _id: r.id,
  organization_id: r.organizationId,
  name: r.name,
  email: r.email,
  company: r.company,
  reason: r.reason,
  language: r.language,
  search_key: fold(`${r.name}\n${r.email}\n${r.company}`),
  state: r.state,
  document_ids: r.documentIds,
  granted_ids: r.grantedIds,
  created_at: r.createdAt,
  confirmed_at: r.confirmedAt ?? 0,
  decided_at: r.decidedAt ?? 0,
  decided_by: r.decidedBy,
  note: r.note,
  expires_at: r.expiresAt ?? NEVER,
});

const fromRow = (row: Row): AccessRequest => ({
  id: row._id,
  organizationId: row.organization_id,
  name: row.name,
  email: row.email,
  company: row.company,
  reason: row.reason,
  language: row.language ?? 'en',
  state: row.state,
  documentIds: row.document_ids,
  grantedIds: row.granted_ids,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at === 0 ? undefined : row.confirmed_at,
  decidedAt: row.decided_at === 0 ? undefined : row.decided_at,
  decidedBy: row.decided_by,
  note: row.note,
  expiresAt: row.expires_at === NEVER ? undefined : row.expires_at,
});
