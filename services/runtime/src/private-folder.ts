import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
/** Everything that others than the owner may do, and the bit that says "for everybody, each their own", as /tmp has. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Changed at once. */
const AT_ONCE = 32;

/**
 * Makes a folder for its owner alone (0700), and makes so what is there already: the folder, and the files in it (0600). True
 * when it was made just now.
 */
export async function makePrivateFolder(path: string): Promise<boolean> {
  const made = (await mkdir(path, { recursive: true, mode: FOLDER })) !== undefined;
  await tighten(path);
  const names = made ? [] : await readdir(path);
  for (let from = 0; from < names.length; from += AT_ONCE)
    await Promise.all(names.slice(from, from + AT_ONCE).map((name) => tighten(join(path, name))));
  return made;
}

/**
 * Takes away what others may do with a file or folder; nothing when it is not there. A link is left alone, and so is what belongs
 * to somebody else or to everybody: nobody may change the one, and nobody should the other.
 */
export async function tighten(path: string): Promise<void> {
  try {
    const entry = await lstat(path);
    if ((entry.mode & OTHERS) === 0 || (entry.mode & STICKY) !== 0) return;
    if (entry.isDirectory()) await chmod(path, FOLDER);
    else if (entry.isFile()) await chmod(path, FILE);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!LEFT_ALONE.has(code)) throw error;
  }
}

const LEFT_ALONE = new Set(['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP']);
