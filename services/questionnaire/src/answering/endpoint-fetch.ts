import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A completion is a few kilobytes; an endpoint that sends without end must not fill the memory. */
const LARGEST_REPLY = 16 * 1024 * 1024;
/** Statuses that have no body. */
const BARE = new Set([204, 205, 304]);

const agents = {
  'http:': new HttpAgent({ keepAlive: true }),
  'https:': new HttpsAgent({ keepAlive: true }),
};

/**
 * `fetch` for the client of a completions endpoint: a text is sent, the whole reply is read, on connections that are kept.
 * The platform's own `fetch` costs several times the CPU a call (web streams and their transfers), and a worker makes hundreds
 * of calls a questionnaire. Redirects are not followed: the key goes to the configured address alone.
 */
export async function endpointFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`no way to call ${url.protocol}`);
  if (init.body !== undefined && init.body !== null && typeof init.body !== 'string')
    throw new TypeError('only a text can be sent');
  const headers = Object.fromEntries(new Headers(init.headers));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send(url, {
    method: init.method ?? 'GET',
    headers: { ...headers, 'accept-encoding': 'identity' },
    agent: agents[url.protocol],
    ...(init.signal ? { signal: init.signal } : {}),
  });
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
    sent.end(init.body ?? undefined);
  });
  const body = await readWhole(reply);
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

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return headers;
}
