import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  accessSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DATA_FILE, DataDirectoryError, DataDirectoryLockedError } from './data-file.js';
import { Sqlite, sqliteCode } from './sqlite.js';

/** Bytes of a Unix socket's path that every platform takes (sun_path is 104 bytes on macOS, 108 on Linux, with its end). */
const MAX_SOCKET_PATH = 103;

const LOCK_FILE = 'lock.sqlite';
const SOCKET_FOLDER = 'run';
const SOCKET_FILE = 'mongo.sock';

/** SQLite makes the files beside the data file, with the mode of that one. */
const OWN_FILES = [DATA_FILE, `${DATA_FILE}-wal`, `${DATA_FILE}-shm`, LOCK_FILE, `${LOCK_FILE}-journal`];
/** The bit of a folder that is everybody's, as /tmp has. */
const STICKY = 0o1000;

/**
 * Makes a directory (0700) and those above it. One level at a time: where the system takes no directories (/proc), Node's
 * own `recursive` never comes back.
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Makes the directory if need be, and it and the database's files their owner's alone (0700, 0600), whatever they were; a readable
 * error when it cannot be written.
 */
export function prepareDirectory(dataDir: string): void {
  try {
    makeDirectory(resolve(dataDir));
    if ((statSync(dataDir).mode & STICKY) === 0) tighten(dataDir, 0o700);
    for (const name of OWN_FILES) tighten(join(dataDir, name), 0o600);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EROFS'
        ? 'is on a read-only disk'
        : code === 'EACCES'
          ? 'is not writable'
          : `cannot be used (${message})`;
    throw new DataDirectoryError(`the data directory ${dataDir} ${reason}`, { cause: error });
  }
}

/** Takes away what others may do; what belongs to somebody else stays as it is, and so does what is not there. */
function tighten(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP'].includes(code)) throw error;
  }
}

/**
 * An empty file that only its owner can read, when there is none: SQLite would make one for everybody. One that is there is not
 * opened: closing it again would release the locks that this process holds on it.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes the data file when there is none. Call it under the lock. */
export const makeDataFile = (dataDir: string): void => makeFile(join(dataDir, DATA_FILE));

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
  makeFile(join(dataDir, LOCK_FILE));
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
