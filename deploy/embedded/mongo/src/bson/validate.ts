import { CommandError, unsupported } from '../errors.js';
import { skipValue } from './decode.js';

function fail(what: string): never {
  throw new CommandError(22, `Invalid BSON: ${what}`);
}

/** Refuses bytes that are not one well-formed document of supported types: what is stored must be readable for ever. */
export function validateDocument(bytes: Buffer, offset = 0, limit = bytes.length, depth = 0): void {
  if (depth > 180) fail('nested too deep');
  if (offset + 5 > limit) fail('truncated document');
  const end = offset + bytes.readInt32LE(offset);
  if (end > limit || end < offset + 5 || bytes[end - 1] !== 0) fail('document length');
  let at = offset + 4;
  while (at < end - 1) {
    const type = bytes.readUInt8(at++);
    const nameEnd = bytes.indexOf(0, at);
    if (nameEnd < 0 || nameEnd >= end - 1 + Number(type === 0x0a || type === 0x7f || type === 0xff)) fail('field name');
    if (nameEnd - at === 9 && bytes.toString('latin1', at, nameEnd) === '_bsontype') {
      throw unsupported('A field named _bsontype');
    }
    at = nameEnd + 1;
    if ((type === 0x02 || type === 0x03 || type === 0x04 || type === 0x05 || type === 0x0d) && at + 4 > end)
      fail('length');
    if (type === 0x03 || type === 0x04) validateDocument(bytes, at, end - 1, depth + 1);
    if (type === 0x02 || type === 0x0d) {
      const length = bytes.readInt32LE(at);
      if (length < 1 || at + 4 + length > end - 1 || bytes[at + 3 + length] !== 0) fail('string');
    }
    if (type === 0x05 && bytes.readInt32LE(at) < 0) fail('binary length');
    at = skipValue(bytes, type, at);
    if (at > end - 1) fail('value beyond its document');
  }
}
