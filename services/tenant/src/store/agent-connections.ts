import { deterministicId, ensureIndexes, readFirst, readPart, sameSecret } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

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
  /** Whether one of its tokens has come back: the program was told them. */
  isUsed: boolean;
  /** How often its refresh token was replaced. */
  rotation: number;
}

/** What is asked of a connection before anybody has exchanged its code. */
export type NewConnection = Omit<AgentConnection, 'id' | 'connectedAt' | 'usedAt' | 'isUsed' | 'rotation'>;

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
  /** SHA-256, hex, of the refresh tokens that work; the first to be used replaces all of them. */
  refresh_hashes: string[];
  /** Of those that the last use replaced, and when. */
  replaced_hashes: string[];
  replaced_at: number;
  rotation: number;
  created_at: number;
  connected_at: number;
  used_at: number;
  is_used: boolean;
}

/** What a refresh token is to its connection. */
export interface FoundByRefresh {
  connection: AgentConnection;
  /** `old`: replaced longer ago than by the last use. */
  standing: 'working' | 'replaced' | 'old';
  /** When the last use replaced what worked before, microseconds. */
  replacedAt: number;
  /** Hashes of all that work. */
  working: string[];
}

/** Hashes of the refresh token that works from now on. */
export interface RefreshHashes {
  family: string;
  token: string;
}

/** How many were removed, and the ids of their programs. */
interface Removed {
  ended: number;
  clientIds: string[];
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
      { keys: { client_id: 1 } },
    ]);
  }

  /** A connection whose code has not been exchanged. */
  async insert(connection: NewConnection, codeHash: string): Promise<AgentConnection> {
    const row: Row = {
      _id: connectionId(codeHash),
      organization_id: connection.organizationId,
      user_id: connection.userId,
      client_id: connection.clientId,
      client_name: connection.clientName,
      redirect_uri: connection.redirectUri,
      code_challenge: connection.codeChallenge,
      resource: connection.resource,
      scopes: connection.scopes,
      family_hash: '',
      refresh_hashes: [],
      replaced_hashes: [],
      replaced_at: 0,
      rotation: 0,
      created_at: connection.createdAt,
      connected_at: 0,
      used_at: connection.createdAt,
      is_used: false,
    };
    await this.rows.insertOne(row);
    return fromRow(row);
  }

  async findById(id: string): Promise<AgentConnection | undefined> {
    const row = await readFirst(this.rows, { _id: id });
    return row ? fromRow(row) : undefined;
  }

  /** By the part that all refresh tokens of a connection share, with what the whole token is to it. */
  async findByRefresh({ family, token }: RefreshHashes): Promise<FoundByRefresh | undefined> {
    const row = await readFirst(this.rows, { family_hash: family });
    if (!row) return undefined;
    const isIn = (hashes: readonly string[]): boolean => hashes.some((hash) => sameSecret(hash, token));
    const standing = isIn(row.refresh_hashes) ? 'working' : isIn(row.replaced_hashes) ? 'replaced' : 'old';
    return { connection: fromRow(row), standing, replacedAt: row.replaced_at, working: row.refresh_hashes };
  }

  /** The code is exchanged: of several callers one is told so. */
  async connect(organizationId: string, id: string, refresh: RefreshHashes, at: number): Promise<boolean> {
    const tokens = { family_hash: refresh.family, refresh_hashes: [refresh.token] };
    const filter = { _id: id, organization_id: organizationId, connected_at: 0 };
    const change = { $set: { connected_at: at, used_at: at, ...tokens } };
    return (await this.rows.updateOne(filter, change)).matchedCount > 0;
  }

  /** Puts another refresh token in place of one that nobody has used since it was made after `after` (microseconds). */
  async connectAgain(organizationId: string, id: string, refresh: RefreshHashes, after: number): Promise<boolean> {
    const tokens = { family_hash: refresh.family, refresh_hashes: [refresh.token] };
    const untold = { connected_at: { $gt: after }, rotation: 0, is_used: false };
    const filter = { _id: id, organization_id: organizationId, ...untold };
    return (await this.rows.updateOne(filter, { $set: tokens })).matchedCount > 0;
  }

  /** `next` replaces all refresh tokens that were found to work: of several callers one is told so. */
  async rotate({ connection, working }: FoundByRefresh, next: string, at: number): Promise<boolean> {
    const { id, organizationId, rotation } = connection;
    // All of them: one that was added meanwhile would be known to nobody.
    const filter = { _id: id, organization_id: organizationId, rotation, refresh_hashes: working };
    const replaced = { replaced_hashes: working, replaced_at: at, rotation: rotation + 1 };
    const change = { $set: { refresh_hashes: [next], ...replaced, used_at: at, is_used: true } };
    return (await this.rows.updateOne(filter, change)).matchedCount > 0;
  }

  /** `next` works beside those that work, unless one of them was used meanwhile. */
  async addBeside({ connection }: FoundByRefresh, next: string): Promise<boolean> {
    const { id, organizationId, rotation } = connection;
    const filter = { _id: id, organization_id: organizationId, rotation };
    return (await this.rows.updateOne(filter, { $push: { refresh_hashes: next } })).matchedCount > 0;
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

  /** Of the user, those whose code was exchanged or those that wait for it, from the `kept`-th newest on. */
  async oldOf(
    organizationId: string,
    userId: string,
    { connected, kept }: { connected: boolean; kept: number },
  ): Promise<AgentConnection[]> {
    const filter: Filter<Row> = {
      organization_id: organizationId,
      user_id: userId,
      connected_at: connected ? { $gt: 0 } : 0,
    };
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
    await this.rows.updateOne({ _id: id, organization_id: organizationId }, { $set: { used_at: at, is_used: true } });
  }

  async remove(organizationId: string, id: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: id, organization_id: organizationId })).deletedCount > 0;
  }

  removeOfUser(organizationId: string, userId: string): Promise<Removed> {
    return this.removeWhere({ organization_id: organizationId, user_id: userId });
  }

  removeAll(organizationId: string): Promise<Removed> {
    return this.removeWhere({ organization_id: organizationId });
  }

  private async removeWhere(filter: { organization_id: string; user_id?: string }): Promise<Removed> {
    const clientIds = await this.rows.distinct('client_id', filter);
    return { ended: (await this.rows.deleteMany(filter)).deletedCount, clientIds };
  }

  /** Whether anybody, wherever, has the program connected. */
  async isConnected(clientId: string): Promise<boolean> {
    return (await readFirst(this.rows, { client_id: clientId, connected_at: { $gt: 0 } })) !== null;
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
  isUsed: row.is_used,
  rotation: row.rotation,
});
