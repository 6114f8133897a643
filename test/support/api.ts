import type { OpenApiChecker } from './openapi-checker.js';

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON, else the text. */
  body: unknown;
  bytes: Buffer;
}

export interface CallOptions {
  json?: unknown;
  body?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
}

/** A client that checks every response against the OpenAPI document. */
export class Api {
  constructor(
    readonly url: string,
    private readonly headers: Record<string, string>,
    private readonly checker: OpenApiChecker,
  ) {}

  /** The same client with other or further headers; an empty one is left out. */
  with(headers: Record<string, string>): Api {
    return new Api(this.url, { ...this.headers, ...headers }, this.checker);
  }

  get(path: string, options: CallOptions = {}): Promise<ApiResponse> {
    return this.call('GET', path, options);
  }

  post(path: string, options: CallOptions = {}): Promise<ApiResponse> {
    return this.call('POST', path, options);
  }

  async call(method: string, path: string, { json, body, headers }: CallOptions = {}): Promise<ApiResponse> {
    const sent = json === undefined ? {} : { 'content-type': 'application/json' };
    const merged = Object.entries({ ...this.headers, ...sent, ...headers }).filter(([, value]) => value !== '');
    const payload = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(this.url + path, {
      method,
      headers: Object.fromEntries(merged),
      ...(payload === undefined ? {} : { body: payload }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
      bytes,
    };
    this.checker.check(method, path, answer);
    return answer;
  }

  /** Calls again until `done`, ever more slowly; fails after `timeoutMs` with what it saw last. */
  async poll(path: string, done: (body: never) => boolean, timeoutMs = 150_000): Promise<unknown> {
    const deadline = Date.now() + timeoutMs;
    for (let pauseMs = 10; ; pauseMs = Math.min(100, pauseMs * 1.5)) {
      const { status, body } = await this.get(path);
      if (status === 200 && done(body as never)) return body;
      if (Date.now() > deadline) throw new Error(`${path} did not get there: ${status} ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
