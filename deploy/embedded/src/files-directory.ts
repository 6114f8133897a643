import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '@candor/runtime';

/** Where uploaded files and exports lie beside the embedded database, one file each, named by its id. */
export const filesDirectory = (dataDir: string): string => join(dataDir, 'files');

/** Makes it (0700) if need be. */
export async function makeFilesDirectory(dataDir: string): Promise<string> {
  const directory = filesDirectory(dataDir);
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncDirectory(dataDir);
  return directory;
}
