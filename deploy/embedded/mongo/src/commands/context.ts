import { isDocument, typeName } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode, typeMismatch, unsupported } from '../errors.js';
import type { Deadline } from '../plan/run.js';
import type { Collection } from '../storage/catalog.js';
import type { Store } from '../storage/store.js';
import type { CursorRegistry } from './cursors.js';

/** A line for the log of whoever runs the server. Holds names of fields and counts, never a value of a document. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface CommandContext {
  readonly store: Store;
  readonly cursors: CursorRegistry;
  readonly log: (entry: LogEntry) => void;
  readonly deadline: Deadline;
  readonly db: string;
  readonly name: string;
  readonly command: Document;
  /** Encoded documents of the message's sections (`documents`, `updates`, `deletes`). */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
}

/** A reply as a document, or already encoded. */
export type Reply = Document | Buffer;

export interface Command {
  readonly run: (context: CommandContext) => Reply;
  /** Writes run inside the transaction of the current batch. */
  readonly writes: boolean;
}

const COMMON = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/** Refuses every field of the command that is neither understood nor harmless, so that none is ignored silently. */
export function allowFields(context: CommandContext, ...known: readonly string[]): void {
  const { command, name } = context;
  if ('txnNumber' in command || 'startTransaction' in command || 'autocommit' in command) {
    throw new CommandError(
      ErrorCode.IllegalOperation,
      'Transaction numbers are only allowed on a replica set member or mongos',
    );
  }
  for (const [field, value] of Object.entries(command)) {
    if (field === name || COMMON.has(field) || known.includes(field)) continue;
    if (UNSUPPORTED_FIELDS.has(field)) {
      if (isDefault(value)) continue;
      throw unsupported(`The option ${field} of ${name}`);
    }
    throw new CommandError(ErrorCode.UnknownField, `BSON field '${name}.${field}' is an unknown field.`);
  }
}

const UNSUPPORTED_FIELDS = new Set([
  'collation',
  'let',
  'min',
  'max',
  'tailable',
  'awaitData',
  'oplogReplay',
  'noCursorTimeout',
  'returnKey',
  'showRecordId',
  'arrayFilters',
  'bypassDocumentValidation',
  'encryptionInformation',
  'capped',
  'size',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'indexOptionDefaults',
  'storageEngine',
  'commitQuorum',
  'sampleSize',
  'bypassEmptyTsReplacement',
]);

function isDefault(value: unknown): boolean {
  if (value === false || value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isDocument(value) && (Object.keys(value).length === 0 || value.locale === 'simple');
}

export function stringField(command: Document, field: string): string {
  const value = command[field];
  if (typeof value !== 'string')
    throw typeMismatch(`BSON field '${field}' is the wrong type '${typeName(value)}', expected type 'string'`);
  return value;
}

export function documentField(command: Document, field: string): Document {
  const value = command[field];
  if (value === undefined || value === null) return {};
  if (!isDocument(value))
    throw typeMismatch(`BSON field '${field}' is the wrong type '${typeName(value)}', expected type 'object'`);
  return value;
}

/** A whole number ≥ 0, or `fallback` when the field is absent. */
export function countField(command: Document, field: string, fallback: number): number {
  const value = command[field];
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw typeMismatch(`BSON field '${field}' must be an integer`);
  if (value < 0) throw new CommandError(51024, `BSON field '${field}' value must be >= 0, actual value '${value}'`);
  return value;
}

export function booleanField(command: Document, field: string): boolean {
  const value = command[field];
  return value === true || (typeof value === 'number' && value !== 0);
}

/** The collection a command names in its first field; undefined when it does not exist (which reads as empty). */
export function targetCollection(context: CommandContext): Collection | undefined {
  return context.store.catalog.find(context.db, stringField(context.command, context.name));
}

export function targetOrCreate(context: CommandContext): Collection {
  return (
    targetCollection(context) ?? context.store.catalog.create(context.db, stringField(context.command, context.name))
  );
}
