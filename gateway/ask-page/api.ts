import type { Brand } from './brand.js';

/** Who asks: by the key of this tab, or the person whose cookie the browser has. */
export interface Caller {
  /** Undefined: by the cookie. */
  key: string | undefined;
  /** Of the person's sign-in: what asks needs it. */
  csrfToken: string | undefined;
}

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
  401: 'This key is not valid, or no longer works.',
  403: 'You may not ask questions here.',
  413: 'The question is too long.',
};

/**
 * Asks once for its `repeatKey`: sending it again is the same asking. Rejects with an AskError.
 */
export async function ask(caller: Caller, question: string, repeatKey: string): Promise<AskedAnswer> {
  const response = await post(
    caller,
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
  /** The person, when there is one. */
  user: { name: string } | null;
  sign_in: { csrf_token: string } | null;
}

/** Who is signed in by the cookie; undefined: nobody. Rejects with an AskError when that cannot be known. */
export async function signedIn(): Promise<{ caller: Caller; name: string } | undefined> {
  const response = await sent({ key: undefined, csrfToken: undefined }, '/v1/session', { method: 'GET' });
  if (response.status === 401) return undefined;
  if (!response.ok) throw await errorOf(response);
  const { user, sign_in: signIn } = (await response.json()) as Session;
  if (signIn === null) return undefined;
  return { caller: { key: undefined, csrfToken: signIn.csrf_token }, name: user?.name ?? '' };
}

/** Ends the sign-in of the person, in all tabs. */
export async function endSignIn(caller: Caller): Promise<void> {
  const response = await sent(caller, '/auth/sign-out', { method: 'POST' });
  if (!response.ok) throw await errorOf(response);
}

/** Resolves when the key may ask; rejects with an AskError. */
export async function checkKey(key: string): Promise<void> {
  const response = await sent({ key, csrfToken: undefined }, '/v1/session', { method: 'GET' });
  if (!response.ok) throw await errorOf(response);
  const { scopes } = (await response.json()) as Session;
  if (scopes.length > 0 && !scopes.includes('Insights: ask')) throw new AskError(MESSAGES[403] ?? '', 403);
}

/** How the organization of the caller shows itself; undefined when that cannot be had: the page works without. */
export async function brandOf(caller: Caller): Promise<Brand | undefined> {
  try {
    const response = await sent(caller, '/v1/session', { method: 'GET' });
    return response.ok ? ((await response.json()) as Session).organization : undefined;
  } catch {
    return undefined;
  }
}

const post = (caller: Caller, body: object, headers: Record<string, string>): Promise<Response> =>
  sent(caller, '/v1/insights/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

interface Request {
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

async function sent({ key, csrfToken }: Caller, path: string, request: Request): Promise<Response> {
  const own = key === undefined ? (csrfToken === undefined ? {} : { 'X-CSRF-Token': csrfToken }) : { 'X-API-Key': key };
  const headers = new Headers(request.headers);
  const credentials = key === undefined ? 'same-origin' : 'omit';
  try {
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return await fetch(path, { ...request, headers, credentials, cache: 'no-store' });
  } catch (error) {
    // A key with characters that no header can carry.
    if (error instanceof TypeError && key !== undefined && !isHeaderValue(key))
      throw new AskError(MESSAGES[401] ?? '', 401);
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
