import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint was asked. */
export interface Call {
  url: string;
  headers: IncomingHttpHeaders;
  body: {
    model?: string;
    messages: { role: string; content: string }[];
    response_format?: { type: string };
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
  };
}

export type Behaviour = (call: Call, response: ServerResponse, number: number) => void;

export interface TestEndpoint {
  /** With the path of the version. */
  url: string;
  calls: Call[];
  /** The most requests that were open at the same time. */
  mostOpen: () => number;
  close(): Promise<void>;
}

/** An HTTP server in the form of OpenAI's, which behaves as it is told, call by call. */
export async function startEndpoint(behave: Behaviour): Promise<TestEndpoint> {
  const calls: Call[] = [];
  let open = 0;
  let mostOpen = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? { messages: [] } : JSON.parse(text)) as Call['body'];
      const call = { url: incoming.url ?? '', headers: incoming.headers, body };
      calls.push(call);
      mostOpen = Math.max(mostOpen, ++open);
      response.on('close', () => open--);
      behave(call, response, calls.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    mostOpen: () => mostOpen,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A completion whose content is the text, or the value as JSON. */
export const completionWith = (
  content: unknown,
  more: { finish_reason?: string; usage?: object | null } = {},
): string =>
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: more.finish_reason ?? 'stop',
        message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) },
      },
    ],
    ...(more.usage === null
      ? {}
      : { usage: more.usage ?? { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }),
  });

export function reply(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(completionWith(content));
}

/** A refusal in OpenAI's form. */
export function refuse(response: ServerResponse, status: number, message: string, param?: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, ...(param === undefined ? {} : { param }) } }));
}

const json = { 'content-type': 'application/json' };
const DRIBBLE_MS = 400;

/** Endpoints that never give a draft, each in its own way. */
export const MISBEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'hangs without a word': () => undefined,
  'dribbles a byte now and then': (_, response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write(' '), DRIBBLE_MS);
    response.on('close', () => clearInterval(timer));
  },
  'drops the connection': (_, response) => void response.destroy(),
  'drops it in the middle of a reply': (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' });
    response.write('{"choices":[{', () => response.destroy());
  },
  'answers 429 for ever, in a second': (_, response) =>
    void response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"error":{"message":"slow down"}}'),
  'answers 429 for ever, in an hour': (_, response) =>
    void response.writeHead(429, { ...json, 'retry-after': '3600' }).end('{"error":{"message":"slow down"}}'),
  'answers 500': (_, response) => void response.writeHead(500).end('oops'),
  'answers 503': (_, response) => void response.writeHead(503, { 'retry-after': '2' }).end(),
  'refuses the key': (_, response) => refuse(response, 401, 'Incorrect API key provided'),
  'sends a page of HTML': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>'),
  'calls a page JSON': (_, response) => void response.writeHead(200, json).end('<html><body>Sign in</body></html>'),
  'sends another charset than it says': (_, response) =>
    void response.writeHead(200, json).end(Buffer.from(`a${completionWith('{}')}`, 'utf16le')),
  'sends without end': (_, response) => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    response.writeHead(200, json);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', more);
    };
    more();
  },
  'sends JSON of another shape': (_, response) => void response.writeHead(200, json).end('{"choices":[],"text":"yes"}'),
  'sends prose in place of a draft': (_, response) => reply(response, 'Certainly! We do that all the time.'),
  'hangs each second time': (_, response, number) => {
    if (number % 2 === 0) reply(response, NO_DRAFT);
  },
};

/** A draft that gives no answer. */
export const NO_DRAFT = { status: 'NEEDS_INFO', answer: '', comment: '', citations: [] };
