import {
  AppError,
  cleanName,
  invalid,
  lengthOf,
  micros,
  notFound,
  type Caller,
  type Clock,
  type FieldError,
  type Sealing,
} from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import type { OidcConnectionStore, StoredConnection } from '../store/oidc-connections.js';
import type { AddressGuard } from '../webhooks/address-guard.js';
import { OidcProvider, type ProviderSettings } from './provider.js';

/** The provider that the operator configured for all organizations. */
export interface InstallationProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  scopes: string[];
}

/** What an administrator says of a provider. */
export interface NewConnection {
  issuer: string;
  clientId: string;
  /** '': the one that is kept already stays. */
  clientSecret: string;
  /** '': the host of the issuer. */
  name: string;
  /** Empty: openid, email, profile. */
  scopes: string[];
}

/** What may be shown of a connection: never the secret. */
export type ShownConnection = Omit<StoredConnection, 'sealedSecret' | 'organizationId'> & {
  /** Set by the operator for all organizations; it cannot be changed here. */
  ofInstallation: boolean;
};

/** A provider that people are sent to. */
export interface UsableConnection {
  provider: OidcProvider;
  issuer: string;
  clientId: string;
  name: string;
}

export interface ConnectionParts {
  connections: OidcConnectionStore;
  installation: InstallationProvider | undefined;
  /** Undefined: this installation has no key to seal with, and keeps no provider of an organization. */
  sealing: Sealing | undefined;
  guard: AddressGuard;
  audit: AuditRecorder;
  clock: Clock;
  /** Milliseconds that a provider has for one answer; for tests. */
  patienceMs?: number | undefined;
}

export const DEFAULT_SCOPES = ['openid', 'email', 'profile'];
const MOST = { issuer: 2000, clientId: 500, clientSecret: 2000, name: 100, scopes: 20, scope: 200 };
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** Providers whose discovery is kept in memory. */
const MOST_KEPT = 200;

/** Which sign-in provider an organization has: its own, else the installation's. */
export class OidcConnections {
  private readonly kept = new Map<string, OidcProvider>();

  constructor(private readonly parts: ConnectionParts) {}

  /** For the organization's administrators; undefined when there is none. */
  async shown(caller: Caller): Promise<ShownConnection | undefined> {
    requireAdmin(caller);
    const own = await this.parts.connections.find(caller.organizationId);
    if (own) return shownOf(own);
    const { installation } = this.parts;
    return installation && { ...shownOf({ ...installation, updatedAt: 0 }), ofInstallation: true };
  }

  async set(caller: Caller, input: NewConnection): Promise<ShownConnection> {
    requireAdmin(caller);
    const { connections, audit, clock } = this.parts;
    const before = await connections.find(caller.organizationId);
    const fields = checkedConnection(input);
    // A secret goes to the provider that it was given for, and to no other.
    const sameProvider = before && new URL(before.issuer).host === new URL(fields.issuer).host;
    if (input.clientSecret === '' && !sameProvider)
      throw invalid([{ path: 'client_secret', message: 'client_secret is required.' }]);
    const sealedSecret =
      input.clientSecret === '' ? before!.sealedSecret : this.sealing().seal(input.clientSecret, owner(caller));
    const { organizationId } = caller;
    const connection = { ...fields, organizationId, sealedSecret, updatedAt: micros(clock) };
    await connections.put(connection);
    await audit.record(caller, {
      action: 'sign_in_provider.set',
      targetType: 'organization',
      targetId: organizationId,
      details: { issuer: fields.issuer, client_id: fields.clientId },
    });
    return shownOf(connection);
  }

  async remove(caller: Caller): Promise<void> {
    requireAdmin(caller);
    const { organizationId } = caller;
    if (!(await this.parts.connections.remove(organizationId))) throw notFound('sign_in_provider');
    await this.parts.audit.record(caller, {
      action: 'sign_in_provider.removed',
      targetType: 'organization',
      targetId: organizationId,
    });
  }

  /** Asks the provider of the caller's organization who it is; throws why people could not sign in there. */
  async test(caller: Caller): Promise<{ issuer: string; authorizationEndpoint: string }> {
    requireAdmin(caller);
    const usable = await this.usable(caller.organizationId);
    if (!usable) throw notFound('sign_in_provider');
    const { authorizationEndpoint } = await usable.provider.check();
    return { issuer: usable.issuer, authorizationEndpoint };
  }

  /** What the button says; undefined: there is no provider. */
  async nameFor(organizationId: string | undefined): Promise<string | undefined> {
    const own = organizationId === undefined ? undefined : await this.parts.connections.find(organizationId);
    return own?.name ?? this.parts.installation?.name;
  }

  /** The provider that people of an organization are sent to; of no organization in particular, the installation's. */
  async usable(organizationId: string): Promise<UsableConnection | undefined> {
    const own = organizationId === '' ? undefined : await this.parts.connections.find(organizationId);
    if (own) {
      const clientSecret = this.sealing().open(own.sealedSecret, owner(own));
      if (clientSecret === undefined) throw secretLost();
      return this.connect({ ...own, clientSecret, guard: this.parts.guard }, own.name);
    }
    const { installation } = this.parts;
    return installation && this.connect({ ...installation, guard: undefined }, installation.name);
  }

  private connect(settings: ProviderSettings, name: string): UsableConnection {
    const { issuer, clientId, clientSecret, scopes, guard } = settings;
    // Everything that a connection is made of: a changed one is another.
    const key = JSON.stringify([issuer, clientId, clientSecret, scopes, guard === undefined]);
    const provider = this.kept.get(key) ?? new OidcProvider(settings, this.parts.clock, this.parts.patienceMs);
    this.kept.delete(key);
    this.kept.set(key, provider);
    const oldest = this.kept.keys().next();
    if (this.kept.size > MOST_KEPT && !oldest.done) this.kept.delete(oldest.value);
    return { provider, issuer, clientId, name };
  }

  private sealing(): Sealing {
    if (this.parts.sealing) return this.parts.sealing;
    throw new AppError(
      'conflict',
      'no_sealing_key',
      'This installation keeps no secrets of others yet. Ask the operator to set CANDOR_SEALING_KEY.',
    );
  }
}

const owner = ({ organizationId }: { organizationId: string }): string => `sign-in provider of ${organizationId}`;

const shownOf = ({
  issuer,
  clientId,
  name,
  scopes,
  updatedAt,
}: Omit<ShownConnection, 'ofInstallation'>): ShownConnection => ({
  issuer,
  clientId,
  name,
  scopes,
  updatedAt,
  ofInstallation: false,
});

function checkedConnection(
  input: NewConnection,
): Omit<StoredConnection, 'organizationId' | 'sealedSecret' | 'updatedAt'> {
  const errors: FieldError[] = [];
  const wrong = (path: string, message: string): void => void errors.push({ path, message });
  const issuer = input.issuer.trim();
  if (!isIssuer(issuer)) {
    wrong('issuer', 'issuer must be an https address without ? and #, such as https://id.example.com/realms/acme.');
  }
  const clientId = input.clientId.trim();
  if (clientId === '' || clientId.length > MOST.clientId) {
    wrong('client_id', `client_id must have 1 to ${MOST.clientId} characters.`);
  }
  if (input.clientSecret.length > MOST.clientSecret) {
    wrong('client_secret', `client_secret has more than ${MOST.clientSecret} characters.`);
  }
  const name = cleanName(input.name);
  if (lengthOf(name) > MOST.name) wrong('name', `name has more than ${MOST.name} characters.`);
  const scopes = [...new Set(input.scopes.length > 0 ? ['openid', ...input.scopes] : DEFAULT_SCOPES)];
  if (scopes.length > MOST.scopes || !scopes.every((scope) => scope.length <= MOST.scope && SCOPE.test(scope))) {
    wrong('scopes', `scopes must be at most ${MOST.scopes} words without blanks, such as openid and email.`);
  }
  if (errors.length > 0) throw invalid(errors);
  return { issuer, clientId, name: name || new URL(issuer).hostname, scopes };
}

/** https, or http to this very machine, which the guard lets nobody reach unless the operator allows it. */
export function isIssuer(text: string): boolean {
  if (text.length > MOST.issuer || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const local = protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname);
  return (protocol === 'https:' || local) && username + password === '' && !/[?#\s]/.test(text);
}

const secretLost = (): AppError =>
  new AppError(
    'conflict',
    'client_secret_lost',
    'The stored client secret can no longer be opened: the sealing key changed. An administrator has to enter it again.',
  );
