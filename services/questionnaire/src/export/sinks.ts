import { closeSync, openSync, writeSync } from 'node:fs';
import type { ByteSink } from './model.js';

/** Writes to a new file that only this process's user may read. */
export class FileSink implements ByteSink {
  readonly #descriptor: number;
  #open = true;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w', 0o600);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at, bytes.length - at);
  }

  close(): void {
    if (this.#open) closeSync(this.#descriptor);
    this.#open = false;
  }
}

/** Keeps the bytes in memory. */
export class MemorySink implements ByteSink {
  readonly #chunks: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}
