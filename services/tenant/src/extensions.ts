import { randomBytes } from 'node:crypto';
import {
  AppError,
  cleanName,
  invalid,
  micros,
  notFound,
  type Caller,
  type Clock,
  type ServiceEvent,
} from '@candor/runtime';
import type { Access } from './access.js';
import { hashKey } from './api-key.js';
import type { ApiKeys, IssuedKey } from './api-keys.js';
import type { AuditRecorder } from './audit.js';
import { connectedEvent } from './notifications/connected.js';
import { isChallenge, isMadeOf } from './pkce.js';
import type { ApiKey, ApiKeyStore } from './store/api-keys.js';
import type { ExtensionCodeStore } from './store/extension-codes.js';
import type { KeyDirectory } from './store/key-directory.js';
import type { OrganizationStore } from './store/organizations.js';
import type { UserStore } from './store/users.js';

/** How long a code works, microseconds. */
const CODE_LIVES = 5 * 60e6;
/** How long an extension's key works, microseconds. */
const KEY_LIVES = 90 * 86_400e6;
/** What an extension asks for: to ask, and to have the questions of forms answered, edited and approved. */
const SCOPES = ['Insights: ask', 'Questionnaires: write'];
const MOST_NAME = 150;
/** Extensions of one person at once; the oldest give way. */
const MOST_OF_A_USER = 5;
export const BROWSER_EXTENSION = 'browser_extension';

interface Parts {
  access: Access;
  keys: ApiKeyStore;
  directory: KeyDirectory;
  apiKeys: ApiKeys;
  extensionCodes: ExtensionCodeStore;
  organizations: OrganizationStore;
  users: UserStore;
  audit: AuditRecorder;
  /** Takes what people are told; resolves when it is stored. */
  tell: (events: readonly ServiceEvent[]) => Promise<void>;
  clock: Clock;
}

/**
 * Browser extensions of people. The extension keeps a secret (the verifier) and shows its hash (the challenge); the person,
 * signed in in the browser, lets it in; only who has the secret gets a key for the code. So neither a page that sees the code
 * nor one that made the person click gets in.
 */
export class Extensions {
  constructor(private readonly parts: Parts) {}

  /** A code for the one whose challenge this is. Only of a signed-in person, in the own organization. */
  async allow(caller: Caller, challenge: string): Promise<{ code: string; expiresAt: number }> {
    const { access, directory, extensionCodes, clock } = this.parts;
    if (!isChallenge(challenge))
      throw invalid([{ path: 'challenge', message: 'challenge must be a SHA-256 in base64url.' }]);
    const isKey = (await directory.findById(caller.keyId)) !== undefined;
    if (isKey || caller.ownerId === '')
      throw new AppError(
        'conflict',
        'person_needed',
        'Only a person who is signed in can connect an extension. Sign in as yourself, or paste a key into the extension.',
      );
    if ((await access.homeOf(caller)) !== caller.organizationId)
      throw new AppError(
        'conflict',
        'own_organization_needed',
        'An extension works in your own organization. Switch to it, then connect the extension.',
      );
    const code = randomBytes(32).toString('base64url');
    const expiresAt = micros(clock) + CODE_LIVES;
    const { organizationId, ownerId: userId } = caller;
    await extensionCodes.insert({ organizationId, userId, challenge, expiresAt }, hashKey(code));
    return { code, expiresAt };
  }

  /** Exchanges a code, once, for a key of the person, whose role it has at every call. */
  async redeem(code: string, verifier: string, requestId: string): Promise<IssuedKey> {
    const { extensionCodes, organizations, users, apiKeys, clock } = this.parts;
    const now = micros(clock);
    const found = await extensionCodes.takeByHash(hashKey(code), now, CODE_LIVES);
    if (!found || !isMadeOf(found.challenge, verifier)) throw codeEnded();
    const { organizationId, userId } = found;
    const user = await users.find(organizationId, userId);
    if (user?.status !== 'active' || !(await organizations.find(organizationId))) throw codeEnded();
    const maker: Caller = { organizationId, keyId: '', role: 'ADMIN', scopes: [], ownerId: userId, requestId };
    const issued = await apiKeys.issue(maker, {
      name: `Browser extension (${Array.from(cleanName(user.name)).slice(0, MOST_NAME).join('')})`,
      role: 'APPROVER',
      scopes: SCOPES,
      ownerId: userId,
      expiresAt: now + KEY_LIVES,
      madeFor: BROWSER_EXTENSION,
    });
    // Asked after it is stored: of several at once each sees the others.
    for (const old of (await this.liveOf(organizationId, userId)).slice(MOST_OF_A_USER))
      if (old.id !== issued.apiKey.id) await this.revoke(maker, old);
    const { id, name: title, scopes } = issued.apiKey;
    // Before the extension gets its key: nobody has one in the name of a person who is not told.
    await this.parts.tell([connectedEvent({ type: 'extension', id, organizationId, userId, title, scopes, at: now })]);
    return issued;
  }

  /** The calling person's own that work, newest first. */
  async list(caller: Caller): Promise<ApiKey[]> {
    if (caller.ownerId === '') return [];
    return this.liveOf(await this.parts.access.homeOf(caller), caller.ownerId);
  }

  /** Ends one of the calling person's own, wherever it is. */
  async endOwn(caller: Caller, keyId: string): Promise<ApiKey> {
    const key = (await this.list(caller)).find(({ id }) => id === keyId);
    if (!key) throw notFound('extension');
    return this.revoke({ ...caller, organizationId: key.organizationId }, key);
  }

  /** Ends all of a user, with codes that nobody has exchanged; how many worked. */
  async removeOfUser(organizationId: string, userId: string): Promise<number> {
    const { extensionCodes, keys, clock } = this.parts;
    await extensionCodes.removeOfUser(organizationId, userId);
    const live = await this.liveOf(organizationId, userId);
    for (const { id } of live) await keys.revoke(organizationId, id, micros(clock));
    return live.length;
  }

  /** The extension signs out: its own key works no more. */
  async end(caller: Caller): Promise<ApiKey> {
    const key = await this.parts.directory.findById(caller.keyId);
    if (key?.madeFor !== BROWSER_EXTENSION)
      throw new AppError(
        'conflict',
        'not_an_extension',
        'This key was not made for a browser extension. An administrator revokes it.',
      );
    return this.revoke({ ...caller, organizationId: key.organizationId }, key);
  }

  private liveOf(organizationId: string, userId: string): Promise<ApiKey[]> {
    return this.parts.keys.liveOf(organizationId, userId, BROWSER_EXTENSION, micros(this.parts.clock));
  }

  private async revoke(caller: Caller, key: ApiKey): Promise<ApiKey> {
    const { keys, audit, clock } = this.parts;
    const revoked = (await keys.revoke(key.organizationId, key.id, micros(clock))) ?? key;
    await audit.record(caller, {
      action: 'api_key.revoked',
      targetType: 'api_key',
      targetId: key.id,
      details: { name: key.name, role: key.role, scopes: key.scopes.join(', ') },
    });
    return revoked;
  }
}

const codeEnded = (): AppError =>
  new AppError(
    'unauthenticated',
    'extension_code_ended',
    'This connection has been used, or is more than five minutes old. Connect the extension again.',
  );
