import { networkOf, type Logger } from '@candor/runtime';
import express, { type IRoute, type Request, type RequestHandler, type Response, type Router } from 'express';
import { recordAudit } from '../audit/recorder.js';
import type { Clients } from '../clients/clients.js';
import { callFor, contextOf, type KeyIdentity, type RequestContext } from '../http/context.js';
import { refuseForeign } from '../http/own-site.js';
import { isDownload, sendDownload } from '../http/download.js';
import { fieldsRefuser, jsonReader } from '../http/json-body.js';
import { SCIM_JSON, sendJson } from '../http/send-json.js';
import { givenParameters } from '../http/query.js';
import { validate } from '../http/validate.js';
import { always, checkedKey, onceFor, type Once } from '../idempotency/once.js';
import { access } from '../middleware/access.js';
import { keyOf } from '../middleware/api-key.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import type { Capacity } from '../middleware/capacity.js';
import type { RateBudget } from '../rate/budget.js';
import { newCall } from './new-call.js';
import { hasWellFormedIds, identifiers } from './path-ids.js';
import { readAhead } from './read-ahead.js';
import { paramNames, type Call, type Route } from './route.js';

const REPLAYED = 'Idempotency-Replayed';

export interface MountOptions {
  clients: Clients;
  maxUploadBytes: number;
  /** How long the calls for a request may take, from when its input is read; milliseconds. */
  deadlineMs: number;
  capacities: { calls: Capacity; uploads: Capacity };
  logger: Logger;
  /** Where people reach the server; undefined: by the address that they used. */
  publicUrl: string | undefined;
  /** Whether it is known already that the key's next call of the budget is refused. */
  isSpent(identity: KeyIdentity, budget: RateBudget): boolean;
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
    const mounted = router.route(path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1'));
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
  const begin: RequestHandler = (request, response, next) => {
    const context = contextOf(response);
    context.route = one.path;
    context.family = one.family;
    context.budget = one.budget ?? 'general';
    options.capacities.calls.enter(response, { network: networkOf(request.ip ?? '') });
    if (one.ownSiteOnly) refuseForeign(request, options.publicUrl);
    if (one.readsAhead) readAhead(one, request, context, options);
    next();
  };
  // Who calls is known by then.
  const share: RequestHandler = (request, response, next) => {
    const { identity, organizationId } = contextOf(response);
    if (!identity) throw new Error('who calls has not been established');
    const holder = { key: identity.keyId, organization: organizationId ?? identity.organizationId };
    options.capacities.calls.share(response, holder);
    if (one.body?.kind === 'multipart')
      options.capacities.uploads.enter(response, { ...holder, network: networkOf(request.ip ?? '') });
    next();
  };
  const gates = one.access === 'public' ? [] : [...options.beforeAccess, access(one.access, one.leadsOut), share];
  mounted[one.method](begin, ...gates, identifiers, answer(one, options));
}

function answer(one: Route, options: MountOptions): RequestHandler {
  const { query, body } = one;
  const readBody = body?.kind === 'json' ? jsonReader(body.maxBytes, body.tooLarge) : undefined;
  const refuseFields = one.method === 'post' && !body && !one.ignoresBody ? fieldsRefuser() : undefined;
  const input = async (request: Request, response: Response): Promise<{ query: object; body: unknown }> => {
    await refuseFields?.(request, response);
    return {
      query: query ? validate(query, givenParameters(request.query)) : {},
      body: readBody && body ? validate(body.schema, await readBody(request, response)) : undefined,
    };
  };
  return async (request, response) => {
    const context = contextOf(response);
    const call = newCall(request, context, callFor(context), options);
    try {
      call.once = onceOf(one, call, response, options);
      Object.assign(call, await input(request, response));
    } catch (error) {
      await one.exists?.(call);
      throw error;
    }
    // A client may take longer than that to send its body; a file arrives only while the route works.
    if (body?.kind === 'multipart') delete call.from.deadlineAt;
    else call.from.deadlineAt = performance.now() + options.deadlineMs;
    // What may be repeated runs to its end even when its client goes away: the repeat gets what came of it.
    if (call.once !== always) delete call.from.abandonment;
    const { ahead, organizationId } = context;
    context.ahead = undefined;
    const handle = (): Promise<unknown> =>
      ahead && ahead.organizationId === organizationId
        ? ahead.reply
        : one.handle(call as Parameters<typeof one.handle>[0]);
    const reply = body?.kind === 'multipart' ? await handle() : await call.once([call.query, call.body], handle);
    // A repeat did nothing.
    if (!response.hasHeader(REPLAYED)) {
      await recordAudit(options.clients.auditLog, one, { ...call, reply }, options.logger);
    }
    for (const [name, value] of Object.entries(one.headersOf?.(reply) ?? {})) response.setHeader(name, value);
    if (isDownload(reply)) await sendDownload(request, response, reply);
    else {
      const status = one.otherwise?.when(reply) ? one.otherwise.status : (one.succeeds ?? 200);
      await sendJson(request, response, { status, reply, ...(one.family === 'scim' ? { type: SCIM_JSON } : {}) });
    }
  };
}

/** How the call is done once, when its client sent an Idempotency-Key with a POST. */
function onceOf(
  one: Route,
  { request, from }: Call<unknown, unknown, unknown>,
  response: Response,
  { clients, logger, deadlineMs }: MountOptions,
): Once {
  const sent = request.get('idempotency-key');
  // Nobody's call is nobody's to repeat.
  if (one.method !== 'post' || one.access === 'public' || sent === undefined) return always;
  const { identity, signedIn, organizationId, requestId }: RequestContext = contextOf(response);
  if (!identity || organizationId === undefined) throw new Error('who calls has not been established');
  return onceFor({
    records: clients.tenant,
    call: {
      keyId: identity.keyId,
      organizationId: one.idempotencyScope === 'own' ? identity.organizationId : organizationId,
      method: 'POST',
      path: request.path.toLowerCase().replace(/(?<!\/)\/+$/, ''),
      idempotencyKey: checkedKey(sent),
    },
    from: { requestId, deadlineMs },
    sealedBy: one.showsSecret ? (keyOf(request) ?? signedIn?.token) : undefined,
    onRun: (creationId) => {
      from.creationId = creationId;
    },
    onReplay: () => response.setHeader(REPLAYED, 'true'),
    onLost: (error) => logger.warn({ err: error, request_id: requestId }, 'an idempotency record could not be written'),
  });
}
