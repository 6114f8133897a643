import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  accessSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirectoryLockedError } from './data-file.js';
import { Sqlite, sqliteCode } from './sqlite.js';

/** Bytes of a Unix socket's path that every platform takes (sun_path is 104 bytes on macOS, 108 on Linux, with its end). */
const MAX_SOCKET_PATH = 103;

const LOCK_FILE = 'lock.sqlite';
const SOCKET_FOLDER = 'run';
const SOCKET_FILE = 'mongo.sock';

/** Makes the directory (0700) if need be; a readable error when it cannot be written. */
export function prepareDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EROFS'
        ? 'is on a read-only disk'
        : code === 'EACCES'
          ? 'is not writable'
          : `cannot be used (${message})`;
    throw new Error(`the data directory ${dataDir} ${reason}`, { cause: error });
  }
}

/** Makes a new file's name durable. */
export function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Takes the directory's lock: an exclusive SQLite transaction on a file of its own, held by the operating system for as
 * long as the process lives, so that no kill leaves it behind. Returns the release.
 */
export function lockDirectory(dataDir: string): () => void {
  const lock = new Sqlite(join(dataDir, LOCK_FILE));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY') === true) {
      throw new DataDirectoryLockedError(`the data directory ${dataDir} is in use by another process`, {
        cause: error,
      });
    }
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** A place for the Unix socket that nobody else can enter: in the data directory, or under /tmp when that path is too long. */
export function socketPlace(dataDir: string): { path: string; remove: () => void } {
  const inside = join(dataDir, SOCKET_FOLDER);
  if (Buffer.byteLength(join(inside, SOCKET_FILE)) <= MAX_SOCKET_PATH) {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    chmodSync(inside, 0o700);
    const path = join(inside, SOCKET_FILE);
    return { path, remove: () => rmSync(path, { force: true }) };
  }
  const fresh = mkdtempSync(join(tmpdir(), 'candor-mongo-'));
  return { path: join(fresh, SOCKET_FILE), remove: () => rmSync(fresh, { recursive: true, force: true }) };
}
