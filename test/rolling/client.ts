import { setTimeout as wait } from 'node:timers/promises';

export interface Request {
  /** For the account: what kind of request it is. */
  kind: string;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  /** Made anew for each try. */
  body?: () => string;
}

export interface Account {
  requests: number;
  /** Requests whose first try failed, by how: "503", "broken connection". */
  failedAtFirst: Map<string, number>;
  tries: number;
  /** Requests that no retry covered, as text. */
  lost: string[];
  /** Milliseconds until the answer that counted, retries and waiting included. */
  durations: number[];
}

/** A client that repeats has this much patience; the restart of a process takes some two seconds on an idle machine. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 250;
const LONGEST_WAIT_MS = 2000;
/** Answers that a repeat may mend: away, or the first try is still running under the same Idempotency-Key. */
const MAY_PASS = new Set([409, 429, 502, 503, 504]);

/** A client as guides tell to write one: repeats what failed, after `Retry-After`, under the same Idempotency-Key. */
export class RetryingClient {
  readonly account: Account = { requests: 0, failedAtFirst: new Map(), tries: 0, lost: [], durations: [] };

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** The body of the 200, or undefined when the request was lost. */
  async send(request: Request): Promise<unknown> {
    const { account } = this;
    account.requests++;
    const began = performance.now();
    let last = '';
    for (let attempt = 1; performance.now() - began < PATIENCE_MS; attempt++) {
      const answer = await this.once(request);
      account.tries++;
      if (answer.status === 200) {
        account.durations.push(performance.now() - began);
        return answer.body;
      }
      last = answer.status === 0 ? 'broken connection' : String(answer.status);
      if (attempt === 1) account.failedAtFirst.set(last, (account.failedAtFirst.get(last) ?? 0) + 1);
      if (answer.status !== 0 && !MAY_PASS.has(answer.status)) break;
      await wait(Math.min(answer.retryAfterMs ?? AGAIN_MS * attempt, LONGEST_WAIT_MS));
    }
    account.lost.push(`${request.kind}: ${last}`);
    return undefined;
  }

  private async once({ method, path, headers, body }: Request) {
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { 'x-api-key': this.key, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: body() } : {}),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      const after = Number(response.headers.get('retry-after') ?? NaN);
      const retryAfterMs = Number.isFinite(after) ? after * 1000 : undefined;
      return {
        status: response.status,
        retryAfterMs,
        body: response.status === 200 ? (JSON.parse(text) as unknown) : text,
      };
    } catch {
      return { status: 0, retryAfterMs: undefined, body: undefined };
    }
  }
}
