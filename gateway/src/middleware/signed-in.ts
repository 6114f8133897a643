import { AppError, sameSecret, type CallFor } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { callFor, contextOf, ownCall, type KeyIdentity, type SignedIn } from '../http/context.js';
import { refuseForeign, requireOwn } from '../http/own-site.js';
import { sessionCookie } from '../http/session-cookie.js';
import { keyOf } from './api-key.js';

export interface VerifiedSignIn extends SignedIn {
  identity: KeyIdentity;
}
export type VerifySignIn = (token: string, from: CallFor) => Promise<VerifiedSignIn>;

export interface SignedInOptions {
  verify: VerifySignIn;
  /** Establishes who calls when there is a key, or neither a key nor a cookie. */
  byKey: RequestHandler;
  publicUrl: string | undefined;
}

const CHANGES_NOTHING = new Set(['GET', 'HEAD']);

/**
 * Who calls, by key or by cookie; a key wins. Nothing of a sign-in is kept here: whoever signs out, is deleted or gets a new
 * password is out with the next call, on every replica.
 */
export function signedIn({ verify, byKey, publicUrl }: SignedInOptions): RequestHandler {
  return async (request, response, next) => {
    const cookie = sessionCookie(request, isHttps(publicUrl));
    if (cookie.brought === '' || bringsKey(request)) {
      await byKey(request, response, next);
      return;
    }
    const context = contextOf(response);
    const changes = !CHANGES_NOTHING.has(request.method);
    if (changes) requireOwn(request, publicUrl);
    else if (!isNavigation(request)) refuseForeign(request, publicUrl);
    try {
      const { identity, ...signIn } = await verify(cookie.brought, ownCall(callFor(context)));
      if (changes) checkToken(request, signIn.csrfToken);
      context.identity = identity;
      context.signedIn = signIn;
    } catch (error) {
      // What does not work any more need not be sent again.
      if (error instanceof AppError && error.kind === 'unauthenticated') cookie.drop();
      throw error;
    }
    next();
  };
}

export const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/** Also an empty or an endless one: whoever sends the header wants to be judged by it. */
const bringsKey = (request: Request): boolean =>
  keyOf(request) !== undefined || request.get('x-api-key') !== undefined || request.get('authorization') !== undefined;

/** Somebody followed a link, as one to a file in a mail: the answer is shown to them and to no page. */
const isNavigation = (request: Request): boolean =>
  request.get('sec-fetch-mode') === 'navigate' && request.get('sec-fetch-dest') === 'document';

/** Refuses a call without the token of its sign-in: a page of another site cannot know it. */
export function checkToken(request: Request, csrfToken: string): void {
  if (sameSecret(request.get('x-csrf-token'), csrfToken)) return;
  throw new AppError(
    'forbidden',
    'csrf_token_wrong',
    'The header X-CSRF-Token is missing or old. Read it from GET /v1/session, and send the call again.',
  );
}
