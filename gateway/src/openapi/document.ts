import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { invalidStatus, problem } from '../http/problem.js';
import { paramNames, type Route } from '../routes/route.js';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

const MEANING: Record<number, string> = {
  400: 'The input is wrong or cannot be read, or the file type is unsupported',
  401: 'The API key is missing, unknown, revoked or expired',
  403: 'The role or the scopes of the key do not suffice',
  404: 'There is no such thing in this organization',
  409: 'The current state does not allow this',
  412: 'It has changed since it was read',
  413: 'The body or the file is too large',
  422: 'The input is wrong',
  429: 'The key has used its calls of this minute; retry after the time in Retry-After',
  500: 'An error on our side; retry with exponential backoff',
  503: 'A service is out of reach; retry after the time in Retry-After',
};

/** The OpenAPI 3.1 document of the routes, made from the schemas that check their input. */
export function openApiDocument(routes: readonly Route[], publicUrl: string | undefined): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiKey', { type: 'apiKey', in: 'header', name: 'X-API-Key' });
  registry.registerComponent('securitySchemes', 'Bearer', { type: 'http', scheme: 'bearer' });
  for (const one of routes) registry.registerPath(pathOf(one));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: '1',
      description:
        'Answers security questionnaires from evidence, and says so when it does not know. Every error is problem+json (RFC 9457) with a stable `code` and a `request_id`.',
    },
    servers: [{ url: publicUrl?.replace(/\/+$/, '') ?? '/' }],
  });
}

function pathOf(one: Route): RouteConfig {
  const { method, path, operationId, summary, description, tag, access, query } = one;
  return {
    method,
    path,
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: access === 'public' ? [] : [{ ApiKey: [] }, { Bearer: [] }],
    ...(access === 'public' ? {} : { 'x-required-role': access.role }),
    ...(access === 'public' || access.scope === undefined ? {} : { 'x-required-scope': access.scope }),
    request: {
      ...(paramNames(path).length > 0 ? { params: paramsOf(path) } : {}),
      ...(query ? { query } : {}),
      ...(access === 'public' ? {} : { headers: method === 'post' ? postHeaders : callHeaders }),
      ...bodyOf(one),
    },
    responses: {
      200: { description: 'Success', headers: replyHeaders(one), content: contentOf(one) },
      ...(method === 'get' && access !== 'public'
        ? { 304: { description: 'It is what If-None-Match says that the client has' } }
        : {}),
      ...Object.fromEntries(failuresOf(one).map((status) => [status, failureOf(one, status)])),
    },
  };
}

/** A file is described as what it is; JSON in a file has no schema of its own here. */
const contentOf = ({ reply, produces }: Route): Record<string, { schema: z.ZodType }> =>
  produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: type === 'application/json' ? z.unknown() : reply }]))
    : { 'application/json': { schema: reply } };

const paramsOf = (path: string): z.ZodObject =>
  z.object(Object.fromEntries(paramNames(path).map((name) => [name, z.uuid()])));

const callHeaders = z.object({
  'X-Organization-Id': z.string().optional().meta({ description: 'Organization of this call alone' }),
  'X-Session-Id': z.string().optional().meta({ description: 'A session of its own for a client that shares its key' }),
  'X-Request-Id': z.string().optional().meta({ description: 'Id of the request; made when absent' }),
});

const postHeaders = callHeaders.extend({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'Any text of yours: within 24 h, a repeat with the same one gets the first answer again' }),
});

const replyHeaders = ({ access }: Route): z.ZodObject =>
  z.object({
    'X-Request-Id': z.string().meta({ description: 'Id of the request' }),
    ...(access === 'public'
      ? {}
      : {
          'X-Organization-Id': z.string().meta({ description: 'Organization that the call worked in' }),
          'RateLimit-Limit': z.int().meta({ description: 'Calls that the key has in a minute, the burst included' }),
          'RateLimit-Remaining': z.int().meta({ description: 'Calls that are left' }),
          'RateLimit-Reset': z.int().meta({ description: 'Seconds until the minute ends' }),
        }),
  });

function bodyOf({ body }: Route): Pick<NonNullable<RouteConfig['request']>, 'body'> {
  if (!body) return {};
  const type = body.kind === 'json' ? 'application/json' : 'multipart/form-data';
  return { body: { required: true, content: { [type]: { schema: body.schema } } } };
}

/** What can go wrong follows from what a route takes; only conflicts are declared. */
function failuresOf({ method, access, family, body, failures = [] }: Route): number[] {
  if (access === 'public') return [500, ...failures];
  const unreadable = body && (body.kind === 'multipart' || family === 'general') ? [400] : [];
  const tooLarge = body ? [413] : [];
  const repeated = method === 'post' ? [409] : [];
  const all = [
    401,
    403,
    404,
    429,
    invalidStatus(family),
    ...repeated,
    ...unreadable,
    ...tooLarge,
    ...failures,
    500,
    503,
  ];
  return [...new Set(all)].sort((a, b) => a - b);
}

function failureOf({ path, reply }: Route, status: number): RouteConfig['responses'][number] {
  if (path === '/readyz' && status === 503) {
    return { description: 'A service is out of reach', content: { 'application/json': { schema: reply } } };
  }
  return {
    description: MEANING[status] ?? 'An error',
    content: { 'application/problem+json': { schema: problem } },
  };
}
