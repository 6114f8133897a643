import { OPERATIONS } from './gen/operations.js';
import { errorOf } from './problem.js';
import type { OperationId, Operations } from './types.js';

export interface ClientOptions {
  /** Address of the API, e.g. "https://candor.example.com". */
  baseUrl: string;
  /** Absent: a page of the same server, where a person is signed in by the cookie. */
  apiKey?: string;
  /** Of that sign-in, from `getSession`: what changes something needs it. */
  csrfToken?: string;
  /** The organization of every call; the session's when absent. */
  organizationId?: string;
  /** A session of its own, for a client that shares its key. */
  sessionId?: string;
  /** Tries again after 429, 503, a lost connection, and while its own first try still runs; default 2. */
  retries?: number;
  fetch?: typeof fetch;
}

type Scalar = string | number | boolean;

interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, Scalar | null | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 60_000;

/**
 * A client with a method for each operation of the API. A method resolves to the parsed answer and rejects with a
 * `CandorError` for any other. Every POST carries an Idempotency-Key, so that trying it again does nothing twice.
 */
export function createClient(options: ClientOptions): Operations {
  const methods = (Object.keys(OPERATIONS) as OperationId[]).map(
    (id) => [id, (input: AnyInput = {}) => call(options, id, input)] as const,
  );
  return Object.fromEntries(methods) as unknown as Operations;
}

async function call(options: ClientOptions, id: OperationId, input: AnyInput): Promise<unknown> {
  const [method, template, bodyType] = OPERATIONS[id];
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(input.path?.[name] ?? ''));
  const query = queryOf(input.query ?? {});
  const body = bodyOf(bodyType, input.body);
  const request: RequestInit = {
    method,
    headers: headersOf(options, method, bodyType, input),
    ...(body === undefined ? {} : { body }),
    ...(input.signal ? { signal: input.signal } : {}),
  };
  const response = await send(options, `${options.baseUrl.replace(/\/+$/, '')}${path}${query}`, request);
  if (!response.ok) throw await errorOf(response);
  const isFile = response.headers.has('content-disposition');
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && !isFile ? response.json() : new Uint8Array(await response.arrayBuffer());
}

function queryOf(query: NonNullable<AnyInput['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return search.size > 0 ? `?${search.toString()}` : '';
}

function headersOf(
  { apiKey, csrfToken, organizationId, sessionId }: ClientOptions,
  method: string,
  bodyType: string,
  { headers = {}, body }: AnyInput,
): Record<string, string> {
  const all: Record<string, string | undefined> = {
    'x-api-key': apiKey,
    'x-csrf-token': apiKey === undefined ? csrfToken : undefined,
    'x-organization-id': organizationId,
    'x-session-id': sessionId,
    'idempotency-key': method === 'POST' ? randomKey() : undefined,
    'content-type': body !== undefined && bodyType === 'application/json' ? bodyType : undefined,
  };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Browsers have `crypto.randomUUID` on pages that came over https only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function bodyOf(type: string, body: unknown): string | FormData | undefined {
  if (body === undefined) return undefined;
  if (type !== 'multipart/form-data') return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one === undefined || one === null) continue;
      // A File carries its name.
      if (one instanceof Blob) form.append(name, one);
      else form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  return form;
}

async function send({ retries = 2, fetch: fetcher = fetch }: ClientOptions, url: string, request: RequestInit) {
  for (let attempt = 0; ; attempt++) {
    let waitMs = FIRST_WAIT_MS * 2 ** attempt;
    try {
      const response = await fetcher(url, request);
      if (attempt >= retries || !(RETRIED.has(response.status) || (attempt > 0 && (await firstStillRuns(response)))))
        return response;
      const asked = Number(response.headers.get('retry-after')) * 1000;
      if (asked > 0) waitMs = asked;
      await response.arrayBuffer();
    } catch (error) {
      // Aborted by the caller, or once too often.
      if (request.signal?.aborted || attempt >= retries) throw error;
    }
    await wait(Math.min(waitMs, MOST_WAIT_MS), request.signal ?? undefined);
  }
}

/** A connection that was lost may have left its call running: a repeat of it gets 409 until it ends. */
async function firstStillRuns(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  return problem.code === 'idempotency_key_in_use';
}

const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    });
  });
