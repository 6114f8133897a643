import { ensureIndexes, isRunning } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const OIDC_ATTEMPTS = 'oidc_attempts';

/** A sign-in that was sent to a provider and has not come back. */
export interface OidcAttempt {
  /** Where the person wants to sign in. */
  organizationId: string;
  issuer: string;
  clientId: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  redirectUri: string;
  /** Where the person goes afterwards. */
  returnTo: string;
  /** SHA-256, hex, of what the browser holds in a cookie. */
  browserHash: string;
  /** Microseconds. */
  expiresAt: number;
}

interface Row {
  /** SHA-256 of the state, hex. */
  _id: string;
  organization_id: string;
  issuer: string;
  client_id: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
  return_to: string;
  browser_hash: string;
  expires_at: number;
}

/** Attempts to sign in at a provider; the state says itself whose it is. */
export class OidcAttemptStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(OIDC_ATTEMPTS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, OIDC_ATTEMPTS, [{ keys: { organization_id: 1 } }, { keys: { expires_at: 1 } }]);
  }

  async add(stateHash: string, attempt: OidcAttempt): Promise<void> {
    await this.rows.insertOne({
      _id: stateHash,
      organization_id: attempt.organizationId,
      issuer: attempt.issuer,
      client_id: attempt.clientId,
      nonce: attempt.nonce,
      verifier: attempt.verifier,
      redirect_uri: attempt.redirectUri,
      return_to: attempt.returnTo,
      browser_hash: attempt.browserHash,
      expires_at: attempt.expiresAt,
    });
  }

  /**
   * Removes the attempt of this state and browser: of several callers one gets it, and another browser leaves it alone.
   * Undefined when there is none, or its time is over; an end more than `longest` away is of a clock that was set back
   * (microseconds).
   */
  async takeByHash(
    { stateHash, browserHash }: { stateHash: string; browserHash: string },
    now: number,
    longest: number,
  ): Promise<OidcAttempt | undefined> {
    const row = await this.rows.findOneAndDelete({ _id: stateHash, browser_hash: browserHash });
    if (!row || !isRunning(row.expires_at, now, longest)) return undefined;
    return {
      organizationId: row.organization_id,
      issuer: row.issuer,
      clientId: row.client_id,
      nonce: row.nonce,
      verifier: row.verifier,
      redirectUri: row.redirect_uri,
      returnTo: row.return_to,
      browserHash: row.browser_hash,
      expiresAt: row.expires_at,
    };
  }
}
