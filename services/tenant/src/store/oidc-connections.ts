import { ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const OIDC_CONNECTIONS = 'oidc_connections';

/** The sign-in provider of one organization. */
export interface StoredConnection {
  organizationId: string;
  /** As the provider names itself: an https address. */
  issuer: string;
  clientId: string;
  /** The client secret, sealed for the organization. */
  sealedSecret: string;
  /** On the button: "Sign in with …". */
  name: string;
  /** What is asked of the provider, e.g. "openid", "email", "profile". */
  scopes: string[];
  /** Microseconds. */
  updatedAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  issuer: string;
  client_id: string;
  sealed_secret: string;
  name: string;
  scopes: string[];
  updated_at: number;
}

/** Sign-in providers of organizations: one each at most. */
export class OidcConnectionStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(OIDC_CONNECTIONS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, OIDC_CONNECTIONS, [{ keys: { organization_id: 1 } }]);
  }

  async find(organizationId: string): Promise<StoredConnection | undefined> {
    const row = await this.rows.findOne({ _id: organizationId });
    if (!row) return undefined;
    return {
      organizationId,
      issuer: row.issuer,
      clientId: row.client_id,
      sealedSecret: row.sealed_secret,
      name: row.name,
      scopes: row.scopes,
      updatedAt: row.updated_at,
    };
  }

  /** In place of the one before. */
  async put(connection: StoredConnection): Promise<void> {
    const fields = {
      organization_id: connection.organizationId,
      issuer: connection.issuer,
      client_id: connection.clientId,
      sealed_secret: connection.sealedSecret,
      name: connection.name,
      scopes: connection.scopes,
      updated_at: connection.updatedAt,
    };
    await this.rows.updateOne({ _id: connection.organizationId }, { $set: fields }, { upsert: true });
  }

  /** False when there was none. */
  async remove(organizationId: string): Promise<boolean> {
    return (await this.rows.deleteOne({ _id: organizationId })).deletedCount > 0;
  }
}
