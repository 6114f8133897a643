import { createHash, randomBytes } from 'node:crypto';
import { ensureIndexes, running } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** `confirm`: proves an address. `sign_in`: opens a session. */
export type TokenKind = 'confirm' | 'sign_in';

/** What a link stands for. */
export interface AccessToken {
  requestId: string;
  email: string;
  used: boolean;
}

interface TokenRow {
  /** SHA-256 of the secret. */
  _id: string;
  organization_id: string;
  kind: TokenKind;
  request_id: string;
  email: string;
  /** Microseconds. */
  until: number;
  used: boolean;
}

/** `confirmed`: came by a link that proves an address and may accept the agreement; `full`: may download as well. */
export type SessionReach = 'confirmed' | 'full';

interface SessionRow {
  /** SHA-256 of the secret in the cookie. */
  _id: string;
  organization_id: string;
  email: string;
  reach: SessionReach;
  /** Microseconds. */
  until: number;
}

export interface VisitorSession {
  email: string;
  reach: SessionReach;
}

export const ACCESS_TOKENS = 'access_tokens';
export const VISITOR_SESSIONS = 'visitor_sessions';

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const newSecret = (): string => randomBytes(32).toString('base64url');

/** Links in emails and sessions of visitors; of their secrets only hashes are stored. */
export class AccessTokenStore {
  private readonly tokens: Collection<TokenRow>;
  private readonly sessions: Collection<SessionRow>;

  constructor(private readonly db: Db) {
    this.tokens = db.collection<TokenRow>(ACCESS_TOKENS);
    this.sessions = db.collection<SessionRow>(VISITOR_SESSIONS);
  }

  async ensureIndexes(): Promise<void> {
    for (const name of [ACCESS_TOKENS, VISITOR_SESSIONS]) {
      await ensureIndexes(this.db, name, [{ keys: { organization_id: 1, email: 1 } }, { keys: { until: 1 } }]);
    }
  }

  /** The secret of a new link; each email has one of its own, so that a repeated one works as well. */
  async issue(
    organizationId: string,
    { kind, requestId, email, until }: { kind: TokenKind; requestId: string; email: string; until: number },
  ): Promise<string> {
    const secret = newSecret();
    const row = { organization_id: organizationId, kind, request_id: requestId, email, until, used: false };
    await this.tokens.insertOne({ _id: hashOf(secret), ...row });
    return secret;
  }

  /** Whose link it is, used or not, as long as it is good; `length`: how long one is good, microseconds. */
  async peek(
    organizationId: string,
    kind: TokenKind,
    secret: string,
    { now, length }: { now: number; length: number },
  ): Promise<AccessToken | undefined> {
    const mine = { _id: hashOf(secret), organization_id: organizationId, kind, until: running(now, length) };
    const row = await this.tokens.findOne(mine);
    return row ? { requestId: row.request_id, email: row.email, used: row.used } : undefined;
  }

  /** Uses the link, once: undefined when it was used, has ended, or is none. */
  async use(
    organizationId: string,
    kind: TokenKind,
    secret: string,
    { now, length }: { now: number; length: number },
  ): Promise<AccessToken | undefined> {
    const mine = { _id: hashOf(secret), organization_id: organizationId, kind, until: running(now, length) };
    const row = await this.tokens.findOneAndUpdate({ ...mine, used: false }, { $set: { used: true } });
    return row ? { requestId: row.request_id, email: row.email, used: true } : undefined;
  }

  /** The secret of a new session. */
  async open(organizationId: string, session: VisitorSession & { until: number }): Promise<string> {
    const secret = newSecret();
    await this.sessions.insertOne({ _id: hashOf(secret), organization_id: organizationId, ...session });
    return secret;
  }

  async session(
    organizationId: string,
    secret: string,
    { now, length }: { now: number; length: number },
  ): Promise<VisitorSession | undefined> {
    const mine = { _id: hashOf(secret), organization_id: organizationId, until: running(now, length) };
    const row = await this.sessions.findOne(mine);
    return row ? { email: row.email, reach: row.reach } : undefined;
  }

  async close(organizationId: string, secret: string): Promise<void> {
    await this.sessions.deleteOne({ _id: hashOf(secret), organization_id: organizationId });
  }

  /** Ends all links and sessions of an address. */
  async removeAll(organizationId: string, email: string): Promise<void> {
    await this.sessions.deleteMany({ organization_id: organizationId, email });
    await this.tokens.deleteMany({ organization_id: organizationId, email });
  }

  /** System scope: what has ended by `now` (microseconds). */
  async removeAbandoned(now: number): Promise<void> {
    await this.tokens.deleteMany({ until: { $lte: now } });
    await this.sessions.deleteMany({ until: { $lte: now } });
  }
}
