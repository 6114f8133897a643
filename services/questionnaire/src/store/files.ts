import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppError,
  DirectoryBytes,
  GridFsBytes,
  gridFsIndexes,
  micros,
  newId,
  release,
  YoungGarbage,
  type ByteRange,
  type Clock,
  type FileBytes,
  type IndexDeclaration,
} from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { FileDocument } from './documents.js';

export const FILE_INDEXES: IndexDeclaration[] = [{ keys: { state: 1, createdAt: 1 } }, { keys: { organizationId: 1 } }];

const BUCKET = 'files';

export const GRID_INDEXES = gridFsIndexes(BUCKET);

export interface StoredFile {
  fileId: string;
  size: number;
  sha256: string;
}

/**
 * Uploaded files, and exports. A document that names the owner is written before the first byte. The bytes lie in GridFS, or
 * in `directory`, which exists, where the database is this machine's own.
 */
export class FileStore {
  private readonly bytes: FileBytes;
  private readonly files: Collection<FileDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
    directory?: string,
  ) {
    this.bytes = directory === undefined ? new GridFsBytes(db, BUCKET) : new DirectoryBytes(directory, db, BUCKET);
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
    const writer = this.bytes.writer(fileId);
    let size = 0;
    try {
      for await (const piece of bytes) {
        size += piece.byteLength;
        if (size > maxBytes) throw tooLarge(maxBytes);
        hash.update(piece);
        await writer.add(piece);
      }
      await writer.finish(name);
      await this.refuseRemoved(organizationId, fileId);
    } catch (error) {
      await writer.settle();
      // What keeps it from being removed is not what its sender must know; the sweeper removes it later.
      await this.discard(organizationId, fileId).catch(() => undefined);
      throw error;
    }
    return { fileId, size, sha256: hash.digest('hex') };
  }

  /** Says whose file it will be, before rows of that questionnaire are written. */
  async assign(organizationId: string, fileId: string, questionnaireId: string): Promise<void> {
    await this.files.updateOne({ _id: fileId, organizationId }, { $set: { questionnaireId } });
  }

  /** Its owner exists now: the sweeper must not touch it any more, unless it is being removed. */
  async own(organizationId: string, fileId: string): Promise<void> {
    await this.files.updateOne({ _id: fileId, organizationId, state: 'writing' }, { $set: { state: 'owned' } });
  }

  /** Runs `work` on the file on disk, or on a copy that is removed afterwards. */
  async withLocalCopy<R>(organizationId: string, fileId: string, work: (path: string) => Promise<R>): Promise<R> {
    const copy = await this.localCopy(organizationId, fileId);
    try {
      return await work(copy.path);
    } finally {
      await copy.remove();
    }
  }

  /** The file on disk, to be read only, or a copy of it that only this process's user can read, until `remove` is called. */
  async localCopy(organizationId: string, fileId: string): Promise<{ path: string; remove(): Promise<void> }> {
    await this.owned(organizationId, fileId);
    const kept = await this.bytes.pathOf(fileId);
    if (kept !== undefined) return { path: kept, remove: () => Promise.resolve() };
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
      for await (const bytes of this.bytes.read(fileId)) {
        await copy.appendFile(bytes);
        garbage.passed(bytes.byteLength);
        release(bytes);
      }
    } finally {
      await copy.close();
    }
  }

  /** A file that is still being written when this is called is removed by its writer. */
  async remove(organizationId: string, fileId: string): Promise<void> {
    const { matchedCount } = await this.files.updateOne(
      { _id: fileId, organizationId },
      { $set: { state: 'removing' } },
    );
    if (matchedCount > 0) await this.discard(organizationId, fileId);
  }

  private async discard(organizationId: string, fileId: string): Promise<void> {
    await this.bytes.remove(fileId);
    await this.files.deleteOne({ _id: fileId, organizationId });
  }

  /** Its organization may have been erased meanwhile: what was written after that would stay. */
  private async refuseRemoved(organizationId: string, fileId: string): Promise<void> {
    const owner = await this.files.findOne({ _id: fileId, organizationId, state: 'writing' });
    if (!owner) throw new AppError('not_found', 'file_not_found', 'The file was removed while it was written.');
  }

  /** System scope: removes files whose upload broke off before `before` (microseconds). */
  async removeAbandoned(before: number, isOwned: (file: FileDocument) => Promise<boolean>): Promise<void> {
    const left = this.files.find({ state: { $in: ['writing', 'removing'] }, createdAt: { $lt: before } });
    for await (const file of left) {
      if (file.state === 'writing' && (await isOwned(file))) await this.own(file.organizationId, file._id);
      else await this.remove(file.organizationId, file._id);
    }
  }

  /** A part of a file, as one piece. */
  async read(organizationId: string, fileId: string, range: ByteRange): Promise<Buffer> {
    await this.owned(organizationId, fileId);
    const pieces: Uint8Array[] = [];
    for await (const piece of this.bytes.read(fileId, range)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  private async owned(organizationId: string, fileId: string): Promise<void> {
    const owner = await this.files.findOne({ _id: fileId, organizationId });
    if (!owner) throw new AppError('not_found', 'file_not_found', 'The stored file is gone.');
  }
}

export const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'too_large',
    'file_too_large',
    `The file is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB. Split it, or remove embedded content.`,
    {
      data: { max_bytes: maxBytes },
    },
  );
