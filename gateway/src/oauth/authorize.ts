import { AppError, networkOf, sameSecret, type CallFor } from '@candor/runtime';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Clients } from '../clients/clients.js';
import { callFor, contextOf, ownCall } from '../http/context.js';
import { originOf } from '../http/origin.js';
import { requireOwn } from '../http/own-site.js';
import { sessionCookie } from '../http/session-cookie.js';
import { methodNotAllowed } from '../middleware/method-not-allowed.js';
import type { Capacity } from '../middleware/capacity.js';
import { isHttps, type VerifiedSignIn } from '../middleware/signed-in.js';
import { PLAIN_PAGE_HEADERS } from '../pages/plain-page.js';
import { answerUri, authorizationRequest, type AuthorizationRequest } from './authorization-request.js';
import { consentHeaders, consentPage, refusalPage, signInFirstPage } from './consent-page.js';
import { CONSENT_WORDS, type ConsentWords } from './consent-words.js';
import { formOf, parametersOf } from './fields.js';
import { AUTHORIZE_PATH } from './metadata.js';
import { AGENT_SCOPES, isWriting } from './scopes.js';

export interface AuthorizeOptions {
  clients: Pick<Clients, 'agents' | 'signIn' | 'tenant' | 'directory'>;
  capacity: Capacity;
  publicUrl: string | undefined;
}

/** What one visit is about. */
interface Visit {
  asked: AuthorizationRequest;
  words: ConsentWords;
  signIn: VerifiedSignIn;
  /** For the person, at home. */
  from: CallFor;
}

/**
 * The page on which a signed-in person lets a program act for them: a GET asks, a POST with the person's own token answers the
 * program. What is wrong is told to the person; nobody is sent to an address of a stranger without having decided.
 */
export function authorizePage(options: AuthorizeOptions): Router {
  const { clients, capacity, publicUrl } = options;
  const router = express.Router({ caseSensitive: true, strict: true });
  const begin: RequestHandler = (request, response, next) => {
    contextOf(response).route = AUTHORIZE_PATH;
    capacity.enter(response, { network: networkOf(request.ip ?? '') });
    next();
  };
  const visit = async (query: string, request: Request, response: Response): Promise<Visit | undefined> => {
    const words = wordsFor(request);
    const context = contextOf(response);
    const own = ownCall(callFor(context));
    const asked = await authorizationRequest(query, originOf(request, publicUrl), {
      agents: clients.agents,
      from: own,
    });
    const signIn = await signedIn(request, own, options);
    if (!signIn) {
      send(response, 200, signInFirstPage(words, query));
      return undefined;
    }
    context.identity = signIn.identity;
    context.organizationId = signIn.identity.organizationId;
    return { asked, words, signIn, from: { ...ownCall(callFor(context)), caller: callFor(context).caller } };
  };

  const ask: RequestHandler = async (request, response) => {
    const here = await visit(request.originalUrl.split('?')[1] ?? '', request, response);
    if (here) await show(response, here, options);
  };
  const decide: RequestHandler = async (request, response) => {
    requireOwn(request, publicUrl);
    const sent = parametersOf(await formOf(request));
    const here = await visit(sent.get('request') ?? '', request, response);
    if (!here) return;
    const { asked, words, signIn, from } = here;
    if (!sameSecret(sent.get('csrf_token') ?? '', signIn.csrfToken)) {
      await show(response, here, options, { status: 403, note: words.stale });
      return;
    }
    const iss = originOf(request, publicUrl);
    if (sent.get('decision') !== 'allow') {
      leave(response, answerUri(asked, { error: 'access_denied', iss }));
      return;
    }
    const isAdmin = signIn.identity.role === 'ADMIN';
    const chosen = asked.scopes.filter((word) => sent.getAll('allow').includes(word) && (isAdmin || !isWriting(word)));
    if (chosen.length === 0) {
      await show(response, here, options, { status: 422, note: words.nothingChosen });
      return;
    }
    const { client, redirectUri, codeChallenge, resource } = asked;
    const scopes = chosen.flatMap((word) => AGENT_SCOPES[word] ?? []);
    const code = await clients.agents.allow(from, {
      clientId: client.id,
      redirectUri,
      codeChallenge,
      resource,
      scopes,
    });
    leave(response, answerUri(asked, { code, iss }));
  };
  router
    .route(AUTHORIZE_PATH)
    .get(begin, toldInAPage(ask))
    .post(begin, toldInAPage(decide))
    .all(methodNotAllowed(['GET', 'POST'], () => true));
  return router;
}

async function show(
  response: Response,
  { asked, words, signIn, from }: Visit,
  { clients }: AuthorizeOptions,
  { status = 200, note }: { status?: number; note?: string } = {},
): Promise<void> {
  const { organizationId, ownerId } = signIn.identity;
  const [organization, { name, email }] = await Promise.all([
    clients.tenant.organization(from, organizationId),
    clients.directory.user(from, ownerId),
  ]);
  if (!organization.agents_may_connect) {
    send(response, 403, refusalPage(words, words.off));
    return;
  }
  const page = consentPage(words, {
    asked,
    note,
    organizationName: organization.name,
    csrfToken: signIn.csrfToken,
    person: name === '' ? email : `${name} (${email})`,
    isAdmin: signIn.identity.role === 'ADMIN',
  });
  response.status(status).set(consentHeaders(asked.redirectUri)).end(page);
}

/** The person of the cookie; undefined when nobody is signed in. */
async function signedIn(
  request: Request,
  from: CallFor,
  { clients, publicUrl }: AuthorizeOptions,
): Promise<VerifiedSignIn | undefined> {
  const cookie = sessionCookie(request, isHttps(publicUrl));
  if (cookie.brought === '') return undefined;
  try {
    return await clients.signIn.verify(cookie.brought, from);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error;
    cookie.drop();
    return undefined;
  }
}

/** Refusals are read by people here; what is nobody's business goes its way to the log. */
const toldInAPage =
  (handle: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    try {
      await handle(request, response, next);
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid', 'unauthenticated', 'forbidden'].includes(error.kind))
        throw error;
      const words = wordsFor(request);
      const isOff = error.code === 'agents_off';
      const page = isOff ? refusalPage(words, words.off) : refusalPage(words, words.wrong, error.message);
      send(response, error.kind === 'forbidden' ? 403 : 400, page);
    }
  };

const wordsFor = (request: Request): ConsentWords =>
  request.acceptsLanguages('en', 'de') === 'de' ? CONSENT_WORDS.de : CONSENT_WORDS.en;

const send = (response: Response, status: number, page: string): void => {
  response.status(status).set(PLAIN_PAGE_HEADERS).end(page);
};

/** 303: what follows is a GET, and the form's fields stay here. */
const leave = (response: Response, to: string): void => {
  response.status(303).set({ Location: to, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end();
};
