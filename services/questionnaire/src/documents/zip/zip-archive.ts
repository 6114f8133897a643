import { inflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { ByteSource } from '../source.js';
import { findEndOfCentralDirectory, partKey, readCentralDirectory, type ZipEntry } from './directory.js';

/** Compressed bytes given to the inflater at once: bounds what one step can inflate (a ratio of at most 1,032) to 17 MB. */
const INFLATE_STEP = 16 * 1024;
const READ_STEP = 256 * 1024;
/** Parts that say that they are at most this large are inflated at once, natively, which is several times as fast. */
const SMALL_PART = 32 * 1024 * 1024;
/** Size of the pieces in which an inflated part is handed on. */
const PIECE = 128 * 1024;
const LOCAL_HEADER = 0x04034b50;

/** A zip file, read where it is needed: the directory first, then only the parts that are asked for, in pieces. */
export class ZipArchive {
  private constructor(
    private readonly source: ByteSource,
    private readonly budget: ReadBudget,
    /** By name in lower case, with forward slashes and no leading slash (part names of OPC ignore case). */
    readonly entries: ReadonlyMap<string, ZipEntry>,
  ) {}

  /** Reads the directory. Throws `file_damaged` when there is none, as of a file that was cut off. */
  static open(source: ByteSource, budget: ReadBudget): ZipArchive {
    const end = findEndOfCentralDirectory(source);
    if (end === undefined) throw new DocumentError('file_damaged', 'the zip directory is missing');
    return new ZipArchive(source, budget, readCentralDirectory(source, end));
  }

  entry(name: string): ZipEntry | undefined {
    return this.entries.get(partKey(name));
  }

  /** Throws when a part says that it inflates to more than is left of the budget. */
  checkAnnounced(names: Iterable<string>): void {
    let announced = 0;
    for (const name of names) announced += this.entry(name)?.size ?? 0;
    if (announced > this.budget.inflatableBytes) throw new DocumentError('too_large_inflated');
  }

  /** Content of a part in pieces, charged to the budget as it is inflated. */
  *chunks(entry: ZipEntry): Generator<Uint8Array> {
    if (entry.encrypted) throw new DocumentError('password_protected', 'a part of the package is encrypted');
    const start = this.#dataStart(entry);
    if (entry.method === 0) yield* this.#stored(entry, start);
    else if (entry.method === 8) {
      const whole = this.#inflatedAtOnce(entry, start);
      if (whole === undefined) yield* this.#inflated(entry, start);
      else for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
    } else throw new DocumentError('file_damaged', 'a part is compressed in an unknown way');
  }

  #dataStart(entry: ZipEntry): number {
    const header = Buffer.from(this.source.read(entry.offset, 30));
    if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) {
      throw new DocumentError('file_damaged', 'a part of the package is missing');
    }
    return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  }

  *#compressed(entry: ZipEntry, start: number): Generator<Uint8Array> {
    for (let done = 0; done < entry.compressedSize;) {
      const bytes = this.source.read(start + done, Math.min(READ_STEP, entry.compressedSize - done));
      if (bytes.length === 0) throw new DocumentError('file_damaged', 'a part of the package is cut off');
      done += bytes.length;
      yield bytes;
    }
  }

  *#stored(entry: ZipEntry, start: number): Generator<Uint8Array> {
    for (const bytes of this.#compressed(entry, start)) {
      this.budget.chargeInflated(bytes.length);
      yield bytes;
    }
  }

  /** Inflates a small part; undefined when it is large, or larger than it says. */
  #inflatedAtOnce(entry: ZipEntry, start: number): Uint8Array | undefined {
    if (
      entry.size === 0 ||
      entry.size > Math.min(SMALL_PART, this.budget.inflatableBytes) ||
      entry.compressedSize > entry.size + 1024
    ) {
      return undefined;
    }
    let whole: Uint8Array;
    try {
      whole = inflateRawSync(this.source.read(start, entry.compressedSize), { maxOutputLength: entry.size });
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw new DocumentError('file_damaged', 'a part of the package cannot be unpacked', { cause: error });
    }
    this.budget.chargeInflated(whole.length);
    return whole;
  }

  *#inflated(entry: ZipEntry, start: number): Generator<Uint8Array> {
    let produced: Uint8Array[] = [];
    const inflater = new Inflate((chunk) => {
      this.budget.chargeInflated(chunk.length);
      produced.push(chunk);
    });
    let left = entry.compressedSize;
    if (left === 0) throw new DocumentError('file_damaged', 'a part of the package is empty');
    for (const bytes of this.#compressed(entry, start)) {
      for (let at = 0; at < bytes.length; at += INFLATE_STEP) {
        const step = bytes.subarray(at, at + INFLATE_STEP);
        left -= step.length;
        try {
          inflater.push(step, left === 0);
        } catch (error) {
          if (error instanceof DocumentError) throw error;
          throw new DocumentError('file_damaged', 'a part of the package cannot be unpacked', { cause: error });
        }
        yield* produced;
        produced = [];
      }
    }
  }
}
