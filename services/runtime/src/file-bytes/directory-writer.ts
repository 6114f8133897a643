import { open, type FileHandle } from 'node:fs/promises';
import { release } from '../release.js';
import type { FileWriter } from './file-bytes.js';

/** What may wait while the disk takes what came before; above this, who sends waits. */
const WAITING_BYTES = 512 * 1024;
/** What is written is sent to the disk in such stretches while more comes, so that little is left for the end. */
const SYNC_BYTES = 8 * 1024 * 1024;
/** Of Node's four threads for files and names; a slow disk must not take all of them. */
const MOST_SYNCS = 2;

/** Writes one new file (mode 0600): each time as many pieces as have come meanwhile, in one call. */
export class DirectoryWriter implements FileWriter {
  private handle: FileHandle | undefined;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private length = 0;
  private unsynced = 0;
  private writing: Promise<void> = Promise.resolve();
  private busy = false;
  private syncing: Promise<void> = Promise.resolve();

  /** `finished` is called with the name and the bytes when the file is on disk. */
  constructor(
    private readonly path: string,
    private readonly finished: (name: string, length: number) => Promise<void>,
  ) {}

  async add(piece: Uint8Array): Promise<void> {
    this.waiting.push(piece);
    this.waitingBytes += piece.byteLength;
    this.start();
    if (this.waitingBytes >= WAITING_BYTES) await this.writing;
  }

  async finish(name: string): Promise<void> {
    this.start();
    await this.writing;
    await this.syncing;
    await this.handle?.sync();
    await this.close();
    await this.finished(name, this.length);
  }

  async settle(): Promise<void> {
    await this.writing.catch(() => undefined);
    await this.syncing.catch(() => undefined);
    await this.close().catch(() => undefined);
  }

  private start(): void {
    if (this.busy) return;
    this.busy = true;
    this.writing = this.writeAll();
    // Told to whoever next waits for it.
    this.writing.catch(() => undefined);
  }

  /** Stays busy when it fails: what comes after is not written behind a gap. */
  private async writeAll(): Promise<void> {
    this.handle ??= await open(this.path, 'wx', 0o600);
    while (this.waiting.length > 0) await this.writeWaiting(this.handle);
    this.busy = false;
  }

  private async writeWaiting(handle: FileHandle): Promise<void> {
    const pieces = this.waiting;
    const bytes = this.waitingBytes;
    this.waiting = [];
    this.waitingBytes = 0;
    await writeWhole(handle, pieces);
    for (const piece of pieces) release(piece);
    this.length += bytes;
    this.unsynced += bytes;
    if (this.unsynced < SYNC_BYTES || syncs >= MOST_SYNCS) return;
    await this.syncing;
    this.unsynced = 0;
    this.syncing = syncInBackground(handle);
    // Told to whoever next waits for it.
    this.syncing.catch(() => undefined);
  }

  private async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close();
  }
}

/** Under way in this process. */
let syncs = 0;

async function syncInBackground(handle: FileHandle): Promise<void> {
  syncs++;
  try {
    await handle.datasync();
  } finally {
    syncs--;
  }
}

/** A call may write less than it was given. */
async function writeWhole(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces;
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest);
    const next = rest.findIndex((piece) => {
      bytesWritten -= piece.byteLength;
      return bytesWritten < 0;
    });
    if (next < 0) return;
    const [cut, ...others] = rest.slice(next);
    rest = [cut!.subarray(cut!.byteLength + bytesWritten), ...others];
  }
}
