import type { AppError, Clock } from '@candor/runtime';
import type { ClientAuth, Configuration, IDToken } from 'openid-client';
import type { AddressGuard } from '../webhooks/address-guard.js';
import { oidcError } from './errors.js';
import { providerFetch, ProviderUnreachable } from './provider-fetch.js';

/** Loaded with the first sign-in: no start should wait for it. */
const library = async () => await import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** How far the clocks of this server and of a provider may be apart, seconds. */
const TOLERANCE_S = 300;
/** How long the answer to a discovery is kept, milliseconds of the steady clock. */
const KEPT_MS = 10 * 60_000;

/** A sign-in provider with what it knows this installation by. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  /** Which addresses may be reached; undefined: all, as the operator chose the issuer. */
  guard: AddressGuard | undefined;
}

/** What a provider says of a person who signed in there. */
export interface ProvenPerson {
  issuer: string;
  subject: string;
  /** '' when the provider told none. */
  email: string;
  emailVerified: boolean;
  name: string;
}

/** What was sent with a person to the provider, and must come back. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** One sign-in provider: discovery, the address to send people to, and what comes back. */
export class OidcProvider {
  private discovered: { configuration: Promise<Configuration>; until: number; skew: number } | undefined;

  constructor(
    private readonly settings: ProviderSettings,
    private readonly clock: Clock,
    private readonly patienceMs?: number,
  ) {}

  /** Asks the provider who it is; throws what is told to people when it is not what it should be. */
  async check(): Promise<{ authorizationEndpoint: string }> {
    this.discovered = undefined;
    const metadata = (await this.configuration(await library())).serverMetadata();
    if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined)
      throw oidcError('oidc_misconfigured');
    return { authorizationEndpoint: metadata.authorization_endpoint };
  }

  /** Where a person signs in. */
  async address(redirectUri: string, { state, nonce, verifier }: Expected): Promise<string> {
    const oidc = await library();
    const configuration = await this.configuration(oidc);
    try {
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: this.settings.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    } catch (error) {
      throw oidcError('oidc_misconfigured', error);
    }
  }

  /** Exchanges what came back (the whole address) for the person; every claim is checked, and the signature. */
  async person(callback: URL, { state, nonce, verifier }: Expected): Promise<ProvenPerson> {
    const oidc = await library();
    const configuration = await this.configuration(oidc);
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw oidcError('oidc_token_refused');
      this.refuseOtherTimes(claims);
      const told: Record<string, unknown> = { ...claims };
      if (claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined)
        Object.assign(told, await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      return personOf(claims, told);
    } catch (error) {
      throw toldError(oidc, error);
    }
  }

  /** A code is exchanged at once, so the token was made just now: by this server's clock, five minutes at most away. */
  private refuseOtherTimes({ iat }: IDToken): void {
    if (Math.abs(this.clock.now() / 1000 - iat) > TOLERANCE_S) throw oidcError('oidc_clock');
  }

  private async configuration(oidc: Library): Promise<Configuration> {
    const now = performance.now();
    // The library reads the machine's clock; ours may be another.
    const skew = Math.round((this.clock.now() - Date.now()) / 1000);
    if (!this.discovered || this.discovered.until <= now || Math.abs(this.discovered.skew - skew) > 1) {
      const found = { configuration: this.discover(oidc, skew), until: now + KEPT_MS, skew };
      this.discovered = found;
      found.configuration.catch(() => {
        if (this.discovered === found) this.discovered = undefined;
      });
    }
    return this.discovered.configuration;
  }

  private async discover(oidc: Library, skew: number): Promise<Configuration> {
    const { issuer, clientId, clientSecret, guard } = this.settings;
    const insecure = new URL(issuer).protocol === 'http:';
    try {
      const configuration = await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: TOLERANCE_S, [oidc.clockSkew]: skew },
        authentication(oidc, clientSecret),
        {
          [oidc.customFetch]: providerFetch(guard, this.patienceMs),
          execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
        },
      );
      return configuration;
    } catch (error) {
      throw toldError(oidc, error, 'oidc_misconfigured');
    }
  }
}

/** In the body where the provider takes that, else in the header, which every provider must take. */
function authentication(oidc: Library, secret: string): ClientAuth {
  const post = oidc.ClientSecretPost(secret);
  const basic = oidc.ClientSecretBasic(secret);
  return (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inBody ? post : basic)(server, client, body, headers);
  };
}

/** Entra ID has no `email_verified`; its claim `xms_edov` says the same. */
const VERIFIED: readonly unknown[] = [true, 'true', 1, '1'];

function personOf({ iss, sub }: IDToken, told: Record<string, unknown>): ProvenPerson {
  const textOf = (name: string): string => (typeof told[name] === 'string' ? told[name] : '');
  const names = [textOf('given_name'), textOf('family_name')].filter(Boolean).join(' ');
  return {
    issuer: iss,
    subject: sub,
    email: textOf('email'),
    emailVerified: [told['email_verified'], told['xms_edov']].some((value) => VERIFIED.includes(value)),
    name: textOf('name') || names || textOf('preferred_username'),
  };
}

const UNREACHABLE = {
  blocked: 'oidc_blocked',
  redirects: 'oidc_redirects',
  silent: 'oidc_unreachable',
  too_long: 'oidc_unreachable',
} as const;

/** What is told of a failure: `otherwise` where it says nothing better. */
function toldError(
  oidc: Library,
  error: unknown,
  otherwise: 'oidc_misconfigured' | 'oidc_token_refused' = 'oidc_token_refused',
) {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const told = toldOf(oidc, cause);
    if (told) return told;
  }
  return oidcError(otherwise, error);
}

function toldOf(oidc: Library, error: Error): AppError | undefined {
  if ('kind' in error && 'code' in error) return error as AppError;
  if (error instanceof ProviderUnreachable) return oidcError(UNREACHABLE[error.reason], error);
  if (error instanceof oidc.AuthorizationResponseError) return oidcError('oidc_refused', error);
  if (error instanceof oidc.ResponseBodyError)
    return oidcError(error.error === 'invalid_grant' ? 'oidc_code_ended' : 'oidc_misconfigured', error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return oidcError('oidc_misconfigured', error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return oidcError('oidc_clock', error);
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return oidcError('oidc_unreachable', error);
  return undefined;
}
