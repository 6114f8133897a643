/**
 * The errors that may cross an edge. A service throws an `AppError`; the rpc server turns it into a gRPC status with
 * details, the gateway into problem+json. Anything else is unknown: it is logged where it is caught and crosses no edge.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported_type'
  | 'unsupported_encoding'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

export interface FieldError {
  /** Dotted path of the field ("assignees.0.type"), or the parameter's name. */
  path: string;
  message: string;
}

export interface AppErrorOptions {
  /** One per wrong field, for `invalid`. */
  errors?: FieldError[];
  /** Public extra facts, e.g. `{ open_questions: 3 }`. */
  data?: Record<string, string | number | boolean>;
  /** Internal; never sent. */
  cause?: unknown;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  /** Stable snake_case code, e.g. "questionnaire_not_found". */
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  readonly data: Record<string, string | number | boolean> | undefined;

  /** `message` is public: it says what to do and holds no internals. */
  constructor(kind: ErrorKind, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.errors = options.errors;
    this.data = options.data;
  }
}

export const notFound = (what: string): AppError =>
  new AppError('not_found', `${what}_not_found`, `No such ${what.replaceAll('_', ' ')}. Check the identifier.`);

/** The refusal of input that is wrong; its text names the first wrong field. */
export const invalid = (errors: FieldError[], code = 'invalid_input'): AppError =>
  new AppError('invalid', code, errors[0] ? named(errors[0]) : 'The input is invalid.', { errors });

const named = ({ path, message }: FieldError): string =>
  path === '' || message.includes(path) ? message : `${path}: ${message}`;

/** A failure that the same input will always meet: retrying is useless. */
export class TerminalError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TerminalError';
    this.code = code;
  }
}

/** Whether a failure is a plain no, said before anything is written. Every other one may come in the middle of a write. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.kind !== 'unavailable' && error.kind !== 'internal';
