import { open, readdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, Db } from 'mongodb';
import { AppError } from '../errors.js';
import { DirectoryWriter } from './directory-writer.js';
import type { ByteRange, FileBytes, FilesEntry, FileWriter } from './file-bytes.js';
import { GridFsBytes } from './grid-fs-bytes.js';

const READ_BYTES = 512 * 1024;
const ID = /^[\w-]+$/;

/**
 * Files in a directory, named by their ids: where the database is this machine's own. Their entries stand in the database
 * beside those of GridFS, and what an earlier release put into GridFS is read and removed there. A file is on disk before
 * its entry is written.
 */
export class DirectoryBytes implements FileBytes {
  private readonly entries: Collection<FilesEntry>;
  private readonly grid: GridFsBytes;

  /** `directory` exists. */
  constructor(
    private readonly directory: string,
    db: Db,
    bucketName: string,
  ) {
    this.entries = db.collection(`${bucketName}.files`);
    this.grid = new GridFsBytes(db, bucketName);
  }

  writer(fileId: string): FileWriter {
    const writer = new DirectoryWriter(this.placeOf(fileId), async (filename, length) => {
      await syncDirectory(this.directory);
      const uploadDate = new Date();
      await this.entries.insertOne({ _id: fileId, length, chunkSize: 0, uploadDate, filename, keptIn: 'directory' });
    });
    return {
      add: (piece) => writer.add(piece).catch(asStorageError),
      finish: (name) => writer.finish(name).catch(asStorageError),
      settle: () => writer.settle(),
    };
  }

  async *read(fileId: string, range: ByteRange = { start: 0, end: Infinity }): AsyncGenerator<Uint8Array> {
    const path = await this.pathOf(fileId);
    if (path === undefined) {
      yield* this.grid.read(fileId, range);
      return;
    }
    const file = await openStored(path, fileId);
    try {
      const { size } = await file.stat();
      const end = Math.min(size, range.end);
      for (let at = range.start; at < end;) {
        const piece = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at));
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw lacking(fileId, size, at);
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async pathOf(fileId: string): Promise<string | undefined> {
    const entry = await this.entries.findOne({ _id: fileId });
    if (entry?.keptIn !== 'directory') return undefined;
    const path = this.placeOf(fileId);
    const size = await sizeOf(path);
    if (size !== entry.length) throw lacking(fileId, entry.length, size ?? 0);
    return path;
  }

  /** The entry first: it never tells of a file that is gone. Whoever asks for the removal asks again if it breaks off. */
  async remove(fileId: string): Promise<void> {
    await this.grid.remove(fileId);
    const place = this.placeOf(fileId);
    if ((await sizeOf(place)) === undefined) return;
    await unlink(place);
    // Or it might be there again after a loss of power, and nobody would know of it.
    await syncDirectory(this.directory);
  }

  private placeOf(fileId: string): string {
    if (!ID.test(fileId)) throw new Error(`${JSON.stringify(fileId)} is no id of a file`);
    return join(this.directory, fileId);
  }
}

const lacking = (fileId: string, stored: number, at: number): Error =>
  new Error(`file ${fileId} lacks bytes: ${stored} were stored, what follows byte ${at} is not there`);

/** Between finding a file and opening it, it may be removed. */
async function openStored(path: string, fileId: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new Error(`the bytes of file ${fileId} are gone`, { cause: error });
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** The ids of the files in a directory; none when it does not exist. What systems put there by themselves is left out. */
export async function filesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => ID.test(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Bytes of a file; undefined when there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Some file systems have no such call for directories, and some systems need none. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES']);

/** Makes it durable which files a directory holds. */
export async function syncDirectory(path: string): Promise<void> {
  let directory: FileHandle | undefined;
  try {
    directory = await open(path, 'r');
    await directory.sync();
  } catch (error) {
    if (!CANNOT_SYNC.has(codeOf(error) ?? '')) throw error;
  } finally {
    await directory?.close();
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT']);

/** What the system says of the disk, in words for who sent the file, without naming the place. */
function asStorageError(error: unknown): never {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // A name that is taken is our own mistake.
  if (syscall === undefined || code === 'EEXIST') throw error;
  const why = FULL.has(code)
    ? 'The disk that keeps files is full. Nothing was stored; try again when there is room.'
    : NOT_WRITABLE.has(code)
      ? 'The folder that keeps files cannot be written. Nothing was stored; try again later.'
      : 'The disk that keeps files fails. Nothing was stored; try again later.';
  throw new AppError('unavailable', 'storage_unavailable', why, { cause: error });
}
