import { AppError, networkOf } from '@candor/runtime';
import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { contextOf } from '../http/context.js';
import { jsonReader } from '../http/json-body.js';
import { originOf } from '../http/origin.js';
import { access, type Access } from '../middleware/access.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import { challengeOf, MCP_PATH as PATH } from '../oauth/metadata.js';
import type { MountOptions } from '../routes/mount.js';
import { JSON_LIMIT_BYTES } from '../routes/route.js';

export type McpOptions = Pick<
  MountOptions,
  'clients' | 'deadlineMs' | 'capacities' | 'logger' | 'beforeAccess' | 'publicUrl'
>;

/** Every key may open the connection; what it may do there is asked tool by tool. */
const ANYBODY: Access = { role: 'VIEWER', scope: undefined };

/**
 * The MCP server at /mcp: streamable HTTP, stateless, so that every replica answers. A call passes the gates of any other
 * keyed call, and each tool asks for the role and scope of the operation that it stands for.
 */
export function mcp(options: McpOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const tooLarge = (): AppError => new AppError('too_large', 'body_too_large', 'The message is larger than 2 MB.');
  const read = jsonReader(JSON_LIMIT_BYTES, tooLarge);
  const begin: RequestHandler = (request, response, next) => {
    const context = contextOf(response);
    Object.assign(context, { route: PATH, family: 'general', budget: 'general' });
    options.capacities.calls.enter(response, { network: networkOf(request.ip ?? '') });
    next();
  };
  const share: RequestHandler = (_request, response, next) => {
    const { identity, organizationId } = contextOf(response);
    if (!identity || organizationId === undefined) throw new Error('who calls has not been established');
    options.capacities.calls.share(response, { key: identity.keyId, organization: organizationId });
    next();
  };
  const answer: RequestHandler = async (request, response) => {
    const message = await read(request, response);
    // A batch would count as one call, however long it is; the protocol has none since 2025-06-18.
    if (Array.isArray(message))
      throw new AppError('invalid', 'batch_refused', 'Send one message a call; this server takes no batches.');
    // Loaded when the first agent comes: most installations never see one.
    const { serve } = await import('./server.js');
    await serve(request, response, message, options);
  };
  router
    .route(PATH)
    .post(begin, ...options.beforeAccess, access(ANYBODY), share, answer)
    .all(methodNotAllowed(['POST'], () => true));
  router.use(PATH, challenge(options.publicUrl));
  return router;
}

/** Who is refused learns where an agent gets a token. */
const challenge =
  (publicUrl: string | undefined): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (error instanceof AppError && error.kind === 'unauthenticated') {
      const broughtToken = request.get('authorization') !== undefined;
      response.setHeader('WWW-Authenticate', challengeOf(originOf(request, publicUrl), broughtToken));
    }
    next(error);
  };
