import { isUuid, notFound } from '@candor/runtime';
import express, { type IRoute, type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Clients } from '../clients/clients.js';
import { callFor, contextOf } from '../http/context.js';
import { jsonReader } from '../http/json-body.js';
import { validate } from '../http/validate.js';
import { access } from '../middleware/access.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import { paramNames, type Call, type Route } from './route.js';

export interface MountOptions {
  clients: Clients;
  maxUploadBytes: number;
  /** Run for keyed routes before the access check: who calls, in which organization, how often. */
  beforeAccess: RequestHandler[];
}

/**
 * A router of all routes. A keyed call passes, in this order, `beforeAccess` (401, 429), the access check (403), then the
 * route's own: identifiers (404), input (422 or 400), handler (409, 412).
 */
export function mount(routes: readonly Route[], options: MountOptions): Router {
  const router = express.Router({ caseSensitive: true });
  for (const [path, own] of byPath(routes)) {
    const mounted = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const one of own) add(mounted, one, options);
    mounted.all(
      methodNotAllowed(
        own.map(({ method }) => method.toUpperCase()),
        hasWellFormedIds,
      ),
    );
  }
  return router;
}

/** Paths without parameters first, so that "/list" is not taken for an identifier. */
function byPath(routes: readonly Route[]): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const one of routes) paths.set(one.path, [...(paths.get(one.path) ?? []), one]);
  return [...paths].sort(([a], [b]) => paramNames(a).length - paramNames(b).length);
}

function add(mounted: IRoute, one: Route, options: MountOptions): void {
  const begin: RequestHandler = (_request, response, next) => {
    const context = contextOf(response);
    context.route = one.path;
    context.family = one.family;
    next();
  };
  const gates = one.access === 'public' ? [] : [...options.beforeAccess, access(one.access)];
  mounted[one.method](begin, ...gates, identifiers, answer(one, options));
}

/** An identifier that cannot be one answers like one that does not exist. */
const identifiers: RequestHandler = (request, _response, next) => {
  const malformed = malformedId(request);
  if (malformed !== undefined) throw notFound(malformed.replace(/_id$/, ''));
  next();
};

const malformedId = ({ params }: Request): string | undefined =>
  Object.entries(params).find(([, value]) => typeof value !== 'string' || !isUuid(value))?.[0];

const hasWellFormedIds = (request: Request): boolean => malformedId(request) === undefined;

function answer(one: Route, { clients, maxUploadBytes }: MountOptions): RequestHandler {
  const { query, body } = one;
  const readBody = body?.kind === 'json' ? jsonReader(body.maxBytes, body.tooLarge) : undefined;
  const input = async (request: Request, response: Response): Promise<{ query: object; body: unknown }> => ({
    query: query ? validate(query, request.query) : {},
    body: readBody && body ? validate(body.schema, await readBody(request, response)) : undefined,
  });
  return async (request, response) => {
    const context = contextOf(response);
    const call: Call<unknown, unknown, unknown> = {
      params: lowerCased(request.params),
      query: {},
      body: undefined,
      clients,
      from: callFor(context),
      context,
      request,
      maxUploadBytes,
    };
    try {
      Object.assign(call, await input(request, response));
    } catch (error) {
      await one.exists?.(call);
      throw error;
    }
    const reply = await one.handle(call as Parameters<typeof one.handle>[0]);
    for (const [name, value] of Object.entries(one.headersOf?.(reply) ?? {})) response.setHeader(name, value);
    response.status(one.statusOf?.(reply) ?? 200).json(reply);
  };
}

const lowerCased = (params: Request['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value).toLowerCase()]));
