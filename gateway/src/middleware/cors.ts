import type { RequestHandler } from 'express';

/** '*', or origins as browsers send them ("https://app.example.com"). Empty: no page elsewhere may read the answers. */
export type AllowedOrigins = '*' | readonly string[];

const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Mcp-Protocol-Version',
  'X-API-Key',
  'X-Organization-Id',
  'X-Request-Id',
  'X-Session-Id',
].join(', ');
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Organization-Id',
  'X-Request-Id',
].join(', ');
const MAX_AGE_S = 600;

/** Lets pages of other origins call the API with a key. Never with cookies: there are none. */
export function cors(origins: AllowedOrigins): RequestHandler {
  return (request, response, next) => {
    if (origins.length === 0) {
      next();
      return;
    }
    const origin = request.get('origin');
    if (origins !== '*') response.vary('Origin');
    if (origin === undefined || (origins !== '*' && !origins.includes(origin))) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origins === '*' ? '*' : origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined) {
      response.setHeader('Access-Control-Allow-Methods', ALLOWED_METHODS);
      response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      response.setHeader('Access-Control-Max-Age', MAX_AGE_S);
      response.status(204).end();
      return;
    }
    next();
  };
}
