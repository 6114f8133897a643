import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { databaseUrlFile, embeddedConfig, startCandor, type RunningCandor } from '@candor/embedded';
import { checkServices } from '@candor/embedded/admin/check';
import { silentLogger } from '@candor/runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { Api } from '../support/api.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { processed, uploadQuestionnaire } from '../support/questionnaires.js';

const here = dirname(new URL(import.meta.url).pathname);
/** Made by `make-data.mjs`, one for each release that stored something differently. */
const releases = (await readdir(here)).filter((name) => name.endsWith('.zip'));
const KEY = 'cnd_upgrade0_0123456789abcdef0123456789abcdef0123456789abcdef';

describe('data that an older release wrote', () => {
  let dataDir = '';
  let candor: RunningCandor | undefined;
  afterEach(async () => {
    await candor?.close();
    if (dataDir !== '') await rm(dataDir, { recursive: true, force: true });
  });

  async function open(release: string): Promise<Api> {
    dataDir = await mkdtemp(join(tmpdir(), 'candor-upgrade-'));
    for (const [name, bytes] of Object.entries(unzipSync(await readFile(join(here, release))))) {
      await mkdir(dirname(join(dataDir, name)), { recursive: true });
      await writeFile(join(dataDir, name), bytes);
    }
    return start();
  }

  async function start(): Promise<Api> {
    const config = {
      CANDOR_DATA_DIR: dataDir,
      CANDOR_HTTP_PORT: '0',
      CANDOR_HTTP_HOST: '127.0.0.1',
      CANDOR_INTERNAL_PORT: '0',
    };
    candor = await startCandor(embeddedConfig.parse({ ...config, CANDOR_RATE_PER_MINUTE: '10000' }), silentLogger());
    const document = (await (await fetch(`${candor.url}/openapi.json`)).json()) as OpenApiDocument;
    return new Api(candor.url, { 'x-api-key': KEY }, new OpenApiChecker(document));
  }

  const body = async <T>(api: Api, path: string): Promise<T> => {
    const { status, body: found } = await api.get(path);
    expect([path, status]).toEqual([path, 200]);
    return found as T;
  };

  it('is there for at least one release, and small', async () => {
    expect(releases.length).toBeGreaterThan(0);
    for (const release of releases) expect((await stat(join(here, release))).size).toBeLessThan(300 * 1024);
  });

  it.each(releases)(
    'of %s opens in this one: everything is there, works on, and is in order',
    async (release) => {
      const api = await open(release);
      const { questionnaires } = await body<{
        questionnaires: { id: string; title: string; answered_questions: number }[];
      }>(api, '/v1/questionnaire/list');
      expect(questionnaires).toMatchObject([{ title: 'northgate', answered_questions: 3 }]);
      const { id } = questionnaires[0]!;
      const { questions } = await body<{ questions: { id: string; answer: string; approved_at: number | null }[] }>(
        api,
        `/v1/questionnaire/${id}/questions`,
      );
      expect(questions.map(({ answer }) => answer)).toEqual([
        expect.stringContaining('AES-256'),
        'Yes, up to 5 million EUR.',
        'Our auditor is Weaver LLP.',
      ]);
      expect(questions[2]?.approved_at).not.toBeNull();
      const exported = await api.get(`/v1/questionnaire/${id}/export`);
      expect(exported.bytes.toString()).toContain('Weaver LLP');
      expect((await body<{ data: object[] }>(api, '/v1/insights/conversations')).data).toHaveLength(1);
      const { updates } = await body<{ updates: object[] }>(api, '/v1/trustportal/updates');
      expect(updates).toMatchObject([
        { title: 'In twenty years', notification_status: 'scheduled' },
        { title: 'Audit passed', notification_status: 'sent', delivered_count: 1 },
      ]);
      expect(await body<object[]>(api, '/v1/organizations/tenant/list')).toHaveLength(2);
      expect(await body<object>(api, '/v1/users')).toMatchObject({ users: [{ email: 'ada@example.com' }] });

      // It works on: edits, new uploads that stand on the old evidence, a new mail.
      await api.call('PATCH', `/v1/questionnaire/${id}/questions/${questions[0]!.id}`, { json: { answer: 'Edited.' } });
      const added = await uploadQuestionnaire(api, { questions: ['Do you encrypt customer data at rest?'] });
      expect(await processed(api, added)).toMatchObject({ status: 'ANSWERING_COMPLETED', answered_questions: 1 });
      const mailed = await api.post('/v1/trustportal/updates', {
        json: { title: 'New', description: 'New.', send_immediately: true },
      });
      const { id: newId } = mailed.body as { id: string };
      await api.poll(
        `/v1/trustportal/updates/${newId}`,
        // There is no mail server.
        ({ notification_status: s }: { notification_status: string }) => s === 'kept',
      );
      const url = await readFile(databaseUrlFile(dataDir), 'utf8');
      expect(await checkServices(url, join(dataDir, 'files'))).toEqual([]);

      // And again: what was migrated is not migrated twice.
      await candor?.close();
      const again = await start();
      expect((await body<{ pagination: { total: number } }>(again, '/v1/questionnaire/list')).pagination.total).toBe(2);
    },
    90_000,
  );
});
