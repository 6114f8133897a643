import { Agent, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tracing, type Logger } from '@candor/runtime';
import type { Request, RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { contextOf } from '../http/context.js';

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
const MAX_CONNECTIONS = 128;
/** Of those that send a form: a client may take its time to send it, and must not keep pages from others. */
const MAX_FORM_CONNECTIONS = 64;
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
]);

/** The label of a page in logs and metrics: addresses hold names, and tokens in their queries. */
const LABELS: readonly [RegExp, string][] = [
  [/^\/portal\/_assets\//, '/portal/_assets'],
  [/^\/portal\/[^/]+\/?$/, '/portal/{tenant_name}'],
  [/^\/portal\/[^/]+\/updates\/[^/]+\/?$/, '/portal/{tenant_name}/updates/{update_id}'],
  [/^\/portal\/[^/]+\/feed\.atom$/, '/portal/{tenant_name}/feed.atom'],
  [/^\/portal\/[^/]+\/subscribe\/?$/, '/portal/{tenant_name}/subscribe'],
  [/^\/portal\/[^/]+\/confirm\/?$/, '/portal/{tenant_name}/confirm'],
  [/^\/portal\/[^/]+\/preferences\/?$/, '/portal/{tenant_name}/preferences'],
  [/^\/portal\/[^/]+\/unsubscribe\/?$/, '/portal/{tenant_name}/unsubscribe'],
];

/** Passes what is under /portal on to the trust portal service, with the visitor's network address. */
export function portalProxy({ url, token, logger }: PortalProxyOptions): PortalProxy {
  const pagesAgent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const formsAgent = new Agent({ keepAlive: true, maxSockets: MAX_FORM_CONNECTIONS });
  const options = {
    target: url,
    proxyTimeout: TIMEOUT_MS,
    on: {
      error: (error: Error, _request: unknown, response: ServerResponse | Socket) => {
        logger.warn({ err: error }, 'the public pages are out of reach');
        if ('writeHead' in response) unavailable(response);
        else response.destroy();
      },
    },
  };
  const pages = createProxyMiddleware<Request>({ ...options, agent: pagesAgent });
  const forms = createProxyMiddleware<Request>({ ...options, agent: formsAgent });
  return {
    handler: (request, response, next) => {
      if (!/^\/portal(\/|$)/.test(request.path)) {
        next();
        return;
      }
      contextOf(response).route = LABELS.find(([form]) => form.test(request.path))?.[1] ?? '/portal';
      // On what came in, not on what goes out: that may be on its way when it can be seen.
      request.headers = {
        ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !UNWANTED.has(name))),
        'x-candor-service-token': token,
        'x-candor-client-address': request.ip ?? '',
        'x-request-id': contextOf(response).requestId,
        ...tracing().headers(),
      };
      void (request.method === 'GET' || request.method === 'HEAD' ? pages : forms)(request, response, next);
    },
    close: () => {
      pagesAgent.destroy();
      formsAgent.destroy();
    },
  };
}

/** For people: whoever calls these pages has a browser. */
function unavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response
    .writeHead(503, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'no-store',
      'Retry-After': '10',
    })
    .end(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Back soon</title><h1>Back soon</h1><p>Please try again in a minute.</p></html>',
    );
}
