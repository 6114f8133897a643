import { deterministicId, ensureIndexes, isDuplicateKey, isRunning, readFirst, sameSecret } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { fromKeyRow, KEYS, type ApiKey, type KeyRow } from './api-keys.js';

interface SecretRow {
  /** Made from the hash: finding a secret and missing it are one point look-up each, whatever is wrong with the key. */
  _id: string;
  organization_id: string;
  key_id: string;
  /** SHA-256, hex. */
  hash: string;
  /** Microseconds; the end of the grace time of a rotated secret. */
  valid_until: number;
}

/** Beyond every time: the secret has no end. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/**
 * Finds keys before an organization is known: the key itself says whose it is. The only store of the service, with
 * the sweeper's, that looks across organizations.
 */
export class KeyDirectory {
  private readonly secrets: Collection<SecretRow>;
  private readonly keys: Collection<KeyRow>;

  /** `longestGrace`: no replaced secret works longer, microseconds; an end farther away is of a clock that was set back since. */
  constructor(
    private readonly db: Db,
    private readonly longestGrace: number,
  ) {
    this.secrets = db.collection<SecretRow>('api_key_secrets');
    this.keys = db.collection<KeyRow>(KEYS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, 'api_key_secrets', [{ keys: { organization_id: 1, key_id: 1 } }]);
  }

  /** The key that a secret of this hash opens at `now`, revoked and expired ones included; undefined when none. */
  async findByHash(hash: string, now: number): Promise<ApiKey | undefined> {
    const secret = await readFirst(this.secrets, { _id: idOf(hash) });
    if (!sameSecret(secret?.hash ?? NOBODY, hash) || !secret) return undefined;
    if (secret.valid_until !== FOREVER && !isRunning(secret.valid_until, now, this.longestGrace)) return undefined;
    const key = await readFirst(this.keys, { _id: secret.key_id, organization_id: secret.organization_id });
    return key ? fromKeyRow(key) : undefined;
  }

  async findById(keyId: string): Promise<ApiKey | undefined> {
    const key = await readFirst(this.keys, { _id: keyId });
    return key ? fromKeyRow(key) : undefined;
  }

  /** Lets `hash` open the key. A secret that is there already stays as it is. */
  async addSecret(organizationId: string, keyId: string, hash: string): Promise<void> {
    try {
      await this.secrets.insertOne({
        _id: idOf(hash),
        organization_id: organizationId,
        key_id: keyId,
        hash,
        valid_until: FOREVER,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Ends every secret of the key but `hash` at `until`, unless it ends before. */
  async endOthers(organizationId: string, keyId: string, hash: string, until: number): Promise<void> {
    await this.secrets.updateMany(
      { organization_id: organizationId, key_id: keyId, _id: { $ne: idOf(hash) }, valid_until: { $gt: until } },
      { $set: { valid_until: until } },
    );
  }

  async removeSecret(organizationId: string, hash: string): Promise<void> {
    await this.secrets.deleteOne({ _id: idOf(hash), organization_id: organizationId });
  }
}

const idOf = (hash: string): string => deterministicId('api-key-secret', hash);
/** No key hashes to this. */
const NOBODY = '0'.repeat(64);
