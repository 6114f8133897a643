import { join } from 'node:path';
import { makePrivateFolder, syncDirectory } from '@candor/runtime';

/** Where uploaded files and exports lie beside the embedded database, one file each, named by its id. */
export const filesDirectory = (dataDir: string): string => join(dataDir, 'files');

/** Makes it if need be, for its owner alone (0700, files 0600), and what is there already. */
export async function makeFilesDirectory(dataDir: string): Promise<string> {
  const directory = filesDirectory(dataDir);
  if (await makePrivateFolder(directory)) await syncDirectory(dataDir);
  return directory;
}
