import { ObjectId } from 'bson';
import { decodeElement, rawElements } from '../bson/decode.js';
import { encodeDocument, idElementOf, withIdFirst } from '../bson/encode.js';
import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { validateDocument } from '../bson/validate.js';
import { badValue, CommandError, ErrorCode } from '../errors.js';
import type { Command, CommandContext } from './context.js';
import { allowFields, targetOrCreate } from './context.js';

const MAX_BATCH = 100_000;

/** A write error of one document or statement, as the reply lists it. */
export function writeError(index: number, error: CommandError): Document {
  return { index, code: error.code, errmsg: error.message, ...error.details };
}

/** The encoded statements of a write command, from its sections or from its body. */
export function statementsOf(context: CommandContext, field: string): readonly Buffer[] {
  const section = context.sequences.get(field);
  const inBody = context.command[field];
  const statements =
    section ?? (Array.isArray(inBody) ? inBody.map((one) => encodeDocument(one as Document)) : undefined);
  if (!statements)
    throw new CommandError(40414, `BSON field '${context.name}.${field}' is missing but a required field`);
  if (statements.length === 0 || statements.length > MAX_BATCH) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${statements.length} operations.`,
    );
  }
  return statements;
}

/** Refuses what MongoDB takes as no `_id`; a regex, an array or a `$`-field inside it. */
export function checkId(id: unknown): void {
  const dollar = isDocument(id) && Object.keys(id).some((name) => name.startsWith('$'));
  if (Array.isArray(id) || (typeof id === 'object' && id !== null && 'pattern' in id) || dollar) {
    throw new CommandError(
      ErrorCode.InvalidIdField,
      "The '_id' value cannot be of type array or regex, or have $-prefixed fields",
    );
  }
}

/** Checks a document that comes in and puts an `_id` first. */
export function prepareDocument(raw: Buffer): Buffer {
  validateDocument(raw);
  let position = 0;
  for (const element of rawElements(raw)) {
    if (element.name.startsWith('$')) {
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `Document can't have $ prefixed field names: ${element.name}`,
      );
    }
    if (element.name === '_id') {
      checkId(decodeElement(raw, element));
      // The caller's bytes may be a part of a larger message.
      return position === 0 ? raw : withIdFirst(raw, raw.subarray(element.start, element.end));
    }
    position++;
  }
  return withIdFirst(raw, idElementOf(new ObjectId()));
}

function insert(context: CommandContext): Document {
  allowFields(context, 'documents', 'ordered');
  const statements = statementsOf(context, 'documents');
  const { ordered } = context.command;
  if (ordered !== undefined && typeof ordered !== 'boolean') throw badValue('ordered must be a boolean');
  const collection = targetOrCreate(context);
  const writeErrors: Document[] = [];
  let n = 0;
  for (const [index, raw] of statements.entries()) {
    try {
      context.store.insert(collection, prepareDocument(raw));
      n++;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push(writeError(index, error));
      if (ordered !== false) break;
    }
  }
  return writeErrors.length > 0 ? { n, writeErrors } : { n };
}

export const insertCommands: Readonly<Record<string, Command>> = { insert: { run: insert, writes: true } };
