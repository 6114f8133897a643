import { join } from 'node:path';
import { DATA_FILE, DataDirectoryError } from '@candor/embedded-mongo';
import { filesIn, sizeOf, tighten } from '@candor/runtime';
import { filesDirectory } from './files-directory.js';

/** Holds the address of the embedded database while it runs. */
export const databaseUrlFile = (dataDir: string): string => join(dataDir, 'database-url');

/**
 * Looks at the data directory before its database is opened: files of an earlier start become their owner's alone. Throws a
 * `DataDirectoryError` when the database is gone or empty while uploaded files are there: a new one would let the sweeper remove
 * them all, and take the place of the one that was lost.
 */
export async function lookAtDataDirectory(dataDir: string): Promise<void> {
  try {
    await tighten(databaseUrlFile(dataDir));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    throw new DataDirectoryError(`the data directory ${dataDir} cannot be used (${reason})`, { cause: error });
  }
  const file = join(dataDir, DATA_FILE);
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > 0) return;
  const files = (await filesIn(filesDirectory(dataDir))).length;
  const unsaved = (await sizeOf(`${file}-wal`)) ?? 0;
  if (files === 0 && unsaved === 0) return;
  const others =
    files > 0 ? `${filesDirectory(dataDir)} holds ${files} uploaded files` : `${file}-wal holds changes of it`;
  throw new DataDirectoryError(
    `The database ${file} is ${bytes === undefined ? 'not there' : 'empty'}, but ${others}: put ${DATA_FILE} back from a backup, or move the contents of ${dataDir} away to start anew.`,
  );
}
