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
}

export const DEFAULT_READ_LIMITS: ReadLimits = {
  timeMs: 60_000,
  heapMb: 1024,
  inflatedBytes: 300 * 1024 * 1024,
  cells: 5_000_000,
};

/** What the uploader said the file is. */
export interface DeclaredType {
  fileName: string;
  /** Lower case, without parameters; '' when nothing was declared (the extension decides). */
  mimeType: string;
}
