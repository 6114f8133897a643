import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DATA_FILE, DataDirectoryLockedError, startEmbeddedMongo } from '@candor/embedded-mongo';
import { sizeOf, StartError } from '@candor/runtime';
import { databaseUrlFile, lookAtDataDirectory } from '../data-directory.js';

export interface ReachedDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * The database that the configuration names: a MongoDB server, the embedded database of a Candor that is running, or the
 * embedded database started for the time of the command.
 */
export async function reachDatabase(config: {
  MONGODB_URL?: string | undefined;
  CANDOR_DATA_DIR: string;
}): Promise<ReachedDatabase> {
  if (config.MONGODB_URL !== undefined) return { url: config.MONGODB_URL, close: () => Promise.resolve() };
  await lookAtDataDirectory(config.CANDOR_DATA_DIR);
  // Starting the database would make an installation wherever a name is mistyped.
  if (((await sizeOf(join(config.CANDOR_DATA_DIR, DATA_FILE))) ?? 0) === 0)
    throw new StartError(
      `There is no installation of Candor in ${resolve(config.CANDOR_DATA_DIR)}. Set CANDOR_DATA_DIR to the directory of yours, or start Candor once to make one.`,
    );
  try {
    return await startEmbeddedMongo({ dataDir: config.CANDOR_DATA_DIR });
  } catch (error) {
    if (!(error instanceof DataDirectoryLockedError)) throw error;
    const url = await readFile(databaseUrlFile(config.CANDOR_DATA_DIR), 'utf8');
    return { url, close: () => Promise.resolve() };
  }
}
