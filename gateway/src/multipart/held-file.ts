import { AppError } from '@candor/runtime';
import type { DeclaredFile } from './file-types.js';
import type { FileSink } from './form.js';

export const MAX_HELD_BYTES = 32 * 1024 * 1024;

/**
 * Keeps a file in memory until it is known whether it may go on to `sink`: for a call with an Idempotency-Key whose service
 * acts on the file while it arrives.
 */
export class HeldFile implements FileSink {
  readonly broken: Promise<never>;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private file: DeclaredFile | undefined;

  constructor(private readonly sink: FileSink) {
    this.broken = sink.broken;
  }

  start(file: DeclaredFile): Promise<void> {
    this.file = file;
    return Promise.resolve();
  }

  write(chunk: Buffer): Promise<void> {
    this.size += chunk.length;
    if (this.size > MAX_HELD_BYTES) {
      const message =
        'With an Idempotency-Key this file may have at most 32 MB. Repeating the call without one is harmless.';
      return Promise.reject(new AppError('too_large', 'file_too_large', message));
    }
    this.chunks.push(Buffer.from(chunk));
    return Promise.resolve();
  }

  /** Sends what was kept. */
  async release(): Promise<void> {
    if (!this.file) throw new Error('there is no file to send');
    await this.sink.start(this.file);
    for (const chunk of this.chunks.splice(0)) await this.sink.write(chunk);
  }
}
