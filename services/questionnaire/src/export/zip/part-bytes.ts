import { inflateRawSync } from 'node:zlib';
import type { ReadBudget } from '../../documents/budget.js';
import { DocumentError } from '../../documents/errors.js';
import type { ByteSource } from '../../documents/source.js';
import type { ZipEntry } from '../../documents/zip/directory.js';
import type { ZipArchive } from '../../documents/zip/zip-archive.js';

/** Parts up to this many bytes are inflated at once, by the native inflater; larger ones piece by piece. */
const AT_ONCE_BYTES = 48 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
/** Where the sizes of a local header's name and extra field stand. */
const LOCAL_HEADER_BYTES = 30;

/** A part that is read more than once. */
export class RereadPart {
  #whole: Uint8Array | undefined;

  constructor(
    private readonly source: ByteSource,
    private readonly archive: ZipArchive,
    private readonly entry: ZipEntry,
    private readonly budget: ReadBudget,
  ) {}

  /** The part's bytes from its beginning. Charged to the budget each time that they are inflated. */
  *chunks(): Generator<Uint8Array> {
    const { entry } = this;
    if (entry.method !== 8 || entry.encrypted || entry.size > AT_ONCE_BYTES || entry.compressedSize === 0) {
      yield* this.archive.chunks(entry);
      return;
    }
    const whole = (this.#whole ??= this.#inflate());
    for (let at = 0; at < whole.length; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
  }

  #inflate(): Uint8Array {
    const { source, entry, budget } = this;
    const header = Buffer.from(source.read(entry.offset, LOCAL_HEADER_BYTES));
    if (header.length < LOCAL_HEADER_BYTES) throw new DocumentError('file_damaged', 'a part of the package is missing');
    const start = entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
    try {
      const bytes = inflateRawSync(source.read(start, entry.compressedSize), { maxOutputLength: AT_ONCE_BYTES });
      budget.chargeInflated(bytes.length);
      return bytes;
    } catch (error) {
      if (error instanceof DocumentError) throw error;
      throw new DocumentError('file_damaged', 'a part of the package cannot be unpacked', { cause: error });
    }
  }
}
