import type { CallFor } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { callFor, contextOf, ownCall, type KeyIdentity } from '../http/context.js';
import { originOf } from '../http/origin.js';
import { MCP_PATH } from './metadata.js';

const TOKEN = /^bearer +(cat_[\w-]{43}) *$/i;

export interface AgentOrKeyOptions {
  /** Whose an access token is, at the address that was called. */
  verify(token: string, resource: string, from: CallFor): Promise<KeyIdentity>;
  /** Establishes who calls when there is no access token. */
  byKey: RequestHandler;
  publicUrl: string | undefined;
}

/** Who calls /mcp: an agent with an access token, else a key. Nothing of a token is kept here: what ended is out at once. */
export function agentOrKey({ verify, byKey, publicUrl }: AgentOrKeyOptions): RequestHandler {
  return async (request, response, next) => {
    const token = tokenOf(request);
    if (token === undefined) {
      await byKey(request, response, next);
      return;
    }
    const context = contextOf(response);
    context.identity = await verify(token, originOf(request, publicUrl) + MCP_PATH, ownCall(callFor(context)));
    next();
  };
}

/** A key in its own header wins. */
const tokenOf = (request: Request): string | undefined =>
  request.get('x-api-key') === undefined ? TOKEN.exec(request.get('authorization') ?? '')?.[1] : undefined;
