import { networkOf, type Logger } from '@candor/runtime';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { z } from 'zod';
import type { AgentTokens } from '../clients/agents.js';
import { callFor, contextOf, ownCall } from '../http/context.js';
import { jsonReader } from '../http/json-body.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import type { Capacity } from '../middleware/capacity.js';
import type { Clients } from '../clients/clients.js';
import { oauthError, oauthErrors } from './errors.js';
import { Fields, formOf } from './fields.js';
import { REGISTER_PATH, REVOKE_PATH, TOKEN_PATH } from './metadata.js';
import { wordsOf } from './scopes.js';

const MOST_REGISTRATION_BYTES = 16 * 1024;

export interface OAuthOptions {
  clients: Pick<Clients, 'agents'>;
  capacity: Capacity;
  logger: Logger;
}

/** What a program says of itself. Everything else that it may say is passed over. */
const registration = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** What programs call to get and give back tokens for /mcp: registration, token, revocation. */
export function oauthEndpoints({ clients, capacity, logger }: OAuthOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const readJson = jsonReader(MOST_REGISTRATION_BYTES, () =>
    oauthError('invalid_client_metadata', 'The description of the client is longer than 16 KB.'),
  );
  const serve = (path: string, answer: RequestHandler): void => {
    const begin: RequestHandler = (request, response, next) => {
      contextOf(response).route = path;
      capacity.enter(response, { network: networkOf(request.ip ?? '') });
      response.setHeader('Cache-Control', 'no-store');
      next();
    };
    router
      .route(path)
      .post(begin, answer, oauthErrors(logger))
      .all(methodNotAllowed(['POST'], () => true));
  };

  serve(REGISTER_PATH, async (request, response) => {
    const parsed = registration.safeParse(await readJson(request, response));
    if (!parsed.success)
      throw oauthError('invalid_client_metadata', 'Send a JSON object with redirect_uris, a list of addresses.');
    const {
      client_name: name = '',
      redirect_uris: redirectUris,
      grant_types: grants,
      response_types: responses,
    } = parsed.data;
    if (grants?.includes('authorization_code') === false || responses?.includes('code') === false)
      throw oauthError('invalid_client_metadata', 'Only the grant authorization_code with the response code is given.');
    const input = { name, redirectUris, network: networkOf(request.ip ?? '') };
    const client = await clients.agents.register(fromOf(response), input);
    response.status(201).json({
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt / 1e6),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // Whatever it asked for: PKCE protects it, and a secret that every copy of a program knows is none.
      token_endpoint_auth_method: 'none',
    });
  });

  serve(TOKEN_PATH, async (request, response) => {
    const fields = Fields.of(await formOf(request));
    const from = fromOf(response);
    const clientId = fields.need('client_id');
    const resource = fields.get('resource');
    switch (fields.need('grant_type')) {
      case 'authorization_code': {
        const codeVerifier = fields.need('code_verifier');
        const code = { code: fields.need('code'), redirectUri: fields.get('redirect_uri') };
        sendTokens(response, await clients.agents.exchange(from, { clientId, ...code, codeVerifier, resource }));
        return;
      }
      case 'refresh_token': {
        const refreshToken = fields.need('refresh_token');
        sendTokens(response, await clients.agents.refresh(from, { clientId, refreshToken, resource }));
        return;
      }
      default:
        throw oauthError('unsupported_grant_type', 'Grants are authorization_code and refresh_token.');
    }
  });

  serve(REVOKE_PATH, async (request, response) => {
    const fields = Fields.of(await formOf(request));
    await clients.agents.giveBack(fromOf(response), {
      clientId: fields.need('client_id'),
      token: fields.need('token'),
    });
    response.status(200).end();
  });
  return router;
}

/** What may be repeated by nobody runs to its end even when its client goes away. */
const fromOf = (response: Response) => ownCall(callFor(contextOf(response)));

function sendTokens(response: Response, tokens: AgentTokens): void {
  response.setHeader('Pragma', 'no-cache');
  response.json({
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: tokens.expiresInSeconds,
    refresh_token: tokens.refreshToken,
    scope: wordsOf(tokens.scopes),
  });
}
