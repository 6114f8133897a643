import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppError,
  ChunkWriter,
  gridFsIndexes,
  micros,
  newId,
  readChunks,
  release,
  YoungGarbage,
  type Clock,
  type IndexDeclaration,
} from '@candor/runtime';
import { GridFSBucket, type Collection, type Db, type ObjectId } from 'mongodb';
import type { FileDocument } from './documents.js';

export const FILE_INDEXES: IndexDeclaration[] = [{ keys: { state: 1, createdAt: 1 } }, { keys: { organizationId: 1 } }];

const BUCKET = 'files';

export const GRID_INDEXES = gridFsIndexes(BUCKET);

export interface StoredFile {
  fileId: string;
  size: number;
  sha256: string;
}

/** Uploaded files in GridFS. A document that names the owner is written before the first byte. */
export class FileStore {
  private readonly bucket: GridFSBucket;
  private readonly files: Collection<FileDocument>;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {
    this.bucket = new GridFSBucket(db, { bucketName: BUCKET });
    this.files = db.collection<FileDocument>('file_owners');
  }

  /**
   * Stores a stream as it comes; fails with `too_large` above `maxBytes`. What fails is removed. The pieces of the stream
   * are empty afterwards: their memory is given back.
   */
  async write(
    organizationId: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile> {
    const fileId = newId();
    await this.files.insertOne({ _id: fileId, organizationId, state: 'writing', createdAt: micros(this.clock) });
    const hash = createHash('sha256');
    const chunks = new ChunkWriter(this.db, BUCKET, fileId);
    const garbage = new YoungGarbage();
    let size = 0;
    try {
      for await (const piece of bytes) {
        size += piece.byteLength;
        if (size > maxBytes) throw tooLarge(maxBytes);
        hash.update(piece);
        await chunks.add(piece);
        garbage.passed(piece.byteLength);
        release(piece);
      }
      await chunks.finish(name);
    } catch (error) {
      await chunks.settle();
      await this.remove(organizationId, fileId);
      throw error;
    }
    return { fileId, size, sha256: hash.digest('hex') };
  }

  /** Says whose file it will be, before rows of that questionnaire are written. */
  async assign(organizationId: string, fileId: string, questionnaireId: string): Promise<void> {
    await this.files.updateOne({ _id: fileId, organizationId }, { $set: { questionnaireId } });
  }

  /** Its owner exists now: the sweeper must not touch it any more. */
  async own(organizationId: string, fileId: string): Promise<void> {
    await this.files.updateOne({ _id: fileId, organizationId }, { $set: { state: 'owned' } });
  }

  /** Runs `work` on a copy on disk that is removed afterwards. */
  async withLocalCopy<R>(organizationId: string, fileId: string, work: (path: string) => Promise<R>): Promise<R> {
    const copy = await this.localCopy(organizationId, fileId);
    try {
      return await work(copy.path);
    } finally {
      await copy.remove();
    }
  }

  /** A copy on disk, readable by this process's user only, until `remove` is called. */
  async localCopy(organizationId: string, fileId: string): Promise<{ path: string; remove(): Promise<void> }> {
    const owner = await this.files.findOne({ _id: fileId, organizationId });
    if (!owner) throw new AppError('not_found', 'file_not_found', 'The stored file is gone.');
    const folder = await mkdtemp(join(tmpdir(), 'candor-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const path = join(folder, 'document');
      await this.copyTo(fileId, path);
      return { path, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Nobody waits for a copy as for an upload: it may cost time instead of memory. */
  private async copyTo(fileId: string, path: string): Promise<void> {
    const garbage = new YoungGarbage(8 * 1024 * 1024);
    const copy = await open(path, 'wx', 0o600);
    try {
      for await (const bytes of readChunks(this.db, BUCKET, fileId)) {
        await copy.appendFile(bytes);
        garbage.passed(bytes.byteLength);
        release(bytes);
      }
    } finally {
      await copy.close();
    }
  }

  async remove(organizationId: string, fileId: string): Promise<void> {
    const owner = await this.files.findOne({ _id: fileId, organizationId });
    if (!owner) return;
    await this.removeBytes(fileId);
    await this.files.deleteOne({ _id: fileId, organizationId });
  }

  /** System scope: removes files whose upload broke off before `before` (microseconds). */
  async removeAbandoned(before: number, isOwned: (file: FileDocument) => Promise<boolean>): Promise<void> {
    for await (const file of this.files.find({ state: 'writing', createdAt: { $lt: before } })) {
      if (await isOwned(file)) await this.own(file.organizationId, file._id);
      else await this.remove(file.organizationId, file._id);
    }
  }

  private async removeBytes(fileId: string): Promise<void> {
    // An upload that broke off has chunks but no file entry yet; `delete` removes chunks first and then misses the entry.
    await this.bucket.delete(gridId(fileId)).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.startsWith('File not found')) throw error;
    });
  }
}

/** GridFS takes any `_id`; the driver's types know only its own kind. */
const gridId = (id: string): ObjectId => id as unknown as ObjectId;

export const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'too_large',
    'file_too_large',
    `The file is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB. Split it, or remove embedded content.`,
    {
      data: { max_bytes: maxBytes },
    },
  );
