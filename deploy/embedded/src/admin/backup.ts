import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupEmbeddedMongo, DATA_FILE, startEmbeddedMongo } from '@candor/embedded-mongo';
import { keptFiles } from '@candor/questionnaire';
import { AppError, connectMongo, filesIn, syncDirectory, tighten } from '@candor/runtime';
import { filesDirectory, makeFilesDirectory } from '../files-directory.js';

export interface Backup {
  /** The copy, ready to be used as a data directory. */
  directory: string;
  bytes: number;
  collections: number;
  files: number;
  /** Ids of files that the database tells of, and that are lost or damaged. */
  lost: string[];
}

/** A file can be deleted between the copy of the database and its own; then both are copied again. */
const MOST_ATTEMPTS = 5;

/**
 * Copies the data of an embedded Candor, which may be running, into a directory that is new or empty: one consistent state
 * of the database, and every file that it tells of. The copy of the database has its name only when all is there.
 */
export async function backup(dataDir: string, target: string): Promise<Backup> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0)
    throw new AppError('conflict', 'not_empty', `the backup directory ${target} is not empty`);
  await tighten(target);
  const files = await makeFilesDirectory(target);
  const staging = join(target, 'unfinished');
  let copied: Backup;
  try {
    copied = await copyBoth(dataDir, { target, staging, files });
    await syncDirectory(files);
    await rename(join(staging, DATA_FILE), join(target, DATA_FILE));
  } catch (error) {
    for (const made of [staging, files]) await rm(made, { recursive: true, force: true });
    throw error;
  }
  // From here on it is a backup, whatever else fails.
  await syncDirectory(target);
  await rm(staging, { recursive: true, force: true });
  return copied;
}

interface Places {
  target: string;
  staging: string;
  files: string;
}

/** Until no file was deleted meanwhile; one that is missing twice in a row was not deleted, but is lost. */
async function copyBoth(dataDir: string, { target, staging, files }: Places): Promise<Backup> {
  let missingBefore: string | undefined;
  for (let attempt = 1; ; attempt++) {
    await rm(staging, { recursive: true, force: true });
    const report = await backupEmbeddedMongo({ dataDir, target: staging });
    const needed = await keptFilesIn(staging);
    const { bytes, missing } = await copyFiles(filesDirectory(dataDir), files, needed);
    const missingNow = missing.join();
    if (missingNow === '' || missingNow === missingBefore || attempt === MOST_ATTEMPTS)
      return {
        directory: target,
        bytes: report.bytes + bytes,
        collections: report.collections.length,
        files: needed.size - missing.length,
        lost: missing,
      };
    missingBefore = missingNow;
  }
}

/** The files that a copy of the database tells of: bytes by ids. */
async function keptFilesIn(dataDir: string): Promise<Map<string, number>> {
  const database = await startEmbeddedMongo({ dataDir });
  try {
    const mongo = await connectMongo(database.url, 'candor-admin');
    try {
      return await keptFiles(mongo.db('candor_questionnaire'));
    } finally {
      await mongo.close();
    }
  } finally {
    await database.close();
  }
}

/** Makes `to` hold the `needed` files and no other; those of which `from` has not all bytes are missing. */
async function copyFiles(
  from: string,
  to: string,
  needed: ReadonlyMap<string, number>,
): Promise<{ bytes: number; missing: string[] }> {
  for (const id of await filesIn(to)) if (!needed.has(id)) await rm(join(to, id));
  const there = new Set(await filesIn(to));
  const missing: string[] = [];
  let bytes = 0;
  for (const [id, length] of needed) {
    const copy = join(to, id);
    if (!there.has(id) && !(await copyOne(join(from, id), copy))) missing.push(id);
    else if ((await syncFile(copy)) === length) bytes += length;
    else {
      await rm(copy);
      missing.push(id);
    }
  }
  return { bytes, missing };
}

/** False when there is no such file. A file is never changed after it was written. */
async function copyOne(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Its bytes, which are on disk then. */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
