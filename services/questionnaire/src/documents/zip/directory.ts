import { DocumentError } from '../errors.js';
import type { ByteSource } from '../source.js';

export interface ZipEntry {
  /** Name as written in the directory. */
  name: string;
  method: number;
  compressedSize: number;
  /** Size after inflating, as the directory says; not to be trusted. */
  size: number;
  /** Offset of the local header. */
  offset: number;
  encrypted: boolean;
}

export interface EndOfCentralDirectory {
  directoryOffset: number;
  directorySize: number;
  entryCount: number;
}

const END_RECORD = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END_RECORD = 0x06064b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD_SIZE = 22;
const MAX_COMMENT = 0xffff;
/** A package has hundreds of parts; a directory of more than this is an attack or not a document. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;

/** Finds the end record in the last 64 KB (APPNOTE 4.3.16), and its zip64 form when the file has one. */
export function findEndOfCentralDirectory(source: ByteSource): EndOfCentralDirectory | undefined {
  const tailSize = Math.min(source.size, END_RECORD_SIZE + MAX_COMMENT);
  const tail = Buffer.from(source.read(source.size - tailSize, tailSize));
  for (let at = tail.length - END_RECORD_SIZE; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END_RECORD) continue;
    const end = {
      entryCount: tail.readUInt16LE(at + 10),
      directorySize: tail.readUInt32LE(at + 12),
      directoryOffset: tail.readUInt32LE(at + 16),
    };
    const position = source.size - tailSize + at;
    const needsZip64 =
      end.entryCount === 0xffff || end.directorySize === 0xffffffff || end.directoryOffset === 0xffffffff;
    const found = (needsZip64 ? zip64End(source, position) : undefined) ?? end;
    if (found.directoryOffset + found.directorySize <= source.size) return found;
  }
  return undefined;
}

function zip64End(source: ByteSource, endPosition: number): EndOfCentralDirectory | undefined {
  const locator = Buffer.from(source.read(Math.max(0, endPosition - 20), 20));
  if (locator.length < 20 || locator.readUInt32LE(0) !== ZIP64_LOCATOR) return undefined;
  const record = Buffer.from(source.read(Number(locator.readBigUInt64LE(8)), 56));
  if (record.length < 56 || record.readUInt32LE(0) !== ZIP64_END_RECORD) return undefined;
  return {
    entryCount: Number(record.readBigUInt64LE(32)),
    directorySize: Number(record.readBigUInt64LE(40)),
    directoryOffset: Number(record.readBigUInt64LE(48)),
  };
}

/** Entries by part key. Of parts with one name the first counts, as in Office. */
export function readCentralDirectory(source: ByteSource, end: EndOfCentralDirectory): Map<string, ZipEntry> {
  if (end.directorySize > MAX_DIRECTORY_BYTES) throw new DocumentError('too_large_inflated', 'too many parts');
  const bytes = Buffer.from(source.read(end.directoryOffset, end.directorySize));
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === CENTRAL_HEADER;) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const entry: ZipEntry = {
      name,
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    };
    applyZip64(entry, bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    const key = partKey(name);
    if (!entries.has(key)) entries.set(key, entry);
    at = next;
  }
  return entries;
}

/** Sizes that do not fit 32 bits stand in the extra field 1, in this order, only those that are needed (APPNOTE 4.5.3). */
function applyZip64(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + length);
      let offset = 0;
      const take = (): number => {
        offset += 8;
        return field.length >= offset ? Number(field.readBigUInt64LE(offset - 8)) : 0;
      };
      if (entry.size === 0xffffffff) entry.size = take();
      if (entry.compressedSize === 0xffffffff) entry.compressedSize = take();
      if (entry.offset === 0xffffffff) entry.offset = take();
      return;
    }
    at += 4 + length;
  }
}

/** Key of a part name: lower case, forward slashes, no leading slash. */
export function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
