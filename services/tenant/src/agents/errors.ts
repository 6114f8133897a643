import { AppError } from '@candor/runtime';

/** Errors of OAuth (RFC 6749, 5.2): their codes are the protocol's, their texts say what to do. */
export const invalidClient = (): AppError =>
  new AppError('unauthenticated', 'invalid_client', 'This client is not known here. Register it, then connect anew.');

/** One refusal for codes and tokens that are unknown, used, ended, or somebody else's. */
export const invalidGrant = (): AppError =>
  new AppError('invalid', 'invalid_grant', 'This code or token is not good any more. Ask the person to connect anew.');

export const invalidTarget = (): AppError =>
  new AppError('invalid', 'invalid_target', 'The resource is not this server’s MCP address.');

export const invalidRequest = (message: string): AppError => new AppError('invalid', 'invalid_request', message);

export const invalidRedirectUri = (message: string): AppError =>
  new AppError('invalid', 'invalid_redirect_uri', message);

export const invalidToken = (): AppError =>
  new AppError(
    'unauthenticated',
    'invalid_token',
    'The access token is unknown or over, or its person may not connect agents any more. Refresh it, or connect anew.',
  );

/** For the person who is asked to consent. */
export const agentsOff = (): AppError =>
  new AppError(
    'forbidden',
    'agents_off',
    'An administrator of your organization has switched connecting agents off. Ask them to switch it on.',
  );

/** Whoever is misled by a program hands out reading at most. */
export const administratorNeeded = (): AppError =>
  new AppError(
    'forbidden',
    'administrator_needed',
    'Only administrators connect an agent that may write. Untick writing, or ask an administrator to connect it.',
  );

export const tooManyClients = (): AppError =>
  new AppError(
    'unavailable',
    'too_many_clients',
    'More programs have registered than this server keeps. Try again in ten minutes.',
    { data: { retry_after: 600 } },
  );

export const tooManyRefreshes = (): AppError =>
  new AppError(
    'rate_limited',
    'too_many_refreshes',
    'This agent refreshes its tokens too often at once. Use the ones that it got, or try again in a minute.',
    { data: { retry_after: 60 } },
  );
