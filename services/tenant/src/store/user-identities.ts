import { deterministicId, ensureIndexes } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const USER_IDENTITIES = 'user_identities';

interface Row {
  /** Made of organization, issuer and subject: a person of a provider is one user of an organization. */
  _id: string;
  organization_id: string;
  user_id: string;
  issuer: string;
  subject: string;
}

export interface Identity {
  issuer: string;
  /** Who a person is for the provider, for ever. */
  subject: string;
}

/** Which person of a sign-in provider a user is. */
export class UserIdentityStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(USER_IDENTITIES);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, USER_IDENTITIES, [
      { keys: { organization_id: 1, user_id: 1 } },
      { keys: { issuer: 1, subject: 1 } },
    ]);
  }

  /** The user's id. */
  async userOf(organizationId: string, identity: Identity): Promise<string | undefined> {
    const row = await this.rows.findOne({ _id: identityId(organizationId, identity), organization_id: organizationId });
    return row?.user_id;
  }

  /** The person is this user from now on; repeats are harmless. */
  async link(organizationId: string, identity: Identity, userId: string): Promise<void> {
    const { issuer, subject } = identity;
    const fields = { organization_id: organizationId, user_id: userId, issuer, subject };
    await this.rows.updateOne({ _id: identityId(organizationId, identity) }, { $set: fields }, { upsert: true });
  }

  async removeOfUser(organizationId: string, userId: string): Promise<void> {
    await this.rows.deleteMany({ organization_id: organizationId, user_id: userId });
  }
}

/** The row of a person of a provider in an organization. */
export const identityId = (organizationId: string, { issuer, subject }: Identity): string =>
  deterministicId('user-identity', organizationId, issuer, subject);
