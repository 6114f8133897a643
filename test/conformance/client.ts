import { holds, Mismatch, same } from './report.js';
import { filled, list, object, shaped, text } from './shape.js';

/** A body whose fields a check looks at; what is absent is undefined. */
export type Body = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

export interface Sent {
  json?: unknown;
  body?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
}

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/** Calls over HTTP as a client of the API would make them. */
export class Client {
  constructor(
    readonly url: string,
    readonly headers: Record<string, string>,
    /** Ids of the organizations that have been made. */
    readonly made: string[] = [],
  ) {}

  /** The same with other or further headers; an empty one is left out. */
  with(headers: Record<string, string>): Client {
    return new Client(this.url, { ...this.headers, ...headers }, this.made);
  }

  get(path: string, sent: Sent = {}): Promise<Answer> {
    return this.call('GET', path, sent);
  }

  post(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { ...(json === undefined ? {} : { json }), headers });
  }

  patch(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('PATCH', path, { json, headers });
  }

  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }

  async call(method: string, path: string, { json, body, headers = {} }: Sent = {}): Promise<Answer> {
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const all = Object.entries({ ...this.headers, ...type, ...headers }).filter(([, value]) => value !== '');
    const payload = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(this.url + path, {
      method,
      headers: Object.fromEntries(all),
      redirect: 'manual',
      ...(payload === undefined ? {} : { body: payload }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed = isJson && bytes.length > 0 ? (JSON.parse(bytes.toString('utf8')) as Body) : {};
    if (path.endsWith('/tenant/create') && typeof parsed['slug'] === 'string') this.made.push(String(parsed['id']));
    return { status: response.status, headers: response.headers, body: parsed, text: bytes.toString('utf8') };
  }

  /** The body of a call that must succeed. */
  async ok(method: string, path: string, sent: Sent = {}): Promise<Body> {
    const answer = await this.call(method, path, sent);
    same(`status of ${method} ${path}`, answer.status, 200);
    return answer.body;
  }

  /** Gets again until it is so; throws `Mismatch` with what was seen last. */
  async until(path: string, isSo: (body: Body) => boolean): Promise<Body> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const body = await this.ok('GET', path);
      if (isSo(body)) return body;
      if (Date.now() > end) throw new Mismatch(`${path} did not get there: ${JSON.stringify(body).slice(0, 300)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

const BODY = { type: filled, title: filled, detail: filled, instance: text, code: filled, request_id: filled };

/** The answer is the problem of this status and code, with all that a problem has. */
export function problem(what: string, answer: Answer, status: number, code?: string): Body {
  const { body, headers } = answer;
  holds(`${what}: status ${answer.status}, not ${status}`, answer.status === status, answer.text);
  holds(
    `${what}: content type`,
    headers.get('content-type')?.startsWith('application/problem+json') === true,
    headers.get('content-type') ?? 'none',
  );
  shaped(what, body, object(BODY));
  same(`${what}: status in the body`, body['status'], status);
  same(`${what}: request id`, body['request_id'], headers.get('x-request-id'));
  holds(`${what}: code in snake case`, /^[a-z][a-z0-9_]*$/.test(String(body['code'])), body['code']);
  if (status === 400 || status === 422)
    shaped(`${what}: errors`, body['errors'], list(object({ path: text, message: filled })));
  if (code !== undefined) same(`${what}: code`, body['code'], code);
  return body;
}

/** The paths of the fields that a problem says are wrong. */
export const pathsOf = (body: Body): unknown[] => itemsOf(body, 'errors').map(({ path }) => path);

/** The items of an array in a body. */
export const itemsOf = (body: Body, name: string): Body[] => (Array.isArray(body[name]) ? (body[name] as Body[]) : []);

/** An object in a body. */
export const partOf = (body: Body, name: string): Body => (body[name] ?? {}) as Body;
