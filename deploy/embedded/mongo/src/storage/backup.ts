import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkDataFile } from './check.js';
import type { CheckReport } from './check.js';
import { syncDirectory } from './data-directory.js';
import { DATA_FILE } from './data-file.js';
import { Sqlite } from './sqlite.js';

export interface BackupReport {
  /** The copy, ready to be used as a data directory. */
  readonly directory: string;
  readonly bytes: number;
  readonly collections: CheckReport['collections'];
}

function openDataFile(dataDir: string): Sqlite {
  const file = join(dataDir, DATA_FILE);
  if (!existsSync(file)) throw new Error(`there is no data in ${dataDir}`);
  const sqlite = new Sqlite(file);
  sqlite.exec('PRAGMA busy_timeout = 10000');
  return sqlite;
}

export function checkDirectory(dataDir: string): CheckReport {
  const sqlite = openDataFile(dataDir);
  try {
    return checkDataFile(sqlite);
  } finally {
    sqlite.close();
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Copies the data into a directory that is new or empty: one consistent state, while a server may go on writing. The copy
 * has its name only once it is complete, on disk and checked.
 */
export function backupDirectory(dataDir: string, target: string): BackupReport {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (readdirSync(target).length > 0) throw new Error(`the backup directory ${target} is not empty`);
  const partial = join(target, `${DATA_FILE}.partial`);
  try {
    const source = openDataFile(dataDir);
    try {
      // SQLite takes an empty file, and would make one that everybody can read.
      closeSync(openSync(partial, 'wx', 0o600));
      source.run('VACUUM INTO ?', [partial]);
    } finally {
      source.close();
    }
    const copy = new Sqlite(partial);
    let report: CheckReport;
    try {
      report = checkDataFile(copy);
    } finally {
      copy.close();
    }
    if (!report.ok) throw new Error(`the data is damaged: ${report.problems.slice(0, 5).join('; ')}`);
    syncFile(partial);
    renameSync(partial, join(target, DATA_FILE));
    syncDirectory(target);
    return { directory: target, bytes: statSync(join(target, DATA_FILE)).size, collections: report.collections };
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
