import type { components } from './gen/schema.js';

export type Problem = components['schemas']['Problem'];

/** An answer that is an error: what problem+json (RFC 9457) says, and the status. */
export class CandorError extends Error {
  override readonly name = 'CandorError';
  readonly status: number;
  /** Stable code for programs, e.g. "questionnaire_not_found". */
  readonly code: string;
  /** For the logs and for support. */
  readonly requestId: string;
  /** The fields or parameters that are wrong; empty when it is about none. */
  readonly errors: readonly { path: string; message: string }[];
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.request_id;
    this.errors = problem.errors ?? [];
    this.problem = problem;
  }
}

/** The error that an answer stands for; also of one that something between client and service made. */
export async function errorOf(response: Response): Promise<CandorError> {
  const text = await response.text();
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    if (typeof problem.code === 'string' && typeof problem.detail === 'string')
      return new CandorError(problem as Problem);
  } catch {
    // No JSON: not from the service itself.
  }
  const { status, statusText } = response;
  return new CandorError({
    type: 'about:blank',
    title: statusText,
    status,
    detail: text.slice(0, 500) || `HTTP ${status}`,
    instance: new URL(response.url || 'http://localhost').pathname,
    code: `http_${status}`,
    request_id: response.headers.get('x-request-id') ?? '',
  });
}
