import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlFile } from '@candor/embedded';
import { backup } from '@candor/embedded/admin/backup';
import { checkServices } from '@candor/embedded/admin/check';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  system = await startSystem();
  folder = await mkdtemp(join(tmpdir(), 'candor-backup-'));
}, 60_000);
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

const filesOf = (dataDir: string): Promise<string[]> => readdir(join(dataDir, 'files'));
const check = async ({ dataDir }: TestSystem): Promise<unknown[]> =>
  checkServices(await readFile(databaseUrlFile(dataDir), 'utf8'), join(dataDir, 'files'));
const exportOf = async ({ api }: TestSystem, id: string): Promise<string> => {
  const { status, bytes } = await api.get(`/v1/questionnaire/${id}/export`);
  expect(status).toBe(200);
  return bytes.toString();
};

describe('what was uploaded to a Candor on one machine', () => {
  it('lies in files of the data directory, and is gone from there when it is deleted', async () => {
    const before = await filesOf(system.dataDir);
    const id = await uploadQuestionnaire(system.api);
    await exportOf(system, id);
    // The upload, the export, and the report of the export.
    expect(await filesOf(system.dataDir)).toHaveLength(before.length + 3);
    expect(await check(system)).toEqual([]);
    await system.api.call('DELETE', `/v1/questionnaire/${id}`);
    const deadline = Date.now() + 10_000;
    while ((await filesOf(system.dataDir)).length > before.length && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await filesOf(system.dataDir)).toEqual(before);
  });

  it('is in a backup, taken while it runs, on which one can start', async () => {
    const kept = await uploadQuestionnaire(system.api);
    const deletedLater = await uploadQuestionnaire(system.api);
    const exported = await exportOf(system, kept);
    const target = join(folder, 'copy');
    await writeFile(join(system.dataDir, 'files', 'on-its-way'), 'a file that no entry tells of');
    const { files, bytes, lost } = await backup(system.dataDir, target);
    expect(lost).toEqual([]);
    await rm(join(system.dataDir, 'files', 'on-its-way'));
    expect((await readdir(target)).sort()).toEqual(['data.sqlite', 'files']);
    expect(files).toBe((await filesOf(target)).length);
    expect(await filesOf(target)).not.toContain('on-its-way');
    expect(bytes).toBeGreaterThan(exported.length);
    await system.api.call('DELETE', `/v1/questionnaire/${deletedLater}`);

    const copy = await startSystem({ CANDOR_DATA_DIR: target, CANDOR_BOOTSTRAP_API_KEY: system.key });
    try {
      expect(await exportOf(copy, kept)).toBe(exported);
      await exportOf(copy, deletedLater);
      expect(await check(copy)).toEqual([]);
    } finally {
      await copy.close();
    }
  });

  it('and lost or damaged there is found by the check, and told of by the backup, which has all others', async () => {
    const id = await uploadQuestionnaire(system.api);
    const mongo = await new MongoClient(await readFile(databaseUrlFile(system.dataDir), 'utf8')).connect();
    const questionnaires = mongo
      .db('candor_questionnaire')
      .collection<{ _id: string; fileId: string }>('questionnaires');
    const { fileId = '' } = (await questionnaires.findOne({ _id: id })) ?? {};
    await mongo.close();
    const path = join(system.dataDir, 'files', fileId);
    const content = await readFile(path);
    await rm(path);
    expect(await check(system)).toMatchObject([{ kind: 'lost_file', id: fileId, detail: 'its bytes are not on disk' }]);
    const others = (await filesOf(system.dataDir)).length;
    const without = await backup(system.dataDir, join(folder, 'lost'));
    expect(without).toMatchObject({ lost: [fileId], files: others });
    await writeFile(path, content.subarray(1));
    expect(await check(system)).toMatchObject([{ kind: 'lost_file', id: fileId }]);
    const damaged = await backup(system.dataDir, join(folder, 'damaged'));
    expect(damaged).toMatchObject({ lost: [fileId], files: others });
    expect(await filesOf(damaged.directory)).toHaveLength(others);
    await writeFile(path, content);
    await writeFile(join(system.dataDir, 'files', 'stray'), '');
    expect(await check(system)).toMatchObject([{ kind: 'orphan_file', id: 'stray' }]);
    await rm(join(system.dataDir, 'files', 'stray'));
    expect(await check(system)).toEqual([]);
  });

  it('is not copied over what is there, and nothing is left of a backup that failed', async () => {
    await expect(backup(system.dataDir, system.dataDir)).rejects.toThrow('is not empty');
    const target = join(folder, 'nothing');
    await expect(backup(join(folder, 'no data'), target)).rejects.toThrow('there is no data');
    expect(await readdir(target)).toEqual([]);
  });
});
