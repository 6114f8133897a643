import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '@candor/embedded/admin/backup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { projectRoot } from '../support/managed-process.js';
import { eventually } from '../support/poll.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';

let folder: string;
let umask: number;
beforeAll(async () => {
  umask = process.umask(0);
  folder = await mkdtemp(join(tmpdir(), 'candor-data-'));
});
afterAll(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

/** Everything in a folder that others than its owner may open, as "path mode". */
async function open(path: string): Promise<string[]> {
  const { mode } = await stat(path);
  const own = (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  const inside = (await stat(path)).isDirectory() ? await readdir(path) : [];
  return [...own, ...(await Promise.all(inside.map((name) => open(join(path, name))))).flat()];
}

/** A folder for everybody, with files of an earlier start for everybody. */
async function openDataDirectory(name: string): Promise<string> {
  const dataDir = join(folder, name);
  for (const part of ['', 'outbox', 'files']) {
    await mkdir(join(dataDir, part));
    await chmod(join(dataDir, part), 0o777);
  }
  await writeFile(join(dataDir, 'database-url'), 'mongodb://nowhere/', { mode: 0o666 });
  await writeFile(join(dataDir, 'outbox', 'earlier.eml'), 'a mail', { mode: 0o666 });
  return dataDir;
}

async function used(system: TestSystem): Promise<void> {
  await uploadQuestionnaire(system.api);
  await system.api.post('/v1/trustportal/updates/subscribers', { json: { email: 'reader@example.com' } });
  await eventually('a mail lies in the outbox', async () => {
    const mails = await readdir(join(system.dataDir, 'outbox'));
    return mails.some((name) => name !== 'earlier.eml' && name.endsWith('.eml'));
  });
}

describe('the data directory', () => {
  it('is its owner’s alone, and everything in it, whatever it was and whatever the umask is', async () => {
    const dataDir = await openDataDirectory('open');
    const system = await startSystem({ CANDOR_DATA_DIR: dataDir });
    try {
      await used(system);
      expect(await open(dataDir)).toEqual([]);
      const target = join(folder, 'backup');
      await mkdir(target, { mode: 0o777 });
      await backup(dataDir, target);
      expect(await open(target)).toEqual([]);
    } finally {
      await system.close();
    }
  }, 60_000);

  it('whose database is empty or gone beside uploaded files is refused in one line that says what to do', async () => {
    const dataDir = await openDataDirectory('emptied');
    await writeFile(join(dataDir, 'files', 'a-file'), 'uploaded');
    await writeFile(join(dataDir, 'data.sqlite'), '');
    const start = (): Promise<{ code: unknown; stderr: string }> =>
      new Promise((resolve) => {
        const environment = { PATH: process.env['PATH'], CANDOR_DATA_DIR: dataDir, CANDOR_HTTP_PORT: '0' };
        const main = join(projectRoot, 'deploy', 'embedded', 'dist', 'main.js');
        execFile(process.execPath, [main], { env: { ...environment, LOG_LEVEL: 'silent' } }, (error, _stdout, stderr) =>
          resolve({ code: error?.code, stderr }),
        );
      });
    for (const what of ['empty', 'not there']) {
      const { code, stderr } = await start();
      expect(code).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain(`is ${what}, but`);
      expect(stderr).toContain('put data.sqlite back from a backup');
      expect(await readdir(join(dataDir, 'files'))).toEqual(['a-file']);
      await rm(join(dataDir, 'data.sqlite'), { force: true });
    }
    await writeFile(join(dataDir, 'data.sqlite-wal'), 'changes');
    await rm(join(dataDir, 'files', 'a-file'));
    expect((await start()).stderr).toContain('data.sqlite-wal holds changes of it');
  }, 60_000);
});
