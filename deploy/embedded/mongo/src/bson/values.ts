import type { Binary, BSONRegExp, Code, Long, ObjectId, Timestamp } from 'bson';

/** A decoded document. Numbers are plain; an int64 beyond 2^53 is a `Long`; `undefined` means "field is missing". */
export type Document = Record<string, unknown>;

interface BsonTyped {
  readonly _bsontype: string;
}

export function bsonType(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as Partial<BsonTyped>)._bsontype : undefined;
}

/** True for an embedded document: not an array, not a date, not one of bson's value classes. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    (value as Partial<BsonTyped>)._bsontype === undefined
  );
}

export function isLong(value: unknown): value is Long {
  return bsonType(value) === 'Long';
}

export function isObjectId(value: unknown): value is ObjectId {
  return bsonType(value) === 'ObjectId';
}

export function isRegExp(value: unknown): value is BSONRegExp {
  return bsonType(value) === 'BSONRegExp';
}

export function isBinary(value: unknown): value is Binary {
  return bsonType(value) === 'Binary';
}

export function isTimestamp(value: unknown): value is Timestamp {
  return bsonType(value) === 'Timestamp';
}

export function isCode(value: unknown): value is Code {
  return bsonType(value) === 'Code';
}

export function isNumeric(value: unknown): value is number | Long {
  return typeof value === 'number' || isLong(value);
}

/** BSON types in the order MongoDB compares them; the numbers are also the first byte of an index key. */
export const TypeTag = {
  minKey: 0x05,
  null: 0x0a,
  number: 0x10,
  string: 0x20,
  object: 0x28,
  array: 0x30,
  binData: 0x38,
  objectId: 0x40,
  bool: 0x48,
  date: 0x50,
  timestamp: 0x58,
  regex: 0x60,
  javascript: 0x68,
  maxKey: 0xf0,
} as const;

/** An empty array's key in an index or sort: below null, as MongoDB's `undefined`. */
export const EMPTY_ARRAY_TAG = 0x08;

const TAG_OF_BSON_CLASS: Readonly<Record<string, number>> = {
  Long: TypeTag.number,
  Int32: TypeTag.number,
  Double: TypeTag.number,
  ObjectId: TypeTag.objectId,
  Binary: TypeTag.binData,
  Timestamp: TypeTag.timestamp,
  BSONRegExp: TypeTag.regex,
  Code: TypeTag.javascript,
  MinKey: TypeTag.minKey,
  MaxKey: TypeTag.maxKey,
};

/** The BSON order class of a value; a missing value counts as null. */
export function typeTag(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return TypeTag.string;
    case 'number':
      return TypeTag.number;
    case 'boolean':
      return TypeTag.bool;
    case 'undefined':
      return TypeTag.null;
    default:
  }
  if (value === null) return TypeTag.null;
  if (Array.isArray(value)) return TypeTag.array;
  if (value instanceof Date) return TypeTag.date;
  const type = bsonType(value);
  if (type === undefined) return TypeTag.object;
  const tag = TAG_OF_BSON_CLASS[type];
  if (tag === undefined) throw new TypeError(`no BSON order for ${type}`);
  return tag;
}

const TYPE_NAMES = new Map<number, string>([
  ...Object.entries(TypeTag).map(([name, tag]): [number, string] => [tag, name]),
  [TypeTag.number, 'number'],
]);

/** MongoDB's alias of a value's type, for messages and `$type`. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  return TYPE_NAMES.get(typeTag(value)) ?? 'unknown';
}
