import { deterministicId, ensureIndexes, readFirst, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import { sameHash } from '../api-key.js';

export const AGENT_CONNECTIONS = 'agent_connections';

/** What a person allowed a program to do, until one of them ends it. */
export interface AgentConnection {
  id: string;
  /** Home of the user. */
  organizationId: string;
  userId: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  /** Of PKCE: SHA-256 of what the program keeps to itself, base64url. */
  codeChallenge: string;
  /** The address that its tokens are good for. */
  resource: string;
  /** Of keys, at least one. */
  scopes: string[];
  /** When the person allowed it, microseconds. */
  createdAt: number;
  /** When the program exchanged its code, microseconds; 0: not yet. */
  connectedAt: number;
  /** To the minute, microseconds. */
  usedAt: number;
}

interface Row {
  /** Made from the hash of the code: the code names its connection. */
  _id: string;
  organization_id: string;
  user_id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  code_challenge: string;
  resource: string;
  scopes: string[];
  /** SHA-256, hex, of the part that all refresh tokens of the connection share; '' before there are any. */
  family_hash: string;
  /** SHA-256, hex, of the one refresh token that works. */
  refresh_hash: string;
  created_at: number;
  connected_at: number;
  used_at: number;
}

/** Hashes of the refresh token that works from now on. */
export interface RefreshHashes {
  family: string;
  token: string;
}

/** Connections of agents. One that was ended is no row, and with it all of its tokens are void. */
export class AgentConnectionStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(AGENT_CONNECTIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, AGENT_CONNECTIONS, [
      { keys: { organization_id: 1, user_id: 1, created_at: -1, _id: 1 } },
      { keys: { organization_id: 1, created_at: -1, _id: 1 } },
      { keys: { family_hash: 1 } },
      { keys: { used_at: 1 } },
    ]);
  }

  /** A connection whose code has not been exchanged. */
  async insert(
    connection: Omit<AgentConnection, 'id' | 'connectedAt' | 'usedAt'>,
    codeHash: string,
  ): Promise<AgentConnection> {
    const id = connectionId(codeHash);
    await this.rows.insertOne({
      _id: id,
      organization_id: connection.organizationId,
      user_id: connection.userId,
      client_id: connection.clientId,
      client_name: connection.clientName,
      redirect_uri: connection.redirectUri,
      code_challenge: connection.codeChallenge,
      resource: connection.resource,
      scopes: connection.scopes,
      family_hash: '',
      refresh_hash: '',
      created_at: connection.createdAt,
      connected_at: 0,
      used_at: connection.createdAt,
    });
    return { ...connection, id, connectedAt: 0, usedAt: connection.createdAt };
  }

  async findById(id: string): Promise<AgentConnection | undefined> {
    const row = await readFirst(this.rows, { _id: id });
    return row ? fromRow(row) : undefined;
  }

  /** By the part that all refresh tokens of a connection share, with whether the whole token is the one that works. */
  async findByRefresh({ family, token }: RefreshHashes): Promise<[AgentConnection, isCurrent: boolean] | undefined> {
    const row = await readFirst(this.rows, { family_hash: family });
    return row ? [fromRow(row), sameHash(row.refresh_hash, token)] : undefined;
  }

  /** The code is exchanged: of several callers one is told so. */
  async connect(organizationId: string, id: string, refresh: RefreshHashes, at: number): Promise<boolean> {
    const change = { connected_at: at, used_at: at, family_hash: refresh.family, refresh_hash: refresh.token };
    const filter = { _id: id, organization_id: organizationId, connected_at: 0 };
    return (await this.rows.updateOne(filter, { $set: change })).matchedCount > 0;
  }

  /** Puts the hash `next` in place of that of the refresh token `before`: of several callers one is told so. */
  async rotate(
    organizationId: string,
    id: string,
    { before, next }: { before: string; next: string },
    at: number,
  ): Promise<boolean> {
    const filter = { _id: id, organization_id: organizationId, refresh_hash: before };
    return (await this.rows.updateOne(filter, { $set: { refresh_hash: next, used_at: at } })).matchedCount > 0;
  }

  /** Connected ones, of the user or of everybody when undefined, newest first; `total` counts all. */
  async list(
    organizationId: string,
    userId: string | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ connections: AgentConnection[]; total: number }> {
    const filter: Filter<Row> = {
      organization_id: organizationId,
      ...(userId !== undefined && { user_id: userId }),
      connected_at: { $gt: 0 },
    };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { connections: rows.map(fromRow), total };
  }

  /** Of the user, whether connected or not, from the `kept`-th newest on. */
  async oldOf(organizationId: string, userId: string, kept: number): Promise<AgentConnection[]> {
    const filter = { organization_id: organizationId, user_id: userId };
    const rows = await readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: kept, limit: 100 });
    return rows.map(fromRow);
  }

  /** Earlier connections of the same user and client. */
  async olderOf({ organizationId, userId, clientId, id, createdAt }: AgentConnection): Promise<AgentConnection[]> {
    const same = { organization_id: organizationId, user_id: userId, client_id: clientId };
    const filter = { ...same, created_at: { $lte: createdAt }, _id: { $ne: id } };
    return (await readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: 0, limit: 100 })).map(fromRow);
  }

  async used(organizationId: string, id: string, at: number): Promise<void> {
    await this.rows.updateOne({ _id: id, organization_id: organizationId }, { $set: { used_at: at } });
  }

  async remove(organizationId: string, id: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: id, organization_id: organizationId })).deletedCount > 0;
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }

  /** How many there were. */
  async removeAll(organizationId: string): Promise<number> {
    return (await this.rows.deleteMany({ organization_id: organizationId })).deletedCount;
  }
}

/** The connection that a code names by its hash. */
export const connectionId = (codeHash: string): string => deterministicId('agent-connection', codeHash);

const fromRow = (row: Row): AgentConnection => ({
  id: row._id,
  organizationId: row.organization_id,
  userId: row.user_id,
  clientId: row.client_id,
  clientName: row.client_name,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge,
  resource: row.resource,
  scopes: row.scopes,
  createdAt: row.created_at,
  connectedAt: row.connected_at,
  usedAt: row.used_at,
});
