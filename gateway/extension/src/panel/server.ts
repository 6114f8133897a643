import { t } from '../words/words.js';

/** How the extension reaches its server: the one that the person has named. */
export interface Connection {
  /** "https://candor.example.com". */
  origin: string;
  key: string;
  /** Whether the key was made for this extension, so that signing out revokes it. */
  isOwn: boolean;
}

/** What went wrong with a call, in words that say what to do. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly kind: 'unreachable' | 'timeout' | 'ended' | 'rate_limited' | 'refused' | 'failed',
    /** The server's own code; '' where none was read. */
    readonly code = '',
  ) {
    super(message);
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /** Milliseconds. */
  patience?: number;
}

const PATIENCE_MS = 20_000;
/** More than any answer of the server that the panel asks for; what is longer is not read to its end. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Only https, or this machine: a key must not cross a network in the open. */
export function originOf(address: string): string | undefined {
  try {
    const given = address.trim();
    const { protocol, origin, hostname, username, password } = new URL(
      /^[a-z]+:\/\//i.test(given) ? given : `https://${given}`,
    );
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
    if (username !== '' || password !== '' || hostname === '') return undefined;
    return protocol === 'https:' || (protocol === 'http:' && isHere) ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** The pattern of the permission for a server; ports are not part of one in every browser. */
export function permissionFor(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Calls the server; a key is sent to the origin that it belongs to and to no other, since nothing is redirected. */
export async function call<Reply>(
  origin: string,
  key: string | undefined,
  path: string,
  { method = 'GET', body, headers = {}, patience = PATIENCE_MS }: CallOptions = {},
): Promise<Reply> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(patience),
  }).catch((error: unknown) => {
    throw notReached(error);
  });
  const text = await textOf(response);
  const json = parsed(text);
  if (response.ok && json !== undefined) return json as Reply;
  throw refusal(response, json);
}

async function textOf(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES) throw new CallFailed(t('notCandor'), 'failed');
  return response.text().catch((error: unknown) => {
    throw notReached(error);
  });
}

function notReached(error: unknown): CallFailed {
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? new CallFailed(t('timeout'), 'timeout')
    : new CallFailed(t('unreachable'), 'unreachable');
}

interface Problem {
  code?: unknown;
  detail?: unknown;
  retry_after?: unknown;
  required_scope?: unknown;
  required_role?: unknown;
}

function refusal(response: Response, json: unknown): CallFailed {
  const problem = (typeof json === 'object' && json !== null ? json : {}) as Problem;
  const code = typeof problem.code === 'string' ? problem.code : '';
  if (code === '') return new CallFailed(t(response.status >= 500 ? 'serverFailed' : 'notCandor'), 'failed');
  if (response.status === 401) return new CallFailed(t('sessionEnded'), 'ended', code);
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? problem.retry_after ?? 0);
    return new CallFailed(t('rateLimited', { seconds: Math.max(1, Math.ceil(seconds)) }), 'rate_limited', code);
  }
  if (code === 'insufficient_scope' && typeof problem.required_scope === 'string')
    return new CallFailed(t('missingScope', { scope: problem.required_scope }), 'refused', code);
  if (code === 'insufficient_role' && typeof problem.required_role === 'string')
    return new CallFailed(t('missingRole', { role: problem.required_role }), 'refused', code);
  if (response.status >= 500) return new CallFailed(t('serverFailed'), 'failed', code);
  return new CallFailed(typeof problem.detail === 'string' ? problem.detail : t('serverFailed'), 'refused', code);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What people are told of any error. */
export const wordsOf = (error: unknown): string => (error instanceof CallFailed ? error.message : t('serverFailed'));
