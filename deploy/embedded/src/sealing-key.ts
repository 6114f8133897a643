import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tighten } from '@candor/runtime';

/**
 * What secrets of others are sealed with, in a file of its own beside the database: whoever gets only the database, or a
 * backup, reads none. Made at the first start. CANDOR_SEALING_KEY takes its place.
 */
export async function sealingKeyIn(dataDir: string): Promise<string> {
  const path = join(dataDir, 'sealing-key');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await tighten(path);
  }
  return (await readFile(path, 'utf8')).trim();
}
