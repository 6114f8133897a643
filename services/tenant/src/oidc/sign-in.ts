import { createHash, randomBytes } from 'node:crypto';
import { micros, type Clock } from '@candor/runtime';
import type { StartedSignIn, SignIns } from '../sign-in/sign-ins.js';
import type { OidcAttempt, OidcAttemptStore } from '../store/oidc-attempts.js';
import type { Organization, OrganizationStore } from '../store/organizations.js';
import type { Accounts } from './accounts.js';
import type { OidcConnections, UsableConnection } from './connections.js';
import { oidcError } from './errors.js';
import type { ProvenPerson } from './provider.js';

/** How long a person may take at the provider, microseconds. */
export const ATTEMPT_LIVES = 10 * 60e6;

export interface StartInput {
  /** A tenant name; '': wherever the person belongs. */
  organization: string;
  /** A checked path of this server; '': nowhere in particular. */
  returnTo: string;
  /** Where the provider sends the person back to. */
  redirectUri: string;
}

export interface StartedAttempt {
  /** Where the person signs in. */
  url: string;
  /** For the browser's cookie: nobody else finishes the attempt. */
  browser: string;
}

export interface FinishInput {
  /** What the provider's redirect brought, as it stands after "?". */
  query: string;
  /** From the browser's cookie. */
  browser: string;
  userAgent: string;
  /** The cookie of a sign-in that the browser brought along, which ends; '': none. */
  broughtToken: string;
  requestId: string;
}

interface Parts {
  attempts: OidcAttemptStore;
  connections: OidcConnections;
  organizations: OrganizationStore;
  accounts: Accounts;
  /** Where a person belongs who named no organization. */
  homeOf(person: ProvenPerson): Promise<string | undefined>;
  signedIn: SignIns;
  clock: Clock;
}

/** Signing in by a provider: sends people there, and takes them back once, in the browser that they began in. */
export class OidcSignIn {
  constructor(private readonly parts: Parts) {}

  async start({ organization: name, returnTo, redirectUri }: StartInput): Promise<StartedAttempt> {
    const { organizations, attempts, clock } = this.parts;
    const organization = name === '' ? undefined : await organizations.findByTenantName(name);
    if (name !== '' && !organization) throw oidcError('oidc_not_configured');
    const organizationId = organization?.id ?? '';
    const { provider, issuer, clientId } = await this.connection(organizationId);
    const expected = { state: secret(), nonce: secret(), verifier: secret() };
    const browser = secret();
    const url = await provider.address(redirectUri, expected);
    await attempts.add(hashOf(expected.state), {
      organizationId,
      issuer,
      clientId,
      redirectUri,
      returnTo,
      nonce: expected.nonce,
      verifier: expected.verifier,
      browserHash: hashOf(browser),
      expiresAt: micros(clock) + ATTEMPT_LIVES,
    });
    return { url, browser };
  }

  /** The person's new sign-in, and where they were going. Each attempt is finished once, whatever comes of it. */
  async finish({
    query,
    browser,
    userAgent,
    broughtToken,
    requestId,
  }: FinishInput): Promise<StartedSignIn & { returnTo: string }> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const attempt = await this.parts.attempts.takeByHash(
      { stateHash: hashOf(state), browserHash: hashOf(browser) },
      micros(this.parts.clock),
      ATTEMPT_LIVES,
    );
    if (!attempt) throw oidcError('oidc_attempt_ended');
    const person = await this.personOf(attempt, state, query);
    const organization = await this.organizationOf(attempt, person);
    const user = await this.parts.accounts.userFor(organization, person, requestId);
    const started = await this.parts.signedIn.start({
      organizationId: organization.id,
      userId: user.id,
      method: 'oidc',
      userAgent,
      requestId,
    });
    await this.parts.signedIn.replace(broughtToken, started, requestId);
    return { ...started, returnTo: attempt.returnTo };
  }

  /** What the button of an organization's sign-in page says; '': there is none. `name`: a tenant name, '' for none. */
  async nameOf(name: string): Promise<string> {
    const { organizations, connections } = this.parts;
    const organization = name === '' ? undefined : await organizations.findByTenantName(name);
    return (await connections.nameFor(organization?.id)) ?? '';
  }

  private async personOf(attempt: OidcAttempt, state: string, query: string): Promise<ProvenPerson> {
    const { provider, issuer, clientId } = await this.connection(attempt.organizationId);
    // The provider was changed while the person was at the one before.
    if (issuer !== attempt.issuer || clientId !== attempt.clientId) throw oidcError('oidc_attempt_ended');
    const { nonce, verifier, redirectUri } = attempt;
    return provider.person(new URL(`${redirectUri}?${query}`), { state, nonce, verifier });
  }

  private async organizationOf({ organizationId }: OidcAttempt, person: ProvenPerson): Promise<Organization> {
    const id = organizationId === '' ? await this.parts.homeOf(person) : organizationId;
    const organization = id === undefined ? undefined : await this.parts.organizations.find(id);
    if (!organization) throw oidcError('oidc_no_account');
    return organization;
  }

  private async connection(organizationId: string): Promise<UsableConnection> {
    const usable = await this.parts.connections.usable(organizationId);
    if (!usable) throw oidcError('oidc_not_configured');
    return usable;
  }
}

const secret = (): string => randomBytes(32).toString('base64url');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
