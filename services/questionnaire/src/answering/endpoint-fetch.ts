import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { proxyFor, throughProxy, type ProxyRules } from './endpoint/proxy.js';

/** A completion is a few kilobytes; an endpoint that sends without end must not fill the memory. */
const LARGEST_REPLY = 16 * 1024 * 1024;
/** Statuses that have no body. */
const BARE = new Set([204, 205, 304]);

const agents = {
  'http:': new HttpAgent({ keepAlive: true }),
  'https:': new HttpsAgent({ keepAlive: true }),
};

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for the client of a completions endpoint: a text is sent, the whole reply is read, on connections that are kept.
 * The platform's own `fetch` costs several times the CPU a call (web streams and their transfers), and a worker makes hundreds
 * of calls a questionnaire. Redirects are not followed: the key goes to the configured address alone. Texts in other charsets
 * than UTF-8 are given in UTF-8.
 */
export const endpointFetch: Fetch = (input, init) => call(input, init, {});

/** The same by way of the proxies that the rules name. */
export function endpointFetchVia(rules: ProxyRules): Fetch {
  return (input, init) => call(input, init, rules);
}

async function call(input: string | URL | Request, init: RequestInit = {}, rules: ProxyRules): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`no way to call ${url.protocol}`);
  if (init.body !== undefined && init.body !== null && typeof init.body !== 'string')
    throw new TypeError('only a text can be sent');
  const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' };
  const proxy = proxyFor(url, rules);
  const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: init.method ?? 'GET',
    headers,
    agent: agents[url.protocol],
    ...(proxy ? throughProxy(proxy, url, headers) : {}),
    ...(init.signal ? { signal: init.signal } : {}),
  });
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
    sent.end(init.body ?? undefined);
  });
  const body = inUtf8(await readWhole(reply), reply.headers['content-type'] ?? '');
  const status = reply.statusCode ?? 0;
  return new Response(BARE.has(status) ? null : body, { status, headers: headersOf(reply) });
}

async function readWhole(reply: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Ends with an error when the connection does before the reply is whole.
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_REPLY) throw new Error(`the endpoint sent more than ${LARGEST_REPLY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the content type or the byte order mark says of the charset holds; an unknown one stays as it came. */
function inUtf8(body: Buffer, contentType: string): Buffer {
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  const marked =
    body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : named;
  if (marked === 'utf-8' || marked === 'utf8') return body;
  try {
    return Buffer.from(new TextDecoder(marked).decode(body), 'utf8');
  } catch {
    return body;
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return headers;
}
