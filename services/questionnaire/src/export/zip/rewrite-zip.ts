import { DocumentError } from '../../documents/errors.js';
import type { ByteSource } from '../../documents/source.js';
import { findEndOfCentralDirectory, partKey } from '../../documents/zip/directory.js';
import type { ByteSink } from '../model.js';
import type { DeflatedPart } from './deflated-part.js';

const COPY_STEP = 256 * 1024;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD_SIZE = 22;
/** General purpose bit 3: sizes follow the data. They stand in the headers of what we write. */
const SIZES_FOLLOW = 0x0008;

interface Record {
  /** The record's fixed part, name, extra and comment, as they are in the directory. */
  header: Buffer;
  name: Buffer;
  extra: Buffer;
  comment: Buffer;
  key: string;
  compressedSize: number;
  size: number;
  offset: number;
}

/** New content of a part by its key. */
export type ReplacedParts = ReadonlyMap<string, DeflatedPart>;

/**
 * Writes the archive again with some parts replaced. All others are copied as compressed bytes, in the same order and with
 * the same names, times and attributes. Of parts with one name only the first is replaced: it is the one that counts.
 */
export function rewriteZip(source: ByteSource, replaced: ReplacedParts, sink: ByteSink): void {
  const { records, comment } = readRecords(source);
  const done = new Set<string>();
  const directory: Buffer[] = [];
  let offset = 0;
  const write = (bytes: Uint8Array): void => {
    sink.write(bytes);
    offset += bytes.length;
  };
  for (const record of records) {
    const isFirst = !done.has(record.key);
    done.add(record.key);
    const part = isFirst ? replaced.get(record.key) : undefined;
    const start = offset;
    if (part === undefined) copyRecord(source, record, write);
    else writePart(record, part, write);
    directory.push(directoryEntry(record, part, start));
  }
  const directoryOffset = offset;
  for (const entry of directory) write(entry);
  write(endRecord(directory.length, offset - directoryOffset, directoryOffset, comment));
}

function readRecords(source: ByteSource): { records: Record[]; comment: Buffer } {
  const end = findEndOfCentralDirectory(source);
  if (end === undefined) throw new DocumentError('file_damaged', 'the zip directory is missing');
  const bytes = Buffer.from(source.read(end.directoryOffset, end.directorySize));
  const records: Record[] = [];
  for (let at = 0; at + 46 <= bytes.length && bytes.readUInt32LE(at) === CENTRAL_HEADER;) {
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const commentEnd = extraEnd + bytes.readUInt16LE(at + 32);
    const record: Record = {
      header: bytes.subarray(at, at + 46),
      name: bytes.subarray(at + 46, nameEnd),
      extra: bytes.subarray(nameEnd, extraEnd),
      comment: bytes.subarray(extraEnd, commentEnd),
      key: partKey(bytes.toString('utf8', at + 46, nameEnd)),
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    takeZip64(record);
    records.push(record);
    at = commentEnd;
  }
  const tail = Buffer.from(source.read(Math.max(0, source.size - 0xffff - END_RECORD_SIZE), 0xffff + END_RECORD_SIZE));
  const mark = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const comment = mark < 0 ? Buffer.alloc(0) : tail.subarray(mark + END_RECORD_SIZE);
  return { records, comment: comment.length > 0xffff ? Buffer.alloc(0) : comment };
}

/** Takes sizes from the zip64 field and drops it: an upload is far below what needs it. */
function takeZip64(record: Record): void {
  const kept: Buffer[] = [];
  for (let at = 0; at + 4 <= record.extra.length;) {
    const next = at + 4 + record.extra.readUInt16LE(at + 2);
    if (record.extra.readUInt16LE(at) !== 1) kept.push(record.extra.subarray(at, next));
    else {
      let from = at + 4;
      const take = (present: number): number => {
        if (present !== 0xffffffff || from + 8 > next) return present;
        from += 8;
        return Number(record.extra.readBigUInt64LE(from - 8));
      };
      record.size = take(record.size);
      record.compressedSize = take(record.compressedSize);
      record.offset = take(record.offset);
    }
    at = next;
  }
  record.extra = Buffer.concat(kept);
}

function copyRecord(source: ByteSource, record: Record, write: (bytes: Uint8Array) => void): void {
  const local = Buffer.from(source.read(record.offset, 30));
  if (local.length < 30) throw new DocumentError('file_damaged', 'a part of the package is missing');
  const start = record.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  write(localHeader(record, record.header.readUInt32LE(16), record.compressedSize, record.size, false));
  for (let at = 0; at < record.compressedSize;) {
    const bytes = source.read(start + at, Math.min(COPY_STEP, record.compressedSize - at));
    if (bytes.length === 0) throw new DocumentError('file_damaged', 'a part of the package is cut off');
    // The source may hand out its own memory; a sink keeps what it gets.
    write(Uint8Array.from(bytes));
    at += bytes.length;
  }
}

function writePart(record: Record, part: DeflatedPart, write: (bytes: Uint8Array) => void): void {
  const blocks = part.finish();
  write(localHeader(record, part.crc, part.compressedSize, part.size, true));
  for (const block of blocks) write(block);
}

function localHeader(record: Record, crc: number, compressedSize: number, size: number, deflated: boolean): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  record.header.copy(header, 4, 6, 16); // version needed, flags, method, time, date
  header.writeUInt16LE(flagsOf(record, deflated), 6);
  if (deflated) header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(compressedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(record.name.length, 26);
  return Buffer.concat([header, record.name]);
}

/** Bits 1 and 2 tell how an older compressor worked and say nothing of ours. */
const flagsOf = (record: Record, deflated: boolean): number =>
  record.header.readUInt16LE(8) & ~SIZES_FOLLOW & (deflated ? ~0x0006 : ~0);

function directoryEntry(record: Record, part: DeflatedPart | undefined, offset: number): Buffer {
  const header = Buffer.from(record.header);
  header.writeUInt16LE(flagsOf(record, part !== undefined), 8);
  if (part !== undefined) {
    header.writeUInt16LE(8, 10);
    header.writeUInt32LE(part.crc, 16);
  }
  header.writeUInt32LE(part?.compressedSize ?? record.compressedSize, 20);
  header.writeUInt32LE(part?.size ?? record.size, 24);
  header.writeUInt16LE(record.extra.length, 30);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, record.name, record.extra, record.comment]);
}

function endRecord(entries: number, size: number, offset: number, comment: Buffer): Buffer {
  const record = Buffer.alloc(END_RECORD_SIZE);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, comment]);
}
