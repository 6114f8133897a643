import {
  AppError,
  cleanName,
  expiry,
  invalid,
  lengthOf,
  micros,
  newId,
  notFound,
  ROLES,
  type Caller,
  type Clock,
  type FieldError,
  type Role,
} from '@candor/runtime';
import { lowerRole, requireAdmin } from './access.js';
import { generateApiKey, hashKey } from './api-key.js';
import type { AuditRecorder } from './audit.js';
import { covers, isScope, SCOPES } from './scopes.js';
import type { ApiKey, ApiKeyStore } from './store/api-keys.js';
import type { KeyDirectory } from './store/key-directory.js';
import type { UserStore } from './store/users.js';

export interface NewKey {
  name: string;
  role: string;
  /** Empty: all that the caller has. */
  scopes: string[];
  ownerId: string | undefined;
  /** Microseconds; undefined, or farther than any year that is taken: never. */
  expiresAt: number | undefined;
  madeFor?: string;
}

export interface IssuedKey {
  apiKey: ApiKey;
  /** The whole key; it cannot be had again. */
  key: string;
}

export interface ApiKeyParts {
  keys: ApiKeyStore;
  directory: KeyDirectory;
  users: UserStore;
  audit: AuditRecorder;
  clock: Clock;
  /** How long a rotated secret goes on working, microseconds. */
  rotationGrace: number;
}

/** An hour. */
export const DEFAULT_ROTATION_GRACE = 3600 * 1e6;
const MAX_NAME = 200;

/** API keys of the organization that the caller works in. No one hands out, or takes over, more than they have. */
export class ApiKeys {
  constructor(private readonly parts: ApiKeyParts) {}

  async issue(caller: Caller, input: NewKey): Promise<IssuedKey> {
    requireAdmin(caller);
    const { keys, directory, clock } = this.parts;
    const organizationId = caller.organizationId;
    const fields = await this.checked(caller, input);
    const { key, prefix } = generateApiKey();
    const apiKey: ApiKey = {
      ...fields,
      id: newId(),
      organizationId,
      prefix,
      revokedAt: undefined,
      createdAt: micros(clock),
      madeFor: input.madeFor ?? '',
    };
    // The secret opens nothing until its key is there.
    await directory.addSecret(organizationId, apiKey.id, hashKey(key));
    await keys.insert(apiKey);
    await this.record(caller, 'api_key.issued', apiKey);
    return { apiKey, key };
  }

  list(caller: Caller, page: { limit: number; offset: number }): Promise<{ keys: ApiKey[]; total: number }> {
    requireAdmin(caller);
    return this.parts.keys.list(caller.organizationId, page);
  }

  /** A new secret; the old one works for the grace time. A key that has more than the caller's is refused: it would be its. */
  async rotate(caller: Caller, keyId: string): Promise<IssuedKey> {
    requireAdmin(caller);
    const { keys, directory, clock, rotationGrace } = this.parts;
    const organizationId = caller.organizationId;
    const old = await keys.find(organizationId, keyId);
    if (!old) throw notFound('api_key');
    if (!covers(caller.scopes, old.scopes)) throw beyondCaller();
    await this.refuseLonger(caller, old.expiresAt);
    const { key, prefix } = generateApiKey();
    const hash = hashKey(key);
    await directory.addSecret(organizationId, keyId, hash);
    const apiKey = await keys.setPrefix(organizationId, keyId, prefix);
    if (!apiKey) {
      await directory.removeSecret(organizationId, hash);
      throw new AppError('conflict', 'api_key_revoked', 'The key is revoked. Issue a new one.');
    }
    await directory.endOthers(organizationId, keyId, hash, micros(clock) + rotationGrace);
    await this.record(caller, 'api_key.rotated', apiKey);
    return { apiKey, key };
  }

  async revoke(caller: Caller, keyId: string): Promise<ApiKey> {
    requireAdmin(caller);
    const apiKey = await this.parts.keys.revoke(caller.organizationId, keyId, micros(this.parts.clock));
    if (!apiKey) throw notFound('api_key');
    await this.record(caller, 'api_key.revoked', apiKey);
    return apiKey;
  }

  private async checked(
    caller: Caller,
    input: NewKey,
  ): Promise<Pick<ApiKey, 'name' | 'role' | 'scopes' | 'ownerId' | 'expiresAt'>> {
    const errors: FieldError[] = [];
    const name = cleanName(input.name);
    if (name === '') errors.push({ path: 'name', message: 'name is required.' });
    if (lengthOf(name) > MAX_NAME) errors.push({ path: 'name', message: `name has more than ${MAX_NAME} characters.` });
    const role = asRole(input.role);
    if (!role) errors.push({ path: 'role', message: `role must be one of ${ROLES.join(', ')}.` });
    input.scopes.forEach((scope, index) => {
      if (!isScope(scope)) errors.push({ path: `scopes.${index}`, message: `Scopes are: ${SCOPES.join(', ')}.` });
    });
    const { ownerId } = input;
    const expiresAt = expiry(input.expiresAt);
    if (expiresAt !== undefined && expiresAt <= micros(this.parts.clock)) {
      errors.push({ path: 'expires_at', message: 'expires_at must be in the future.' });
    }
    if (ownerId !== undefined && !(await this.parts.users.find(caller.organizationId, ownerId))) {
      errors.push({ path: 'owner_id', message: 'owner_id must be a user of the organization.' });
    }
    if (errors.length > 0 || !role) throw invalid(errors);
    const scopes = [...new Set(input.scopes.length > 0 ? input.scopes : caller.scopes)];
    if (lowerRole(role, caller.role) !== role || !covers(caller.scopes, scopes)) throw beyondCaller();
    await this.refuseLonger(caller, expiresAt);
    return { name, role, scopes, ownerId, expiresAt };
  }

  /** Refuses a key that lives longer than the caller's; `expiresAt` undefined: it never ends. An operator's call has no key. */
  private async refuseLonger(caller: Caller, expiresAt: number | undefined): Promise<void> {
    if (caller.keyId === '') return;
    const own = await this.parts.directory.findById(caller.keyId);
    const end = own?.expiresAt;
    if (end === undefined || (expiresAt !== undefined && expiresAt <= end)) return;
    throw new AppError(
      'forbidden',
      'exceeds_caller',
      `The calling key ends at ${new Date(end / 1000).toISOString()}, and no key of its making may last longer. Give an expires_at up to then, or use a key that lasts longer.`,
    );
  }

  private record(caller: Caller, action: string, key: ApiKey): Promise<string> {
    const details = { name: key.name, role: key.role, scopes: key.scopes.join(', ') };
    return this.parts.audit.record(caller, { action, targetType: 'api_key', targetId: key.id, details });
  }
}

export const asRole = (value: string): Role | undefined => ROLES.find((role) => role === value);

const beyondCaller = (): AppError =>
  new AppError('forbidden', 'exceeds_caller', 'The role or scopes are beyond those of the calling key.');
