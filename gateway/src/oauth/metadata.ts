import { BRAND } from '@candor/runtime';
import express, { type RequestHandler, type Router } from 'express';
import { contextOf } from '../http/context.js';
import { originOf } from '../http/origin.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import { SCOPE_WORDS } from './scopes.js';

export const MCP_PATH = '/mcp';
export const AUTHORIZE_PATH = '/oauth/authorize';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';
export const REVOKE_PATH = '/oauth/revoke';
const OF_RESOURCE = '/.well-known/oauth-protected-resource';

/** What a refused call to /mcp is told: where to find out how one gets a token (RFC 9728, 5.1). */
export function challengeOf(origin: string, broughtToken: boolean): string {
  const error = broughtToken ? ', error="invalid_token"' : '';
  const metadata = `${origin}${OF_RESOURCE}${MCP_PATH}`.replace(/["\\]/g, '');
  return `Bearer realm="candor"${error}, resource_metadata="${metadata}", scope="${SCOPE_WORDS.join(' ')}"`;
}

/** Tells programs what the MCP endpoint is and who gives tokens for it (RFC 9728, RFC 8414). */
export function oauthMetadata(publicUrl: string | undefined): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const serve = (path: string, document: (origin: string) => object): void => {
    const answer: RequestHandler = (request, response) => {
      contextOf(response).route = path;
      // Named by the caller's own header it is for this caller alone.
      response.setHeader('Cache-Control', publicUrl === undefined ? 'no-store' : 'public, max-age=300');
      response.json(document(originOf(request, publicUrl)));
    };
    router
      .route(path)
      .get(answer)
      .all(methodNotAllowed(['GET'], () => true));
  };
  for (const path of [OF_RESOURCE, OF_RESOURCE + MCP_PATH]) serve(path, resourceDocument);
  serve('/.well-known/oauth-authorization-server', serverDocument);
  return router;
}

const resourceDocument = (origin: string): object => ({
  resource: origin + MCP_PATH,
  authorization_servers: [origin],
  scopes_supported: SCOPE_WORDS,
  bearer_methods_supported: ['header'],
  resource_name: BRAND.name,
});

const serverDocument = (origin: string): object => ({
  issuer: origin,
  authorization_endpoint: origin + AUTHORIZE_PATH,
  token_endpoint: origin + TOKEN_PATH,
  registration_endpoint: origin + REGISTER_PATH,
  revocation_endpoint: origin + REVOKE_PATH,
  scopes_supported: SCOPE_WORDS,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
