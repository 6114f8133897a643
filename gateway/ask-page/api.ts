import type { Brand } from './brand.js';

export interface Citation {
  source_type: string;
  title: string;
  locator: string;
  quote: string;
}

/** The reply of POST /v1/insights/ask. */
export interface AskedAnswer {
  /** Null when nothing is known. */
  answer: string | null;
  reply: string;
  /** False for a greeting or thanks: nothing is left open. Absent from a server of the release before. */
  is_question?: boolean;
  answer_status: string;
  confidence: { score: number; band: 'HIGH' | 'MEDIUM' | 'LOW' } | null;
  citations: Citation[];
}

/** What went wrong, in words for whoever asks. */
export class AskError extends Error {
  constructor(
    message: string,
    /** 0 when there was no answer at all. */
    readonly status: number,
  ) {
    super(message);
  }
}

const MESSAGES: Record<number, string> = {
  401: 'This key is not valid, or no longer valid.',
  403: 'This key may not ask questions.',
  413: 'The question is too long.',
};

/**
 * Asks once for its `repeatKey`: sending it again is the same asking. Rejects with an AskError.
 */
export async function ask(key: string, question: string, repeatKey: string): Promise<AskedAnswer> {
  const response = await post(
    key,
    { question, source_type: 'web_ui' },
    {
      'Idempotency-Key': repeatKey,
      'X-Candor-Asked-From': 'ask_page',
    },
  );
  if (response.ok) return (await response.json()) as AskedAnswer;
  throw await errorOf(response);
}

interface Session {
  organization: Brand;
  /** Empty: unrestricted. */
  scopes: string[];
}

/** Resolves when the key may ask; rejects with an AskError. */
export async function checkKey(key: string): Promise<void> {
  const response = await sent(key, '/v1/session', { method: 'GET' });
  if (!response.ok) throw await errorOf(response);
  const { scopes } = (await response.json()) as Session;
  if (scopes.length > 0 && !scopes.includes('Insights: ask')) throw new AskError(MESSAGES[403] ?? '', 403);
}

/** How the organization of the key shows itself; undefined when that cannot be had: the page works without. */
export async function brandOf(key: string): Promise<Brand | undefined> {
  try {
    const response = await sent(key, '/v1/session', { method: 'GET' });
    return response.ok ? ((await response.json()) as Session).organization : undefined;
  } catch {
    return undefined;
  }
}

const post = (key: string, body: object, headers: Record<string, string>): Promise<Response> =>
  sent(key, '/v1/insights/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

interface Request {
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

async function sent(key: string, path: string, request: Request): Promise<Response> {
  const headers = { ...request.headers, 'X-API-Key': key };
  try {
    return await fetch(path, { ...request, headers, credentials: 'omit', cache: 'no-store' });
  } catch (error) {
    // A key with characters that no header can carry.
    if (error instanceof TypeError && !isHeaderValue(key)) throw new AskError(MESSAGES[401] ?? '', 401);
    throw new AskError('The server cannot be reached. Check your connection and try again.', 0);
  }
}

const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

async function errorOf(response: Response): Promise<AskError> {
  const { status } = response;
  const wait = response.headers.get('Retry-After');
  if (status === 429)
    return new AskError(`Too many questions at once. Try again in ${wait ?? 'a few'} seconds.`, status);
  if (status === 503) return new AskError('The service is not available right now. Try again in a moment.', status);
  const known = MESSAGES[status];
  if (known !== undefined) return new AskError(known, status);
  const problem = (await response.json().catch(() => ({}))) as { detail?: unknown };
  const detail = typeof problem.detail === 'string' ? problem.detail : `The server answered ${status}.`;
  return new AskError(detail, status);
}
