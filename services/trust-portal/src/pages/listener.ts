import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, isUuid, sameSecret, traced, type Logger } from '@candor/runtime';
import { KeptReplies } from './kept-replies.js';
import { bare } from './layout.js';
import type { PageCall } from './call.js';
import { documentRoute } from './document-routes.js';
import type { DocumentVisits } from './document-visits.js';
import type { Faces } from './face.js';
import { languageOf } from './language.js';
import type { Pages } from './pages.js';
import { sessionSecret } from './portal-cookie.js';
import type { FindPortal } from './portal.js';
import { pageReply, readForm, send, type Reply } from './reply.js';
import { sendFile, type FileReply } from './send-file.js';
import { accentSheet, STYLESHEET } from './styles.js';

export interface PagesListenerOptions {
  pages: Pages;
  faces: Faces;
  visits: DocumentVisits;
  find: FindPortal;
  /** Shared with the gateway, which alone may call: it says from which network address a visitor comes. */
  token: string;
  logger: Logger;
  /** How long a page that is the same for everybody may be shown again, milliseconds; default 1000. */
  keepMs?: number | undefined;
}

/** Headers of the gateway's calls. */
export const TOKEN_HEADER = 'x-candor-service-token';
export const CLIENT_HEADER = 'x-candor-client-address';
/** The portal was asked for under a domain of its own. */
export const DOMAIN_HEADER = 'x-candor-portal-domain';

/** What browsers say of forms that other sites send; mail programs that unsubscribe say nothing. */
const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

const FOREVER = 'public, max-age=31536000, immutable';

type Act = (pages: Pages, call: PageCall) => Reply | Promise<Reply>;
type Answer = (call: PageCall) => Reply | FileReply | Promise<Reply | FileReply>;
/** What an address answers. */
interface Answers {
  GET?: Answer;
  POST?: Answer;
}

const ROUTES: Record<string, { GET: Act; POST?: Act }> = {
  '': { GET: (pages, call) => pages.front(call) },
  updates: { GET: (pages, call) => pages.list(call) },
  'feed.atom': { GET: (pages, call) => pages.feed(call, 'atom') },
  'feed.json': { GET: (pages, call) => pages.feed(call, 'json') },
  faq: { GET: ({ portal }, call) => portal.faq(call) },
  ask: { GET: ({ portal }, call) => portal.askForm(call), POST: ({ portal }, call) => portal.ask(call) },
  subprocessors: { GET: ({ portal }, call) => portal.listSubprocessors(call) },
  'subprocessors/feed.atom': { GET: ({ portal }, call) => portal.subprocessorFeed(call, 'atom') },
  'subprocessors/feed.json': { GET: ({ portal }, call) => portal.subprocessorFeed(call, 'json') },
  subscribe: { GET: (pages, call) => pages.subscribeForm(call), POST: (pages, call) => pages.subscribe(call) },
  confirm: { GET: (pages, call) => pages.confirmForm(call), POST: (pages, call) => pages.confirm(call) },
  preferences: {
    GET: (pages, call) => pages.preferencesForm(call),
    POST: (pages, call) => pages.savePreferences(call),
  },
  unsubscribe: { GET: (pages, call) => pages.unsubscribeForm(call), POST: (pages, call) => pages.unsubscribe(call) },
};

/** Answers under /portal. Nothing of a call is logged but its failure: addresses may hold tokens. */
export function pagesHandler(options: PagesListenerOptions): RequestListener {
  const { logger, keepMs = 1000 } = options;
  const replies = new KeptReplies(keepMs);
  return (request, response) => {
    traced('portal page', { kind: 'server', from: traceOf(request) }, () => answer(options, replies, request))
      .catch((error: unknown): Reply => {
        if (error instanceof AppError && error.kind === 'unavailable') {
          return pageReply(bare('Back soon', 'Please try again in a minute.'), {
            status: 503,
            headers: { 'Retry-After': '60' },
          });
        }
        logger.error({ err: error, request_id: request.headers['x-request-id'] }, 'a portal page failed');
        return pageReply(bare('Something went wrong', 'Please try again in a minute.'), { status: 500 });
      })
      .then((reply) => ('read' in reply ? sendFile(request, response, reply) : send(request, response, reply)))
      .catch((error: unknown) => cutOff(response, error, logger));
  };
}

function traceOf({ headers }: IncomingMessage): Record<string, string> {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

function cutOff(response: ServerResponse, error: unknown, logger: Logger): void {
  logger.warn({ err: error }, 'a portal page could not be sent');
  response.destroy();
}

async function answer(
  { pages, faces, visits, find, token }: PagesListenerOptions,
  replies: KeptReplies,
  request: IncomingMessage,
): Promise<Reply | FileReply> {
  const { method = 'GET', headers } = request;
  if (!sameSecret(String(headers[TOKEN_HEADER] ?? ''), token)) {
    return pageReply(bare('Forbidden', 'These pages are served by the gateway.'), { status: 403 });
  }
  const url = new URL(request.url ?? '/', 'http://portal');
  // An address with ".." names another portal than the one that the gateway took it for.
  if (url.pathname !== (request.url ?? '/').split('?', 1)[0]) {
    return pageReply(bare('Not found', 'There is no trust portal at this address.'), { status: 404 });
  }
  if (url.pathname === STYLESHEET.path) {
    return { status: 200, type: 'text/css; charset=utf-8', body: STYLESHEET.css, cache: FOREVER };
  }
  const sheet = accentSheet(url.pathname);
  if (sheet !== undefined) return { status: 200, type: 'text/css; charset=utf-8', body: sheet, cache: FOREVER };
  const [root, tenantName = '', ...place] = url.pathname.replace(/\/$/, '').split('/').slice(1);
  const portal = root === 'portal' && place.length <= 3 ? await find(decoded(tenantName)) : undefined;
  if (!portal) return pageReply(bare('Not found', 'There is no trust portal at this address.'), { status: 404 });
  const asked = {
    portal,
    query: url.searchParams,
    form: new URLSearchParams(),
    from: String(headers[CLIENT_HEADER] ?? ''),
    language: languageOf(headers['accept-language']),
    ownDomain: headers[DOMAIN_HEADER] !== undefined,
    session: sessionSecret(request),
  };
  const preview = url.searchParams.get('preview') ?? '';
  const called = async (): Promise<PageCall> => ({ ...asked, face: await faces.of(portal.organizationId, preview) });
  const answers = answersAt(pages, visits, place);
  if (!answers) return pages.notFound(await called());
  if ((method === 'GET' || method === 'HEAD') && answers.GET) {
    const { GET } = answers;
    // Pages that a token or a session opens are of one person, or of who prepares the portal.
    const isPersonal = url.searchParams.has('token') || preview !== '' || asked.session !== undefined;
    if (isPersonal || place[2] === 'file') return GET(await called());
    const { language, ownDomain } = asked;
    const key = `${portal.organizationId} ${language} ${ownDomain} ${url.pathname}${url.search}`;
    return replies.get(key, async () => (await GET(await called())) as Reply);
  }
  if (method !== 'POST' || !answers.POST) {
    const Allow = [...(answers.GET ? ['GET', 'HEAD'] : []), ...(answers.POST ? ['POST'] : [])].join(', ');
    return pageReply(bare('Not allowed', 'This page does not support this kind of request.'), {
      status: 405,
      headers: { Allow },
    });
  }
  // Another site's form must not act here, e.g. sign a visitor in with a link of somebody else.
  if (FOREIGN.has(headers['sec-fetch-site'] ?? '')) {
    return pageReply(bare('Forbidden', 'Open the page itself, and send the form from there.'), { status: 403 });
  }
  const form = await readForm(request);
  if (!form)
    return pageReply(bare('Too long', 'The form is too long.'), { status: 413, headers: { Connection: 'close' } });
  return answers.POST({ ...(await called()), form });
}

/** Undefined when there is no such page. */
function answersAt(pages: Pages, visits: DocumentVisits, place: string[]): Answers | undefined {
  const [first = '', second, third] = place;
  if (first === 'documents') {
    const found = documentRoute(second, third);
    return found && bound(found, visits);
  }
  if (third !== undefined) return undefined;
  if (first === 'updates' && second !== undefined && isUuid(second)) {
    return { GET: (call) => pages.update(call, second.toLowerCase()) };
  }
  const path = second === undefined ? first : `${first}/${second}`;
  const found = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  return found && bound(found, pages);
}

type Bindable<Of> = {
  [Method in 'GET' | 'POST']?: (of: Of, call: PageCall) => Reply | FileReply | Promise<Reply | FileReply>;
};

const bound = <Of>({ GET, POST }: Bindable<Of>, of: Of): Answers => ({
  ...(GET ? { GET: (call: PageCall) => GET(of, call) } : {}),
  ...(POST ? { POST: (call: PageCall) => POST(of, call) } : {}),
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export interface PagesListener {
  /** http://host:port. */
  url: string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 15_000;

/** Listens for the gateway; port 0 takes any free one. */
export async function listenForPages(
  handler: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<PagesListener> {
  // The gateway keeps its connections longer than it waits between calls.
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, keepAliveTimeout: 65_000 },
    handler,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 5000).unref();
      }),
  };
}
