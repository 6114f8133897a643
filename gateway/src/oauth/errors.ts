import { AppError, type Logger } from '@candor/runtime';
import type { ErrorRequestHandler } from 'express';
import { contextOf } from '../http/context.js';

/** Codes of the protocol (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2). */
const OWN = new Set([
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type', 'invalid_target'],
  ...['invalid_redirect_uri', 'invalid_client_metadata'],
]);

/** Something is wrong with what a program sent. */
export const oauthError = (code: string, message: string): AppError => new AppError('invalid', code, message);

/** Tells programs what went wrong in the words of OAuth, which are not those of the API. */
export function oauthErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    const { abandonment, requestId, route } = contextOf(response);
    if (response.headersSent || abandonment.signal.aborted) {
      next(error);
      return;
    }
    const known = error instanceof AppError && error.kind !== 'internal' ? error : undefined;
    if (!known) logger.error({ err: error, route, request_id: requestId }, 'request failed');
    const [status, code] = known ? told(known) : ([500, 'server_error'] as const);
    if (known?.data?.['retry_after'] !== undefined)
      response.setHeader('Retry-After', String(known.data['retry_after']));
    response.setHeader('Cache-Control', 'no-store');
    response.status(status).json({
      error: code,
      error_description: known?.message ?? 'Something went wrong on our side. Try again later.',
      request_id: requestId,
    });
  };
}

function told({ kind, code }: AppError): readonly [status: number, code: string] {
  if (OWN.has(code)) return [code === 'invalid_client' ? 401 : 400, code];
  switch (kind) {
    case 'rate_limited':
      return [429, 'temporarily_unavailable'];
    case 'unavailable':
      return [503, 'temporarily_unavailable'];
    case 'too_large':
      return [413, 'invalid_request'];
    default:
      return [400, 'invalid_request'];
  }
}
