import OpenAI from 'openai';
import type { Refusal } from './dialect.js';
import { connectionReason } from './endpoint-error.js';

/** What an endpoint asks to be waited for longer than this gives it a rest instead, milliseconds. */
export const LONGEST_WAIT_MS = 10_000;
/** Refusals that hold for every question until somebody mends the configuration. */
const FOR_ALL = new Set([401, 403, 404]);
const ABOUT_THE_QUESTION = new Set([400, 413, 422]);

/** The reply is no object of the wanted shape. */
export class Unreadable extends Error {}
/** The reply ended at its bound. */
export class CutOff extends Error {}
/** No completion at all: a page of something in between. Asking otherwise would not help. */
export class NoCompletion extends Error {}

export interface Failure {
  /** A word for logs and metrics. */
  reason: string;
  /** How long the endpoint is to be left alone at once, milliseconds; absent: when it fails again and again. */
  rest?: number | undefined;
  /** It says nothing of other questions. */
  own: boolean;
}

/** What a server answered in place of a reply. */
interface Answered {
  status: number;
  code?: string | null | undefined;
  param?: string | null | undefined;
  message: string;
  headers?: Headers | undefined;
}

/** Undefined where no server answered at all. */
function answeredWith(error: unknown): Answered | undefined {
  if (!(error instanceof OpenAI.APIError)) return undefined;
  const known: Omit<Answered, 'status'> & { status?: number | undefined } = error;
  const { status, code, param, message, headers } = known;
  return status === undefined ? undefined : { status, code, param, message, headers };
}

/** What came of a call that failed. `aborted`: its deadline had passed. */
export function failureOf(error: unknown, aborted: boolean): Failure {
  if (aborted || error instanceof OpenAI.APIConnectionTimeoutError) return { reason: 'timeout', own: false };
  if (error instanceof OpenAI.APIConnectionError) {
    const reason = connectionReason(error);
    return { reason, rest: reason === 'connection' ? undefined : 0, own: false };
  }
  const answered = answeredWith(error);
  if (answered) {
    const { status } = answered;
    if (hasNoQuota(answered)) return { reason: 'quota', rest: 0, own: false };
    const asked = retryAfter(error) ?? 0;
    const rest = FOR_ALL.has(status) ? 0 : asked > LONGEST_WAIT_MS ? asked : undefined;
    return { reason: status === 429 ? 'rate_limited' : `http_${status}`, rest, own: ABOUT_THE_QUESTION.has(status) };
  }
  if (error instanceof CutOff) return { reason: 'cut_off', own: true };
  const isNoDraft = error instanceof Unreadable || error instanceof NoCompletion;
  // By its name: the client's may be of another realm.
  const isNoJson = error instanceof Error && error.name === 'SyntaxError';
  return { reason: isNoDraft || isNoJson ? 'invalid_output' : 'failed', own: false };
}

/** What a server says of a request that it refuses, the parameter first where it names one; undefined for other failures. */
export function refusalOf(error: unknown): Refusal | undefined {
  const answered = answeredWith(error);
  if (!answered) return undefined;
  const { status, param, message } = answered;
  const mayBeRefused = status === 400 || status === 422 || status >= 500;
  return mayBeRefused ? { status, text: `${param ?? ''} ${message}` } : undefined;
}

/** Whether the same call may succeed in a moment. */
export function mayPass(error: unknown): boolean {
  if (error instanceof OpenAI.APIConnectionError) return connectionReason(error) === 'connection';
  const answered = answeredWith(error);
  if (!answered || hasNoQuota(answered)) return false;
  return [408, 409, 429].includes(answered.status) || answered.status >= 500;
}

/** What the endpoint asks to be waited for, milliseconds. */
export function retryAfter(error: unknown): number | undefined {
  const headers = answeredWith(error)?.headers;
  if (!headers) return undefined;
  const exact = headers.get('retry-after-ms') ?? '';
  if (/^\d+$/.test(exact)) return Number(exact);
  const told = headers.get('retry-after') ?? '';
  if (/^\d+(?:\.\d+)?$/.test(told)) return Number(told) * 1000;
  const at = Date.parse(told);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** The account has nothing left: waiting does not help. */
const hasNoQuota = ({ status, code }: Answered): boolean => status === 429 && code === 'insufficient_quota';
