import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePrivateFolder, tighten } from './private-folder.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'candor-private-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

describe('a private folder', () => {
  it('is its owner’s alone when it is made, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      expect(await makePrivateFolder(join(root, 'a', 'b'))).toBe(true);
    } finally {
      process.umask(before);
    }
    expect(await modeOf(join(root, 'a', 'b'))).toBe(0o700);
  });

  it('is so with its files when it was there already, and links lead nowhere else', async () => {
    const folder = join(root, 'folder');
    await mkdir(folder);
    await chmod(folder, 0o777);
    for (const name of ['one', 'two']) {
      await writeFile(join(folder, name), '');
      await chmod(join(folder, name), 0o644);
    }
    await writeFile(join(root, 'outside'), '');
    await chmod(join(root, 'outside'), 0o644);
    await symlink(join(root, 'outside'), join(folder, 'link'));
    expect(await makePrivateFolder(folder)).toBe(false);
    expect(await modeOf(folder)).toBe(0o700);
    for (const name of ['one', 'two']) expect(await modeOf(join(folder, name))).toBe(0o600);
    expect(await modeOf(join(root, 'outside'))).toBe(0o644);
  });

  it('is never made of one that is everybody’s, and what is not there is no error', async () => {
    await chmod(root, 0o1777);
    await makePrivateFolder(root);
    expect(await modeOf(root)).toBe(0o1777);
    await expect(tighten(join(root, 'none'))).resolves.toBeUndefined();
  });
});
