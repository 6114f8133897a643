import { STATUS_CODES } from 'node:http';
import type { AppError, ErrorKind, FieldError } from '@candor/runtime';
import { z } from 'zod';

/**
 * How a family of endpoints answers input that is wrong: questionnaires with 422 whatever is wrong, insights with 400,
 * all others with 422, and 400 for a body that is not JSON.
 */
export type ErrorFamily = 'questionnaire' | 'insights' | 'general' | 'scim';

/** The body of every error response (RFC 9457). Extra public facts of an error are members of their own. */
export const problem = z
  .looseObject({
    type: z.string().meta({ description: 'URI of the kind of problem', example: 'urn:candor:problem:not_found' }),
    title: z.string().meta({ description: 'Name of the HTTP status' }),
    status: z.int().meta({ description: 'HTTP status' }),
    detail: z.string().meta({ description: 'What is wrong and what to do about it' }),
    instance: z.string().meta({ description: 'Path of the request' }),
    code: z.string().meta({ description: 'Stable code for programs', example: 'questionnaire_not_found' }),
    request_id: z.string().meta({ description: 'Id of the request, for the logs and for support' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'With 400 and 422: the fields or parameters that are wrong' }),
  })
  .meta({ id: 'Problem', description: 'Why a request failed (RFC 9457)' });
export type Problem = z.infer<typeof problem>;

const STATUS: Record<Exclude<ErrorKind, 'invalid'>, number> = {
  unsupported_type: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_encoding: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Code of errors for a body that cannot be parsed at all. */
export const UNPARSEABLE = 'unparseable_body';

/** The HTTP status of input that is wrong, in a family of endpoints. */
export const invalidStatus = (family: ErrorFamily): 400 | 422 =>
  family === 'insights' || family === 'scim' ? 400 : 422;

export function statusOf(error: AppError, family: ErrorFamily): number {
  if (error.kind !== 'invalid') return STATUS[error.kind];
  if (error.code === UNPARSEABLE && family === 'general') return 400;
  return invalidStatus(family);
}

export interface ProblemFacts {
  status: number;
  code: string;
  detail: string;
  /** Path of the request, without its query. */
  instance: string;
  requestId: string;
  errors?: FieldError[] | undefined;
  data?: Record<string, string | number | boolean> | undefined;
}

export function problemOf({ status, code, detail, instance, requestId, errors, data }: ProblemFacts): Problem {
  const wrong = status === 400 || status === 422 ? { errors: errors ?? [{ path: '', message: detail }] } : {};
  return {
    ...data,
    type: `urn:candor:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance,
    code,
    request_id: requestId,
    ...wrong,
  };
}
