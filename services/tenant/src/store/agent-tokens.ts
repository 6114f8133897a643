import { deterministicId, ensureIndexes, readFirst, sameSecret } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const AGENT_TOKENS = 'agent_tokens';

/** What an agent brings along with its calls. */
export interface AgentToken {
  organizationId: string;
  userId: string;
  connectionId: string;
  /** How often the refresh token of its connection had been replaced when it was made. */
  rotation: number;
  /** Microseconds. */
  createdAt: number;
  expiresAt: number;
}

interface Row {
  /** Made from the hash: finding a token and missing it are one point look-up each. */
  _id: string;
  organization_id: string;
  user_id: string;
  connection_id: string;
  /** SHA-256 of the token, hex: the token itself is stored nowhere. */
  hash: string;
  rotation: number;
  created_at: number;
  expires_at: number;
}

/** Access tokens of agents. Each is good for no longer than its connection is there. */
export class AgentTokenStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(AGENT_TOKENS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, AGENT_TOKENS, [
      { keys: { organization_id: 1, connection_id: 1 } },
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { expires_at: 1 } },
    ]);
  }

  async insert(token: AgentToken, hash: string): Promise<void> {
    await this.rows.insertOne({
      _id: tokenId(hash),
      organization_id: token.organizationId,
      user_id: token.userId,
      connection_id: token.connectionId,
      hash,
      rotation: token.rotation,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    });
  }

  /** The token of this hash, in time or not. As a key does, it says itself whose it is. */
  async findByHash(hash: string): Promise<AgentToken | undefined> {
    const row = await readFirst(this.rows, { _id: tokenId(hash) });
    if (!sameSecret(row?.hash ?? NOBODY, hash) || !row) return undefined;
    return {
      organizationId: row.organization_id,
      userId: row.user_id,
      connectionId: row.connection_id,
      rotation: row.rotation,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    };
  }

  /** Those of the connection from before this rotation end at `at` at the latest (microseconds). */
  async endReplaced(organizationId: string, connectionId: string, rotation: number, at: number): Promise<void> {
    const ofIt = { organization_id: organizationId, connection_id: connectionId };
    const replaced = { rotation: { $lt: rotation }, expires_at: { $gt: at } };
    await this.rows.updateMany({ ...ofIt, ...replaced }, { $set: { expires_at: at } });
  }

  /** Those of the connection whose time is over at `now` (microseconds). */
  async removeOver(organizationId: string, connectionId: string, now: number): Promise<void> {
    const ofIt = { organization_id: organizationId, connection_id: connectionId };
    await this.rows.deleteMany({ ...ofIt, expires_at: { $lte: now } });
  }

  async removeByHash(organizationId: string, hash: string): Promise<void> {
    await this.rows.deleteOne({ _id: tokenId(hash), organization_id: organizationId });
  }

  async removeOf(organizationId: string, connectionId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, connection_id: connectionId });
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId });
  }
}

const tokenId = (hash: string): string => deterministicId('agent-token', hash);
/** No token hashes to this. */
const NOBODY = '0'.repeat(64);
