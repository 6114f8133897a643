import type { Abandonment, AppError, CallFor, Caller, Role } from '@candor/runtime';
import type { Response } from 'express';
import type { RateBudget } from '../rate/budget.js';
import type { ErrorFamily } from './problem.js';

/** Whose key a call came with, as the tenant service said; a signed-in person is one as well. */
export interface KeyIdentity {
  /** Of the key, or of the sign-in. */
  keyId: string;
  /** The organization that the key was issued in, or the person's home. */
  organizationId: string;
  role: Role;
  /** Empty: unrestricted within the role. */
  scopes: string[];
  /** '' when the key is nobody's. */
  ownerId: string;
  /** Microseconds; undefined: never. */
  expiresAt: number | undefined;
}

/** How a person is signed in, of a call that came with a cookie. */
export interface SignedIn {
  token: string;
  /** What calls that change something bring beside the cookie. */
  csrfToken: string;
  /** "password", "mail", "oidc" or "link". */
  method: string;
  /** Microseconds. */
  createdAt: number;
}

/** What is known of one request; filled in by the middlewares in the order in which they run. */
export interface RequestContext {
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When the calls that are made for it must have ended, by `performance.now()`. */
  readonly deadlineAt: number;
  /** Aborted when the client goes away before it has its answer. */
  readonly abandonment: Abandonment;
  /** Path of the route that took the request, with its parameters' names. */
  route: string | undefined;
  /** How the route answers wrong input. */
  family: ErrorFamily;
  /** Budget that the route counts in. */
  budget: RateBudget;
  identity: KeyIdentity | undefined;
  /** Undefined of a call with a key. */
  signedIn: SignedIn | undefined;
  /** From X-Session-Id; '' is the key's own session. */
  sessionId: string;
  /** Organization that the call works in. */
  organizationId: string | undefined;
  /** Why there is none; told only after the role and the scopes were checked, because a 403 comes before a 404. */
  organizationError: AppError | undefined;
  /** Begins the route's read in an organization where the session may still be; set by routes that read ahead. */
  readAhead: ((organizationId: string) => void) | undefined;
  /** What was read so: the reply of the call when it turns out to work there, else nothing. */
  ahead: { organizationId: string; reply: Promise<unknown> } | undefined;
}

const CONTEXT = Symbol('candor.context');
type Locals = Record<symbol, RequestContext | undefined>;

export const setContext = (response: Response, context: RequestContext): void => {
  (response.locals as Locals)[CONTEXT] = context;
};

/** The request's context; the request-context middleware runs before everything else. */
export function contextOf(response: Response): RequestContext {
  const context = (response.locals as Locals)[CONTEXT];
  if (!context) throw new Error('the request-context middleware has not run');
  return context;
}

/**
 * For whom the services are called: the caller of a keyed call, in the organization that the call works in unless another
 * is given, or the gateway itself.
 */
export function callFor(context: RequestContext, organizationId = context.organizationId): CallFor {
  const { requestId, deadlineAt, abandonment } = context;
  return { caller: callerOf(context, organizationId), requestId, deadlineAt, abandonment };
}

/** The same call, not ended when its client goes away: others wait for it too. */
export function shared({ abandonment: _abandonment, ...from }: CallFor): CallFor {
  return from;
}

/** The same without a caller: a question that the gateway asks for itself. */
export function ownCall({ caller: _caller, ...from }: CallFor): CallFor {
  return shared(from);
}

function callerOf({ identity, requestId }: RequestContext, organizationId: string | undefined): Caller | undefined {
  if (!identity || organizationId === undefined) return undefined;
  const { keyId, role, scopes, ownerId } = identity;
  return { organizationId, keyId, role, scopes, ownerId, requestId };
}
