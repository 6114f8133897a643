import { Agent as HttpAgent, request, type ClientRequestArgs, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions } from 'node:tls';

/** What the usual variables say: a proxy for each scheme, and the hosts that are reached without. */
export interface ProxyRules {
  http?: string | undefined;
  https?: string | undefined;
  /** Hosts, domains (".example.com") and host:port, parted by commas; "*" for all. */
  except?: string | undefined;
}

/** How long a proxy may take to make a way, milliseconds. */
const CONNECT_MS = 10_000;

/** The proxy to an address; undefined when it is reached directly. Loopback addresses always are. */
export function proxyFor(url: URL, { http, https, except = '' }: ProxyRules): URL | undefined {
  const given = url.protocol === 'https:' ? https : http;
  if (given === undefined || isLoopback(url.hostname)) return undefined;
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  for (const entry of except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)) {
    if (entry === '*') return undefined;
    const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (only !== undefined && only !== port) continue;
    if (host === name || host.endsWith(`.${name}`)) return undefined;
  }
  return new URL(given);
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]';

/** A proxy that refuses to make a way; told apart from an endpoint that is not there. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'PROXY';
}

const keptHttp = new HttpAgent({ keepAlive: true });
const tunnels = new Map<string, HttpsAgent>();

/** What makes a request go through a proxy: its address in place of the server's, or a way through it. */
export function throughProxy(proxy: URL, url: URL, headers: OutgoingHttpHeaders): ClientRequestArgs | RequestOptions {
  if (url.protocol === 'http:')
    return {
      agent: keptHttp,
      host: bare(proxy.hostname),
      hostname: bare(proxy.hostname),
      port: proxy.port || 80,
      path: url.href,
      headers: { ...headers, host: url.host, ...credentials(proxy) },
    };
  const agent = tunnels.get(proxy.href) ?? new TunnelAgent(proxy);
  tunnels.set(proxy.href, agent);
  return { agent };
}

type Connected = (error: Error | null, socket: Duplex) => void;

/** Makes each connection through the proxy; TLS goes from here to the endpoint, so the proxy sees no key. */
class TunnelAgent extends HttpsAgent {
  constructor(private readonly proxy: URL) {
    super({ keepAlive: true });
  }

  /** Called by the platform for each new connection. */
  override createConnection(options: RequestOptions, connected?: Connected): undefined {
    const target = `${options.host ?? ''}:${options.port ?? 443}`;
    // The platform looks at the error first: there is no connection then.
    const failed = (error: Error): void => connected?.(error, undefined as unknown as Duplex);
    const asked = request({
      host: bare(this.proxy.hostname),
      port: this.proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...credentials(this.proxy) },
      timeout: CONNECT_MS,
    });
    asked
      .once('connect', ({ statusCode = 0 }, socket: Socket) => {
        if (statusCode === 200) {
          connected?.(null, connect({ ...(options as ConnectionOptions), socket }));
          return;
        }
        socket.destroy();
        failed(new ProxyError(`the proxy answered ${statusCode}`));
      })
      .once('timeout', () => asked.destroy(new ProxyError('the proxy did not answer in time')))
      .once('error', (error) => failed(error instanceof ProxyError ? error : new ProxyError('the proxy is not there')))
      .end();
    return undefined;
  }
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');

function credentials({ username, password }: URL): OutgoingHttpHeaders {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}
