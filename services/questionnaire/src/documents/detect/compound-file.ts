import { DocumentError } from '../errors.js';
import type { ByteSource } from '../source.js';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEADER_SIZE = 512;
const DIRECTORY_ENTRY_SIZE = 128;
/** Office files have tens of streams; more sectors of directory than this are damage or an attack. */
const MAX_DIRECTORY_SECTORS = 4_096;
const LAST_REGULAR_SECTOR = 0xfffffffa;

/** Whether the bytes begin a compound file (the container of .xls, .doc and of encrypted packages). */
export function isCompoundFile(head: Uint8Array): boolean {
  return SIGNATURE.equals(head.subarray(0, SIGNATURE.length));
}

/**
 * Names of the streams and storages of a compound file, read from its directory alone (MS-CFB 2.2 to 2.6).
 * Throws `file_damaged` when the directory cannot be reached.
 */
export function compoundFileNames(source: ByteSource): string[] {
  const header = Buffer.from(source.read(0, HEADER_SIZE));
  if (header.length < HEADER_SIZE) throw new DocumentError('file_damaged', 'the file is cut off');
  const sectorSize = 1 << header.readUInt16LE(30);
  if (sectorSize !== 512 && sectorSize !== 4096) throw new DocumentError('file_damaged', 'malformed compound file');
  const readSector = (sector: number): Buffer => {
    const bytes = Buffer.from(source.read((sector + 1) * sectorSize, sectorSize));
    if (bytes.length === 0) throw new DocumentError('file_damaged', 'the file is cut off');
    return bytes;
  };
  const fatSectors = fatSectorNumbers(header, sectorSize, readSector);
  const next = (sector: number): number => {
    const perSector = sectorSize / 4;
    const fatSector = fatSectors[Math.floor(sector / perSector)];
    if (fatSector === undefined) return LAST_REGULAR_SECTOR + 1;
    const bytes = readSector(fatSector);
    const offset = (sector % perSector) * 4;
    return offset + 4 <= bytes.length ? bytes.readUInt32LE(offset) : LAST_REGULAR_SECTOR + 1;
  };
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; sector <= LAST_REGULAR_SECTOR; count++) {
    if (count > MAX_DIRECTORY_SECTORS) throw new DocumentError('file_damaged', 'malformed compound file');
    names.push(...entryNames(readSector(sector)));
    sector = next(sector);
  }
  return names;
}

/** Sectors that hold the allocation table: 109 are named in the header, further ones in a chain of their own. */
function fatSectorNumbers(header: Buffer, sectorSize: number, readSector: (sector: number) => Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 76; at < HEADER_SIZE; at += 4) numbers.push(header.readUInt32LE(at));
  let chain = header.readUInt32LE(68);
  for (let count = 0; chain <= LAST_REGULAR_SECTOR && count < MAX_DIRECTORY_SECTORS; count++) {
    const bytes = readSector(chain);
    if (bytes.length < sectorSize) break;
    for (let at = 0; at < sectorSize - 4; at += 4) numbers.push(bytes.readUInt32LE(at));
    chain = bytes.readUInt32LE(sectorSize - 4);
  }
  return numbers.filter((number) => number <= LAST_REGULAR_SECTOR);
}

function entryNames(sector: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + DIRECTORY_ENTRY_SIZE <= sector.length; at += DIRECTORY_ENTRY_SIZE) {
    const nameBytes = Math.min(64, sector.readUInt16LE(at + 64));
    if (nameBytes > 2) names.push(sector.toString('utf16le', at, at + nameBytes - 2));
  }
  return names;
}
