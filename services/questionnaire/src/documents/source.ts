import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Random access to a file's bytes. Files live on disk while they are read, so that a 100 MB upload whose questions are in
 * a 1 MB sheet costs 1 MB of memory.
 */
export interface ByteSource {
  /** Bytes in all. */
  readonly size: number;
  /** Reads `length` bytes from `offset` (fewer at the end of the file). Synchronous: readers run in worker threads. */
  read(offset: number, length: number): Uint8Array;
}

/** A file on disk. The descriptor stays open until `close`. */
export class FileSource implements ByteSource {
  readonly size: number;
  readonly #descriptor: number;
  #open = true;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
  }

  static open(path: string): FileSource {
    return new FileSource(openSync(path, 'r'));
  }

  read(offset: number, length: number): Uint8Array {
    const wanted = Math.max(0, Math.min(length, this.size - offset));
    const bytes = Buffer.allocUnsafe(wanted);
    let got = 0;
    while (got < wanted) {
      const count = readSync(this.#descriptor, bytes, got, wanted - got, offset + got);
      if (count === 0) break;
      got += count;
    }
    return bytes.subarray(0, got);
  }

  close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/** Bytes that are in memory already. */
export class BytesSource implements ByteSource {
  readonly size: number;

  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }

  read(offset: number, length: number): Uint8Array {
    return this.bytes.subarray(Math.max(0, offset), Math.max(0, offset) + Math.max(0, length));
  }
}

/** Limits of one reading; exceeding one ends in a `DocumentError`. */
export interface ReadLimits {
  /** Wall-clock time of reading and extraction together, milliseconds. */
  timeMs: number;
  /** Heap of the worker thread, MB. */
  heapMb: number;
  /** Bytes inflated from all parts that are read, together. */
  inflatedBytes: number;
  /** Cells that hold something, over all sheets. */
  cells: number;
  /** Rows that hold something, over all sheets; without it only the cells are limited. */
  rows?: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  timeMs: 60_000,
  heapMb: 1024,
  inflatedBytes: 300 * 1024 * 1024,
  cells: 5_000_000,
  rows: 2_000_000,
};

/** What the uploader said the file is. */
export interface DeclaredType {
  fileName: string;
  /** Lower case, without parameters; '' when nothing was declared (the extension decides). */
  mimeType: string;
}
