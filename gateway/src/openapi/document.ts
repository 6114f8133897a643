import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { ErrorFamily } from '../http/problem.js';
import { HIGHEST_NUMBER, isNumber } from '../routes/path-ids.js';
import { paramNames, type Route } from '../routes/route.js';
import { registerEvents } from './event-messages.js';
import { BODY_EXAMPLES, exampleOf } from './examples.js';
import { failureOf, failuresOf } from './failures.js';
import { TAGS } from './tags.js';
import { operationsOf, putWords } from './words.js';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

const ABOUT =
  'Answers security questionnaires from evidence, and says so when it does not know. Every call but those of operations and of signing in carries an API key, or the cookie of a signed-in person. Every error is problem+json (RFC 9457) with a stable `code` and a `request_id`.';

/** The OpenAPI 3.1 document of the routes, made from the schemas that check their input; its words also from the glossary. */
export function openApiDocument(
  routes: readonly Route[],
  publicUrl: string | undefined,
  words: 'with words' | 'without words' = 'with words',
): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'An API key of the organization',
  });
  registry.registerComponent('securitySchemes', 'Bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key as a bearer token',
  });
  registry.registerComponent('securitySchemes', 'Cookie', {
    type: 'apiKey',
    in: 'cookie',
    name: 'candor_session',
    description:
      'Of a signed-in person; behind TLS its name is `__Host-candor_session`. Calls that change something also need the header `X-CSRF-Token`, which `GET /v1/session` tells, and a page of this server',
  });
  for (const one of routes) registry.registerPath(pathOf(one));
  registerEvents(registry);
  const used = new Set(routes.map(({ tag }) => tag));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Candor',
      version: '1',
      description: ABOUT,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl?.replace(/(?<!\/)\/+$/, '') ?? '/', description: 'This installation' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
  });
  if (words === 'with words') {
    putWords(document);
    putExamples(document);
  }
  return document;
}

/** Whole examples of bodies and replies, made from those of their fields. */
function putExamples(document: OpenApiDocument): void {
  for (const { operationId, requestBody, responses } of operationsOf(document)) {
    const json = jsonIn(requestBody?.content);
    if (json) json.example = BODY_EXAMPLES[operationId] ?? exampleOf(json.schema, document);
    const reply = jsonIn((responses['200'] ?? responses['201'] ?? responses['303'])?.content);
    if (reply?.schema) reply.example = exampleOf(reply.schema, document);
  }
}

const jsonIn = <Content>(content: Record<string, Content> | undefined): Content | undefined =>
  content?.['application/json'] ?? content?.[SCIM_TYPE];

function pathOf(one: Route): RouteConfig {
  const { method, path, operationId, summary, description, tag, access, query } = one;
  return {
    method,
    path,
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: access === 'public' ? [] : [{ ApiKey: [] }, { Bearer: [] }, { Cookie: [] }],
    ...(access === 'public' ? {} : { 'x-required-role': access.role }),
    ...(access === 'public' || access.scope === undefined ? {} : { 'x-required-scope': access.scope }),
    request: {
      ...(paramNames(path).length > 0 ? { params: paramsOf(path) } : {}),
      ...(query ? { query } : {}),
      ...(access === 'public' ? {} : { headers: requestHeaders(one) }),
      ...bodyOf(one),
    },
    responses: {
      [one.succeeds ?? 200]: {
        description: 'Success',
        headers: replyHeaders(one),
        ...(one.succeeds === 204 ? {} : { content: contentOf(one) }),
      },
      ...(one.otherwise && {
        [one.otherwise.status]: {
          description: one.otherwise.means,
          headers: replyHeaders(one),
          content: contentOf(one),
        },
      }),
      ...(method === 'get' && access !== 'public'
        ? { 304: { description: 'It is what If-None-Match says that the client has' } }
        : {}),
      ...Object.fromEntries(failuresOf(one).map((status) => [status, failureOf(one, status)])),
    },
  };
}

/** By the rules of SCIM its JSON has a name of its own. */
const SCIM_TYPE = 'application/scim+json';
const jsonTypeOf = (family: ErrorFamily): string => (family === 'scim' ? SCIM_TYPE : 'application/json');

/** A file is described as what it is; JSON in a file has no schema of its own here. */
const contentOf = ({ reply, produces, family }: Route): Record<string, { schema: z.ZodType }> =>
  produces
    ? Object.fromEntries(produces.map((type) => [type, { schema: type === 'application/json' ? z.unknown() : reply }]))
    : { [jsonTypeOf(family)]: { schema: reply } };

const paramsOf = (path: string): z.ZodObject =>
  z.object(
    Object.fromEntries(
      paramNames(path).map((name) => [name, isNumber(name) ? z.int().min(1).max(HIGHEST_NUMBER) : z.uuid()]),
    ),
  );

/** In any case. A header without a value counts as absent: proxies send such. */
const UUID = /^([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$/;

const callHeaders = z.object({
  'X-Organization-Id': z.string().regex(UUID).optional().meta({ description: 'Organization of this call alone' }),
  'X-Session-Id': z
    .string()
    .regex(/^[\x20-\x7e]{0,128}$/)
    .optional()
    .meta({ description: 'A session of its own for a client that shares its key' }),
  'X-Request-Id': z.string().optional().meta({ description: 'Id of the request; made when absent' }),
});

const postHeaders = callHeaders.extend({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .meta({ description: 'Any text of yours: within 24 h, a repeat with the same one gets the first reply again' }),
});

// Their example is in words: the page that tries calls would send one that stands apart, and get a 412.
const ifMatch = {
  'If-Match': z
    .string()
    .optional()
    .meta({ description: 'ETag of the version that the change stands on, as in `"3"`; another one is a 412' }),
};
const ifNoneMatch = {
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'ETag of what the client has, as in `"3"`; the same one is a 304 without a body' }),
};

function requestHeaders({ method, failures }: Route): z.ZodObject {
  const headers = method === 'post' ? postHeaders : method === 'get' ? callHeaders.extend(ifNoneMatch) : callHeaders;
  return failures?.includes(412) ? headers.extend(ifMatch) : headers;
}

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

function bodyOf({ body, family }: Route): Pick<NonNullable<RouteConfig['request']>, 'body'> {
  if (!body) return {};
  const type = body.kind === 'json' ? jsonTypeOf(family) : 'multipart/form-data';
  return { body: { required: true, content: { [type]: { schema: body.schema } } } };
}
