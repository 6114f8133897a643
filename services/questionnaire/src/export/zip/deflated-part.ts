import { constants, deflateRawSync } from 'node:zlib';
import { crc32 } from './crc32.js';

/** Uncompressed bytes that are compressed at once. */
const BLOCK_BYTES = 512 * 1024;
/** A last, empty block with fixed codes (RFC 1951, 3.2.6). */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/**
 * Compresses a part as it is written: each block ends at a byte (a sync flush), and blocks in a row are one stream, so
 * that only compressed bytes are held, with the speed of the native compressor.
 */
export class DeflatedPart {
  readonly #compressed: Uint8Array[] = [];
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  size = 0;
  crc = 0;
  compressedSize = 0;

  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= BLOCK_BYTES) this.#flush();
  }

  /** The compressed part; nothing can be written after it. */
  finish(): readonly Uint8Array[] {
    this.#flush();
    this.#add(LAST_BLOCK);
    return this.#compressed;
  }

  #flush(): void {
    if (this.#waitingBytes === 0) return;
    this.#add(deflateRawSync(Buffer.concat(this.#waiting), { level: 4, finishFlush: constants.Z_SYNC_FLUSH }));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #add(bytes: Uint8Array): void {
    this.#compressed.push(bytes);
    this.compressedSize += bytes.length;
  }
}
