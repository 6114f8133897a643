import { AppError, type ErrorKind } from '@candor/runtime';

/** Why a sign-in by a provider failed: what is told, which holds nothing of the provider's own text. */
const SENTENCES = {
  oidc_not_configured: ['not_found', 'There is no sign-in provider here. Choose another way to sign in.'],
  oidc_attempt_ended: [
    'unauthenticated',
    'This sign-in is over: it was used already, took more than ten minutes, or began in another browser. Start it again.',
  ],
  oidc_unreachable: [
    'unavailable',
    'The sign-in provider does not answer. Try again shortly, or choose another way to sign in.',
  ],
  oidc_blocked: [
    'unavailable',
    'The sign-in provider is at an address that this server must not reach. Ask an administrator to check the issuer.',
  ],
  oidc_redirects: [
    'unavailable',
    'The sign-in provider redirects to another address, which is not followed. Ask an administrator to check the issuer.',
  ],
  oidc_misconfigured: [
    'unavailable',
    'The sign-in provider refuses this server. Ask an administrator to check issuer, client id and client secret.',
  ],
  oidc_refused: ['unauthenticated', 'The sign-in provider did not sign you in. Start again, or ask an administrator.'],
  oidc_code_ended: [
    'unauthenticated',
    'The sign-in provider says that this sign-in was used already or took too long. Start it again.',
  ],
  oidc_token_refused: [
    'unauthenticated',
    'What the sign-in provider sent is not meant for this server or for this sign-in. Start it again, or ask an administrator.',
  ],
  oidc_clock: [
    'unauthenticated',
    'The clocks of this server and of the sign-in provider differ by more than five minutes. Ask an administrator to set them.',
  ],
  oidc_email_unverified: [
    'forbidden',
    'The sign-in provider does not say that your email address is verified. Verify it there, then start again.',
  ],
  oidc_domain_not_allowed: [
    'forbidden',
    'Your email address is outside the domains of this organization. Sign in with another account.',
  ],
  oidc_no_account: ['forbidden', 'Nobody has invited this email address yet. Ask an administrator for an invitation.'],
  oidc_deactivated: ['forbidden', 'This account is deactivated. Ask an administrator to reactivate it.'],
} as const satisfies Record<string, readonly [ErrorKind, string]>;

export type OidcErrorCode = keyof typeof SENTENCES;

/** The error of a code; `cause` is for the log only. */
export function oidcError(code: OidcErrorCode, cause?: unknown): AppError {
  const [kind, message] = SENTENCES[code];
  return new AppError(kind, code, message, cause === undefined ? {} : { cause });
}
