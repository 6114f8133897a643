import { Agent, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, networkOf, tracing, type Logger } from '@candor/runtime';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { contextOf } from '../http/context.js';
import { Capacity } from '../middleware/capacity.js';
import { formBody } from './form-body.js';
import { formForwarder } from './forward-form.js';
import { portalDomainOf } from './portal-domains.js';
import { portalCookie } from './portal-cookie.js';

export interface PortalProxyOptions {
  /** http://host:port of the trust portal service's pages. */
  url: string;
  /** Shared with it. */
  token: string;
  logger: Logger;
}

export interface PortalProxy {
  handler: RequestHandler;
  close(): void;
}

const TIMEOUT_MS = 15_000;
/** To the service: pages have their own, for a client may take its time to read one, and forms, which arrived before. */
const MAX_CONNECTIONS = 512;
const MAX_FORM_CONNECTIONS = 64;
/** Visits at once, of which one network takes a part. */
const MAX_VISITS = 2048;
const MAX_FORMS = 512;
/** Nothing that a client sends may pass for what we say, and no secret of the API goes to pages. */
const UNWANTED = new Set([
  'x-api-key',
  'authorization',
  'cookie',
  'forwarded',
  'x-forwarded-for',
  'expect',
  'traceparent',
  'tracestate',
  'x-candor-portal-domain',
]);

/** The label of a page in logs and metrics: addresses hold names, and tokens in their queries. */
const LABELS: readonly [RegExp, string][] = [
  [/^\/portal\/_assets\//, '/portal/_assets'],
  [/^\/portal\/[^/]+\/?$/, '/portal/{tenant_name}'],
  [/^\/portal\/[^/]+\/updates\/[^/]+\/?$/, '/portal/{tenant_name}/updates/{update_id}'],
  [/^\/portal\/[^/]+\/updates\/?$/, '/portal/{tenant_name}/updates'],
  [/^\/portal\/[^/]+\/feed\.atom$/, '/portal/{tenant_name}/feed.atom'],
  [/^\/portal\/[^/]+\/feed\.json$/, '/portal/{tenant_name}/feed.json'],
  [/^\/portal\/[^/]+\/faq\/?$/, '/portal/{tenant_name}/faq'],
  [/^\/portal\/[^/]+\/ask\/?$/, '/portal/{tenant_name}/ask'],
  [/^\/portal\/[^/]+\/subprocessors\/?$/, '/portal/{tenant_name}/subprocessors'],
  [/^\/portal\/[^/]+\/subprocessors\/feed\.(atom|json)$/, '/portal/{tenant_name}/subprocessors/feed'],
  [/^\/portal\/[^/]+\/documents\/?$/, '/portal/{tenant_name}/documents'],
  [/^\/portal\/[^/]+\/documents\/[^/]+\/file\/?$/, '/portal/{tenant_name}/documents/{portal_document_id}/file'],
  [/^\/portal\/[^/]+\/documents\//, '/portal/{tenant_name}/documents/{page}'],
  [/^\/portal\/[^/]+\/subscribe\/?$/, '/portal/{tenant_name}/subscribe'],
  [/^\/portal\/[^/]+\/confirm\/?$/, '/portal/{tenant_name}/confirm'],
  [/^\/portal\/[^/]+\/preferences\/?$/, '/portal/{tenant_name}/preferences'],
  [/^\/portal\/[^/]+\/unsubscribe\/?$/, '/portal/{tenant_name}/unsubscribe'],
];

/** Passes what is under /portal on to the trust portal service, with the visitor's network address. */
export function portalProxy({ url, token, logger }: PortalProxyOptions): PortalProxy {
  const pagesAgent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const visits = new Capacity({ places: MAX_VISITS, code: 'overloaded', of: 'visits', shares: { network: 1 / 16 } });
  const arriving = new Capacity({ places: MAX_FORMS, code: 'overloaded', of: 'forms', shares: { network: 1 / 16 } });
  const forms = formForwarder(url, { connections: MAX_FORM_CONNECTIONS, timeoutMs: TIMEOUT_MS });
  const outOfReach = (error: Error, response: ServerResponse): void => {
    logger.warn({ err: error }, 'the public pages are out of reach');
    unavailable(response);
  };
  const pages = createProxyMiddleware<Request>({
    target: url,
    proxyTimeout: TIMEOUT_MS,
    agent: pagesAgent,
    on: {
      error: (error: Error, _request: unknown, response: ServerResponse | Socket) => {
        if ('writeHead' in response) outOfReach(error, response);
        else response.destroy();
      },
    },
  });
  /** Whatever has a body waits for it here: it would hold a connection to the service as long as its client takes to send. */
  const takeForm = async (request: Request, response: Response): Promise<void> => {
    const body = await formBody(request).catch(() => null);
    if (body === null) response.destroy();
    else if (body === undefined) tooLong(response);
    else await forms.forward(request, body, response).catch((error: unknown) => outOfReach(error as Error, response));
  };
  return {
    handler: (request, response, next) => {
      if (!/^\/portal(\/|$)/.test(request.path)) {
        next();
        return;
      }
      contextOf(response).route = LABELS.find(([form]) => form.test(request.path))?.[1] ?? '/portal';
      // Before the header goes that it is told by.
      const address = request.ip ?? '';
      const domain = portalDomainOf(response);
      // On what came in, not on what goes out: that may be on its way when it can be seen.
      request.headers = {
        ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !UNWANTED.has(name))),
        ...portalCookie(request.headers.cookie),
        'x-candor-service-token': token,
        'x-candor-client-address': address,
        'x-request-id': contextOf(response).requestId,
        ...(domain === undefined ? {} : { 'x-candor-portal-domain': domain }),
        ...tracing().headers(),
      };
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
      const reads = ['GET', 'HEAD'].includes(request.method) && Number(length) === 0 && encoding === undefined;
      if (!entered(reads ? visits : arriving, response, networkOf(address))) return;
      void (reads ? pages(request, response, next) : takeForm(request, response));
    },
    close: () => {
      pagesAgent.destroy();
      forms.close();
    },
  };
}

/** False when no place was free, which the visitor has been told then. */
function entered(capacity: Capacity, response: Response, network: string): boolean {
  try {
    capacity.enter(response, { network });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    unavailable(response);
    return false;
  }
}

const html = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
const HTML = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'",
  'Cache-Control': 'no-store',
};

function tooLong(response: ServerResponse): void {
  response.writeHead(413, { ...HTML, Connection: 'close' }).end(html('Too long', 'The form is too long.'));
}

/** For people: whoever calls these pages has a browser. */
function unavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, { ...HTML, 'Retry-After': '10' }).end(html('Back soon', 'Please try again in a minute.'));
}
