import { isAscii } from 'node:buffer';
import { Binary, BSONRegExp, Code, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { badValue, CommandError, unsupported } from '../errors.js';
import type { Document } from './values.js';

const MAX_DEPTH = 180;

function invalid(what: string): CommandError {
  return new CommandError(22, `Invalid BSON: ${what}`);
}

/** BSON types that this server stores; anything else (decimal128, deprecated types) is refused when it comes in. */
function refuseType(type: number): never {
  if (type === 0x13) throw unsupported('The type decimal128');
  throw unsupported(`The BSON type 0x${type.toString(16).padStart(2, '0')}`);
}

const LONG_TEXT = 2048;

/** Long texts are mostly ASCII, which is copied several times as fast as UTF-8 is decoded. */
function textOf(bytes: Buffer, start: number, end: number): string {
  const isPlain = end - start >= LONG_TEXT && isAscii(bytes.subarray(start, end));
  return bytes.toString(isPlain ? 'latin1' : 'utf8', start, end);
}

class Reader {
  constructor(
    readonly bytes: Buffer,
    public at: number,
  ) {}

  name(): string {
    const start = this.at;
    const end = this.bytes.indexOf(0, start);
    if (end < 0) throw invalid('unterminated field name');
    this.at = end + 1;
    return this.bytes.toString('utf8', start, end);
  }

  string(): string {
    const length = this.bytes.readInt32LE(this.at);
    const start = this.at + 4;
    if (length < 1 || start + length > this.bytes.length) throw invalid('string length');
    this.at = start + length;
    return textOf(this.bytes, start, start + length - 1);
  }

  long(): number | Long {
    const low = this.bytes.readInt32LE(this.at);
    const high = this.bytes.readInt32LE(this.at + 4);
    this.at += 8;
    const value = high * 0x1_0000_0000 + (low >>> 0);
    return Number.isSafeInteger(value) ? value : new Long(low, high);
  }

  value(type: number, depth: number): unknown {
    const { bytes } = this;
    switch (type) {
      case 0x01: {
        this.at += 8;
        return bytes.readDoubleLE(this.at - 8);
      }
      case 0x02:
        return this.string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.array(depth + 1);
      case 0x05: {
        const length = bytes.readInt32LE(this.at);
        const subType = bytes.readUInt8(this.at + 4);
        const start = this.at + 5;
        if (length < 0 || start + length > bytes.length) throw invalid('binary length');
        this.at = start + length;
        // A copy: the value may outlive the message buffer it came in.
        return new Binary(Buffer.from(bytes.subarray(start, start + length)), subType);
      }
      case 0x07: {
        this.at += 12;
        return new ObjectId(Buffer.from(bytes.subarray(this.at - 12, this.at)));
      }
      case 0x08:
        return bytes.readUInt8(this.at++) !== 0;
      case 0x09:
        this.at += 8;
        return new Date(bytes.readInt32LE(this.at - 4) * 0x1_0000_0000 + bytes.readUInt32LE(this.at - 8));
      case 0x0a:
        return null;
      case 0x0b: {
        const pattern = this.name();
        return new BSONRegExp(pattern, this.name());
      }
      case 0x0d:
        return new Code(this.string());
      case 0x10:
        this.at += 4;
        return bytes.readInt32LE(this.at - 4);
      case 0x11:
        this.at += 8;
        return new Timestamp({ t: bytes.readUInt32LE(this.at - 4), i: bytes.readUInt32LE(this.at - 8) });
      case 0x12:
        return this.long();
      case 0x7f:
        return new MaxKey();
      case 0xff:
        return new MinKey();
      default:
        return refuseType(type);
    }
  }

  document(depth: number): Document {
    if (depth > MAX_DEPTH) throw badValue(`BSON nested deeper than ${MAX_DEPTH} levels`);
    const end = this.at + this.bytes.readInt32LE(this.at) - 1;
    this.at += 4;
    const result: Document = {};
    while (this.at < end) {
      const type = this.bytes.readUInt8(this.at++);
      const name = this.name();
      const value = this.value(type, depth);
      if (name === '__proto__') {
        Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
      } else if (name === '_bsontype') {
        throw unsupported('A field named _bsontype');
      } else {
        result[name] = value;
      }
    }
    if (this.at !== end) throw invalid('document length');
    this.at = end + 1;
    return result;
  }

  array(depth: number): unknown[] {
    if (depth > MAX_DEPTH) throw badValue(`BSON nested deeper than ${MAX_DEPTH} levels`);
    const end = this.at + this.bytes.readInt32LE(this.at) - 1;
    this.at += 4;
    const result: unknown[] = [];
    while (this.at < end) {
      const type = this.bytes.readUInt8(this.at++);
      this.at = this.bytes.indexOf(0, this.at) + 1;
      result.push(this.value(type, depth));
    }
    if (this.at !== end) throw invalid('array length');
    this.at = end + 1;
    return result;
  }
}

/** The offset after a value of `type` that starts at `at`. */
export function skipValue(bytes: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return at + 8;
    case 0x02:
    case 0x0d:
      return at + 4 + bytes.readInt32LE(at);
    case 0x03:
    case 0x04:
      return at + bytes.readInt32LE(at);
    case 0x05:
      return at + 5 + bytes.readInt32LE(at);
    case 0x07:
      return at + 12;
    case 0x08:
      return at + 1;
    case 0x0a:
    case 0x7f:
    case 0xff:
      return at;
    case 0x0b:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
    case 0x10:
      return at + 4;
    default:
      return refuseType(type);
  }
}

/** Decodes the document that starts at `offset`; with `only`, just those top-level fields (the rest is skipped unread). */
export function decodeDocument(bytes: Buffer, offset = 0, only?: ReadonlySet<string>): Document {
  const reader = new Reader(bytes, offset);
  return only ? decodeFields(reader, namesOf(only)) : reader.document(0);
}

const encodedNames = new WeakMap<ReadonlySet<string>, readonly (readonly [string, Buffer])[]>();

function namesOf(fields: ReadonlySet<string>): readonly (readonly [string, Buffer])[] {
  let names = encodedNames.get(fields);
  if (!names) {
    names = [...fields].map((name) => [name, Buffer.from(name)] as const);
    encodedNames.set(fields, names);
  }
  return names;
}

/** Reads the named fields, comparing names as bytes and stopping when all have been found: a scan's inner loop. */
function decodeFields(reader: Reader, names: readonly (readonly [string, Buffer])[]): Document {
  const { bytes } = reader;
  const result: Document = {};
  const end = reader.at + bytes.readInt32LE(reader.at) - 1;
  let missing = names.length;
  let at = reader.at + 4;
  while (at < end && missing > 0) {
    const type = bytes[at]!;
    const nameAt = at + 1;
    at = nameAt;
    while (bytes[at] !== 0) at++;
    const name = nameAmong(bytes, nameAt, at, names);
    at++;
    if (name === undefined) {
      at = skipValue(bytes, type, at);
      continue;
    }
    reader.at = at;
    const value = reader.value(type, 0);
    if (name === '__proto__') Object.defineProperty(result, name, { value, enumerable: true });
    else result[name] = value;
    at = reader.at;
    missing--;
  }
  return result;
}

/** The encoded document with just the named top-level fields of another, in its order, copied without decoding them. */
export function pickFields(bytes: Buffer, fields: ReadonlySet<string>): Buffer {
  const names = namesOf(fields);
  const end = bytes.readInt32LE(0) - 1;
  const picked: number[] = [];
  let length = 5;
  for (let at = 4; at < end && picked.length < 2 * names.length;) {
    const start = at++;
    while (bytes[at] !== 0) at++;
    const wanted = nameAmong(bytes, start + 1, at, names) !== undefined;
    at = skipValue(bytes, bytes[start]!, at + 1);
    if (!wanted) continue;
    picked.push(start, at);
    length += at - start;
  }
  const document = Buffer.allocUnsafe(length);
  let to = document.writeInt32LE(length, 0);
  for (let i = 0; i < picked.length; i += 2) to += bytes.copy(document, to, picked[i], picked[i + 1]);
  document[to] = 0;
  return document;
}

function nameAmong(
  bytes: Buffer,
  start: number,
  end: number,
  names: readonly (readonly [string, Buffer])[],
): string | undefined {
  const length = end - start;
  for (const [name, encoded] of names) {
    if (encoded.length !== length) continue;
    let i = 0;
    while (i < length && encoded[i] === bytes[start + i]) i++;
    if (i === length) return name;
  }
  return undefined;
}

/** One top-level element of an encoded document: `value` starts at `valueAt`, the whole element spans `[start, end)`. */
export interface RawElement {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly valueAt: number;
  readonly end: number;
}

/** Walks the top-level elements of the document at `offset` without decoding their values. */
export function* rawElements(bytes: Buffer, offset = 0): Generator<RawElement> {
  const last = offset + bytes.readInt32LE(offset) - 1;
  let at = offset + 4;
  while (at < last) {
    const start = at;
    const type = bytes.readUInt8(at);
    const nameEnd = bytes.indexOf(0, at + 1);
    const valueAt = nameEnd + 1;
    at = skipValue(bytes, type, valueAt);
    yield { name: bytes.toString('utf8', start + 1, nameEnd), type, start, valueAt, end: at };
  }
}

/** Decodes one value found by {@link rawElements}. */
export function decodeElement(bytes: Buffer, element: RawElement): unknown {
  return new Reader(bytes, element.valueAt).value(element.type, 0);
}
