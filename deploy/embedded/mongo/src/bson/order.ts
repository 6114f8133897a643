import { badValue } from '../errors.js';
import {
  EMPTY_ARRAY_TAG,
  isBinary,
  isCode,
  isLong,
  isObjectId,
  isRegExp,
  isTimestamp,
  TypeTag,
  typeTag,
} from './values.js';
import type { Document } from './values.js';

/** Stands for an array without elements where an index or a sort looks at its elements. */
export const EMPTY_ARRAY = Symbol('empty array');

/**
 * Writes values as bytes whose memcmp order is MongoDB's order of the values (type bracket, then value), each value
 * self-delimiting, so that several of them in a row order as a compound key. Equal values give equal bytes and only they.
 */
export class KeyWriter {
  private bytes = Buffer.allocUnsafe(256);
  private length = 0;

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  /** Appends one value; `descending` inverts its bytes. */
  add(value: unknown, descending = false): this {
    const start = this.length;
    this.value(value);
    if (descending) for (let at = start; at < this.length; at++) this.bytes[at] = ~this.bytes[at]! & 0xff;
    return this;
  }

  take(): Buffer {
    const out = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return out;
  }

  private byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  private raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** UTF-8 with 00 escaped as 00 FF, ended by 00 01: no key is the beginning of another, and a longer string is greater. */
  private string(value: string): void {
    this.room(value.length * 3 + 2);
    const start = this.length;
    this.length += this.bytes.write(value, start, 'utf8');
    if (this.bytes.subarray(start, this.length).includes(0)) {
      const escaped: number[] = [];
      for (const byte of this.bytes.subarray(start, this.length)) escaped.push(...(byte === 0 ? [0, 0xff] : [byte]));
      this.length = start;
      this.raw(Uint8Array.from(escaped));
    }
    this.byte(0);
    this.byte(1);
  }

  /** An order-preserving double, then how far an int64 is from the double nearest to it (at most ±512). */
  private number(value: number, correction = 0): void {
    this.room(10);
    const at = this.length;
    this.length += 10;
    if (Number.isNaN(value)) {
      this.bytes.fill(0, at, at + 10);
      return;
    }
    this.bytes.writeDoubleBE(value === 0 ? 0 : value, at);
    if (this.bytes[at]! & 0x80) for (let i = at; i < at + 8; i++) this.bytes[i] = ~this.bytes[i]! & 0xff;
    else this.bytes[at] = this.bytes[at]! | 0x80;
    this.bytes.writeUInt16BE(0x8000 + correction, at + 8);
  }

  private value(value: unknown): void {
    if (value === EMPTY_ARRAY) {
      this.byte(EMPTY_ARRAY_TAG);
      return;
    }
    const tag = typeTag(value);
    this.byte(tag);
    if (typeof value === 'string') this.string(value);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'boolean') this.byte(Number(value));
    else if (Array.isArray(value)) {
      for (const element of value) this.value(element);
      this.byte(0);
    } else if (value instanceof Date) this.int64(BigInt(value.getTime()));
    else if (isLong(value)) {
      const double = value.toNumber();
      this.number(double, Number(value.toBigInt() - BigInt(double)));
    } else if (isObjectId(value)) this.raw(value.id);
    else if (isBinary(value)) {
      const bytes = value.buffer.subarray(0, value.position);
      this.room(5);
      this.length = this.bytes.writeUInt32BE(bytes.length, this.length);
      this.byte(value.sub_type);
      this.raw(bytes);
    } else if (isTimestamp(value)) {
      this.room(8);
      this.length = this.bytes.writeUInt32BE(value.t, this.length);
      this.length = this.bytes.writeUInt32BE(value.i, this.length);
    } else if (isRegExp(value)) {
      this.string(value.pattern);
      this.string(value.options);
    } else if (isCode(value)) this.string(value.code);
    else if (tag === TypeTag.object) {
      for (const [name, field] of Object.entries(value as Document)) {
        this.byte(typeTag(field));
        this.string(name);
        this.value(field);
      }
      this.byte(0);
    }
  }

  private int64(value: bigint): void {
    this.room(8);
    this.length = this.bytes.writeBigUInt64BE(BigInt.asUintN(64, value) ^ 0x8000_0000_0000_0000n, this.length);
  }
}

const writer = new KeyWriter();

/** The key bytes of one value. */
export function encodeKey(value: unknown, descending = false): Buffer {
  return writer.add(value, descending).take();
}

/** The key bytes of several values in a row; `descending[i]` inverts the i-th. */
export function encodeCompoundKey(values: readonly unknown[], descending: readonly boolean[]): Buffer {
  for (let i = 0; i < values.length; i++) writer.add(values[i], descending[i]);
  return writer.take();
}

/** The least byte string greater than every string that starts with `prefix`. */
export function prefixEnd(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (last >= 0 && prefix[last] === 0xff) last--;
  if (last < 0) throw badValue('key without an upper bound');
  const out = Buffer.from(prefix.subarray(0, last + 1));
  out[last]!++;
  return out;
}

/** Compares UTF-16 strings in the order of their UTF-8 bytes (surrogates sort above U+E000..U+FFFF). */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      if (x >= 0xe000) x -= 0x2000;
      else x += 0x2000;
      if (y >= 0xe000) y -= 0x2000;
      else y += 0x2000;
    }
    return x - y;
  }
  return a.length - b.length;
}

/** MongoDB's order over all BSON values; 0 only for values that MongoDB takes as equal. Missing counts as null. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    if (a === b) return 0;
    if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
    return Number.isNaN(b) || a > b ? 1 : -1;
  }
  if (a === EMPTY_ARRAY || b === EMPTY_ARRAY) return Buffer.compare(encodeKey(a), encodeKey(b));
  const tagA = typeTag(a);
  const tagB = typeTag(b);
  if (tagA !== tagB) return tagA - tagB;
  if (tagA === TypeTag.null || a === b) return 0;
  if (tagA === TypeTag.bool) return Number(a) - Number(b);
  if (tagA === TypeTag.date) return (a as Date).getTime() - (b as Date).getTime();
  return Buffer.compare(encodeKey(a), encodeKey(b));
}

export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** Where the value that starts at `at` in ascending key bytes ends. */
export function encodedValueEnd(bytes: Buffer, at: number): number {
  const tag = bytes.readUInt8(at);
  const stringEnd = (from: number): number => {
    let end = bytes.indexOf(0, from);
    while (end >= 0 && bytes[end + 1] === 0xff) end = bytes.indexOf(0, end + 2);
    if (end < 0) throw badValue('damaged index key');
    return end + 2;
  };
  switch (tag) {
    case TypeTag.number:
      return at + 11;
    case TypeTag.string:
    case TypeTag.javascript:
      return stringEnd(at + 1);
    case TypeTag.regex:
      return stringEnd(stringEnd(at + 1));
    case TypeTag.bool:
      return at + 2;
    case TypeTag.date:
    case TypeTag.timestamp:
      return at + 9;
    case TypeTag.objectId:
      return at + 13;
    case TypeTag.binData:
      return at + 6 + bytes.readUInt32BE(at + 1);
    case TypeTag.array: {
      let end = at + 1;
      while (bytes.readUInt8(end) !== 0) end = encodedValueEnd(bytes, end);
      return end + 1;
    }
    case TypeTag.object: {
      let end = at + 1;
      while (bytes.readUInt8(end) !== 0) end = encodedValueEnd(bytes, stringEnd(end + 1));
      return end + 1;
    }
    default:
      return at + 1;
  }
}
