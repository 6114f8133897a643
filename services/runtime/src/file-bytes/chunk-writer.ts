import { Binary, type Collection, type Db } from 'mongodb';
import { newId } from '../ids.js';
import type { IndexDeclaration } from '../mongo.js';
import { release } from '../release.js';
import type { FilesEntry } from './file-bytes.js';

interface ChunkDocument {
  _id: string;
  files_id: string;
  n: number;
  data: Binary;
}

/** Collection → its indexes, of a bucket that is written with `ChunkWriter`. */
export const gridFsIndexes = (bucket: string): Record<string, IndexDeclaration[]> => ({
  [`${bucket}.files`]: [{ keys: { filename: 1, uploadDate: 1 } }],
  [`${bucket}.chunks`]: [{ keys: { files_id: 1, n: 1 }, unique: true }],
});

/** A document of 512 KB, with what stands beside the bytes. */
const CHUNK_BYTES = 510 * 1024;

/**
 * Writes one file as GridFS keeps it (specification "GridFS", MongoDB): chunks of one size, the last may be shorter, then
 * the entry. The driver's own stream copies each byte twice more, and leaves memory of that size behind for each chunk;
 * this one collects the next chunk while the last is written, in the same two pieces of memory throughout.
 */
export class ChunkWriter {
  private readonly files: Collection<FilesEntry>;
  private readonly chunks: Collection<ChunkDocument>;
  /** Of `chunkBytes` each: for what comes, what is being written, and what comes next. */
  private collecting: Buffer | undefined;
  private writing: Buffer | undefined;
  private spare: Buffer | undefined;
  private filled = 0;
  private count = 0;
  private length = 0;
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    db: Db,
    bucket: string,
    private readonly fileId: string,
    private readonly chunkBytes = CHUNK_BYTES,
  ) {
    this.files = db.collection(`${bucket}.files`);
    this.chunks = db.collection(`${bucket}.chunks`);
  }

  /** Resolves when more may be added; `bytes` is not looked at afterwards. */
  async add(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, this.chunkBytes - this.filled);
      this.collecting ??= this.takeSpare() ?? Buffer.allocUnsafeSlow(this.chunkBytes);
      this.collecting.set(part, this.filled);
      this.filled += part.length;
      rest = rest.subarray(part.length);
      if (this.filled === this.chunkBytes) await this.writeChunk(this.collecting);
    }
  }

  /** Writes what is left, and the entry, with which the file is there. */
  async finish(name: string): Promise<void> {
    if (this.collecting) await this.writeChunk(this.collecting);
    await this.written;
    this.giveBack();
    const entry = { length: this.length, chunkSize: this.chunkBytes, uploadDate: new Date(), filename: name };
    await this.files.insertOne({ _id: this.fileId, ...entry });
  }

  /** Waits until nothing is under way any more, however it ends. */
  async settle(): Promise<void> {
    await this.written.catch(() => undefined);
    this.giveBack();
  }

  private async writeChunk(full: Buffer): Promise<void> {
    await this.written;
    this.spare = this.writing;
    this.writing = full;
    this.collecting = undefined;
    const data = new Binary(full.subarray(0, this.filled));
    this.length += this.filled;
    this.filled = 0;
    this.written = this.chunks.insertOne({ _id: newId(), files_id: this.fileId, n: this.count++, data });
    // Told to whoever next waits for it.
    this.written.catch(() => undefined);
  }

  private takeSpare(): Buffer | undefined {
    const { spare } = this;
    this.spare = undefined;
    return spare;
  }

  private giveBack(): void {
    for (const memory of [this.collecting, this.writing, this.spare]) if (memory) release(memory);
    this.collecting = this.writing = this.spare = undefined;
  }
}
