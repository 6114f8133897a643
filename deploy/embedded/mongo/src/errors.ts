/** MongoDB's own error codes that this server answers with (src/mongo/base/error_codes.yml). */
export const ErrorCode = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  CannotIndexParallelArrays: 171,
  ExceededMemoryLimit: 292,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  UnknownGroupOperator: 15952,
  UnrecognizedStage: 40324,
  UnknownField: 40415,
  InvalidRegex: 51091,
} as const;

const NAMES = new Map<number, string>(Object.entries(ErrorCode).map(([name, code]) => [code, name]));

/** An error the client is answered with; everything else that is thrown becomes code 1 without details. */
export class CommandError extends Error {
  override name = 'CommandError';

  constructor(
    readonly code: number,
    message: string,
    /** Further fields of the reply, such as `keyPattern` and `keyValue` of a duplicate key. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  get codeName(): string {
    return NAMES.get(this.code) ?? `Location${this.code}`;
  }
}

export function badValue(message: string): CommandError {
  return new CommandError(ErrorCode.BadValue, message);
}

/** What MongoDB has and this server has not: said by name, never a silent difference. */
export function unsupported(what: string): CommandError {
  return new CommandError(ErrorCode.FailedToParse, `${what} is not supported by the embedded database`);
}

export function typeMismatch(message: string): CommandError {
  return new CommandError(ErrorCode.TypeMismatch, message);
}
