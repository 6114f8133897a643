import * as zlib from 'node:zlib';

/** Tables for slicing by four (zlib's "little" CRC-32, polynomial 0xEDB88320). */
const TABLES = makeTables();

function makeTables(): [Int32Array, Int32Array, Int32Array, Int32Array] {
  const tables: [Int32Array, Int32Array, Int32Array, Int32Array] = [
    new Int32Array(256),
    new Int32Array(256),
    new Int32Array(256),
    new Int32Array(256),
  ];
  for (let n = 0; n < 256; n++) {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    tables[0][n] = value;
  }
  for (let n = 0; n < 256; n++) {
    let value = tables[0][n]!;
    for (const table of [tables[1], tables[2], tables[3]]) {
      value = tables[0][value & 0xff]! ^ (value >>> 8);
      table[n] = value;
    }
  }
  return tables;
}

/** The native one is there from Node 20.15 on. */
const native = (zlib as { crc32?: (bytes: Uint8Array, before?: number) => number }).crc32;

/** CRC-32 of bytes, continued from the CRC of what stands before them (0 at the start). Unsigned. */
export function crc32(bytes: Uint8Array, before = 0): number {
  return native === undefined ? crc32BySlicing(bytes, before) : native(bytes, before);
}

/** The same without native help. */
export function crc32BySlicing(bytes: Uint8Array, before = 0): number {
  const [one, two, three, four] = TABLES;
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc = four[crc & 0xff]! ^ three[(crc >>> 8) & 0xff]! ^ two[(crc >>> 16) & 0xff]! ^ one[crc >>> 24]!;
  }
  for (; at < bytes.length; at++) crc = one[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}
