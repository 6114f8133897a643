import { AppError, type CallFor } from '@candor/runtime';
import type { Request } from 'express';
import type { z } from 'zod';
import type { Clients } from '../clients/clients.js';
import type { RequestContext } from '../http/context.js';
import type { SessionCookie } from '../http/session-cookie.js';
import type { ErrorFamily } from '../http/problem.js';
import type { Once } from '../idempotency/once.js';
import type { Access } from '../middleware/access.js';
import type { RateBudget } from '../rate/budget.js';

/** The parameters in a path: `{ id: string }` for "/v1/tags/{id}". All of them are UUIDs. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

/** One call of a route, with input that has been checked. */
export interface Call<Params, Query, Body> {
  params: Params;
  query: Query;
  /** Undefined for routes without a JSON body. */
  body: Body;
  clients: Clients;
  /** For whom the services are called. */
  from: CallFor;
  context: RequestContext;
  /** For routes that read the body themselves, as it streams in. */
  request: Request;
  maxUploadBytes: number;
  /** Of the person who is signed in, or signs in by this call. */
  cookie: SessionCookie;
  /** For routes that read the body themselves: what is done once for an Idempotency-Key, when all of it is read. */
  once: Once;
  /** How clients reach the server, without a slash at the end. */
  origin: string;
}

export interface JsonBody<Schema extends z.ZodType> {
  kind: 'json';
  schema: Schema;
  /** After decompression. */
  maxBytes: number;
  tooLarge: () => AppError;
}

export interface MultipartBody {
  kind: 'multipart';
  /** For the description only: the route reads the form as it streams in. */
  schema: z.ZodObject;
}

export const JSON_LIMIT_BYTES = 2 * 1024 * 1024;

/** A JSON body of at most 2 MB. */
export const json = <Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> => ({
  kind: 'json',
  schema,
  maxBytes: JSON_LIMIT_BYTES,
  tooLarge: () => new AppError('too_large', 'body_too_large', 'The body is larger than 2 MB.'),
});

export const multipart = (schema: z.ZodObject): MultipartBody => ({ kind: 'multipart', schema });

export interface RouteDeclaration<
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As in OpenAPI, parameters in braces. */
  path: Path;
  /** Unique; also the name of the call in generated clients. */
  operationId: string;
  summary: string;
  description?: string;
  /** Heading that it is listed under. */
  tag: string;
  access: Access | 'public';
  /** Of a public route that gives or takes a cookie: no page of another site may call it. */
  ownSiteOnly?: boolean;
  family: ErrorFamily;
  /** 'general' when absent. */
  budget?: RateBudget;
  /**
   * Whose an Idempotency-Key is: of the organization that the call works in, when absent; of the key's own, for calls that
   * move the session, whose repeat comes from another organization.
   */
  idempotencyScope?: 'current' | 'own';
  /** Takes no body, and passes over one: so it is on the paths of the specification. Other POSTs refuse its fields. */
  ignoresBody?: boolean;
  /** Works also for a session whose organization was deleted, which all other routes refuse with 409. */
  leadsOut?: boolean;
  /** The reply holds a secret that must not be stored as it is. */
  showsSecret?: boolean;
  /**
   * Clients poll it, and it only reads: it is read where the session was last seen while the session is asked for, so that
   * two calls to services take the time of one.
   */
  readsAhead?: boolean;
  query?: Query;
  body?: JsonBody<Body> | MultipartBody;
  reply: Reply;
  /** MIME types of a reply that is a `Download`. */
  produces?: readonly string[];
  /** Statuses of failures that do not follow from the declaration: 409, 412. */
  failures?: readonly number[];
  /** Status of every reply; 200 when absent. 204: it has no body. */
  succeeds?: 201 | 204 | 303;
  /** Another status that a reply may have, with the same body: what it means, and when it has it. */
  otherwise?: { status: number; means: string; when(reply: z.input<Reply>): boolean };
  /** Headers of a reply. */
  headersOf?(reply: z.input<Reply>): Record<string, string>;
  /**
   * Throws not_found when what the path names does not exist. Called only when the input is wrong, because a 404 is told
   * before a 422. Needed by routes with both a path parameter and a query or body.
   */
  exists?(call: Call<PathParams<Path>, unknown, unknown>): Promise<unknown>;
  handle(call: Call<PathParams<Path>, z.output<Query>, z.output<Body>>): Promise<z.input<Reply>>;
}

/** A route whatever its types; methods are compared bivariantly, so that every declaration is one. */
export type Route = RouteDeclaration<string, z.ZodObject, z.ZodType, z.ZodType>;

export const route = <
  const Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  declaration: RouteDeclaration<Path, Query, Body, Reply>,
): Route => declaration;

/** Names of the parameters in a path. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
