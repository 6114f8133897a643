import { Metadata, status as Status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, type ErrorKind, type FieldError } from '../errors.js';
import { replyLost } from './reply.js';

const DETAILS = 'candor-error-bin';

const CODES: Record<ErrorKind, Status> = {
  invalid: Status.INVALID_ARGUMENT,
  unsupported_type: Status.INVALID_ARGUMENT,
  unsupported_encoding: Status.INVALID_ARGUMENT,
  unauthenticated: Status.UNAUTHENTICATED,
  forbidden: Status.PERMISSION_DENIED,
  not_found: Status.NOT_FOUND,
  conflict: Status.ABORTED,
  stale: Status.FAILED_PRECONDITION,
  too_large: Status.OUT_OF_RANGE,
  rate_limited: Status.RESOURCE_EXHAUSTED,
  unavailable: Status.UNAVAILABLE,
  internal: Status.INTERNAL,
};

interface Details {
  kind: ErrorKind;
  code: string;
  message: string;
  errors?: FieldError[];
  data?: Record<string, string | number | boolean>;
}

/** A known error as a gRPC status with details; an unknown one as INTERNAL without any. */
export function toStatus(error: unknown): Partial<StatusObject> {
  if (!(error instanceof AppError)) return { code: Status.INTERNAL, details: 'internal error' };
  const details: Details = { kind: error.kind, code: error.code, message: error.message };
  if (error.errors) details.errors = error.errors.slice(0, 50);
  if (error.data) details.data = error.data;
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(JSON.stringify(details)));
  return { code: CODES[error.kind], details: error.code, metadata };
}

const AWAY: ReadonlySet<Status> = new Set([Status.UNAVAILABLE, Status.DEADLINE_EXCEEDED, Status.CANCELLED]);
/** The library's words for a connection that broke off, which it also tells as INTERNAL or RESOURCE_EXHAUSTED. */
const OF_THE_CONNECTION = /^(?:Received RST_STREAM|Write error|Bandwidth exhausted)/;

/** The error that the service threw, or what a failed call means to the caller. */
export function fromStatus(error: ServiceError): AppError {
  const sent = error.metadata.get(DETAILS)[0];
  if (Buffer.isBuffer(sent)) {
    const { kind, code, message, ...rest } = JSON.parse(sent.toString('utf8')) as Details;
    return new AppError(kind, code, message, { ...rest, cause: error });
  }
  if (AWAY.has(error.code) || OF_THE_CONNECTION.test(error.details)) {
    return new AppError(
      'unavailable',
      'service_unavailable',
      'The service is not reachable right now. Try again shortly.',
      {
        cause: error,
      },
    );
  }
  // The library's words; the service had answered.
  if (error.details.includes('parsing error') || error.details.includes('Received message larger'))
    return replyLost(error);
  return new AppError('internal', 'internal_error', 'Something went wrong on our side. Try again later.', {
    cause: error,
  });
}
