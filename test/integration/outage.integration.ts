import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkServices } from '@candor/embedded/admin/check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api, type ApiResponse } from '../support/api.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { csvOf, form } from '../support/multipart.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { eventually } from '../support/poll.js';
import { QUESTIONS } from '../support/questionnaires.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const run = promisify(execFile);
const available = await rabbitMqAvailable();

/** Shorter than in production, so that an outage outlasts it within a test; what it waits for is the same. */
const DEADLINE_S = 3;
const OUTAGE_MS = 9000;
const MOST_PENDING = 3;
const DISK_MB = 48;

/** A small disk of its own, where we may mount one. */
async function smallDisk(): Promise<{ folder: string; close: () => Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-disk-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
  } catch {
    process.stderr.write('\n*** SKIPPED: a full disk, for no file system can be mounted here.\n\n');
    await remove();
    return undefined;
  }
  return {
    folder,
    close: async () => {
      await run('umount', [folder]);
      await remove();
    },
  };
}

(available ? describe : describe.skip)('an installation of which a part is out', () => {
  let disk: Awaited<ReturnType<typeof smallDisk>>;
  let installation: Installation;
  let api: Api;
  beforeAll(async () => {
    disk = await smallDisk();
    installation = await startInstallation({
      environment: { CANDOR_DEADLINE_SECONDS: String(DEADLINE_S), CANDOR_MAX_PENDING_UPLOADS: String(MOST_PENDING) },
      ...(disk ? { dataDir: join(disk.folder, 'data') } : {}),
    });
    const document = (await (await fetch(`${installation.url}/openapi.json`)).json()) as OpenApiDocument;
    api = new Api(installation.url, { 'x-api-key': installation.key }, new OpenApiChecker(document));
  }, 180_000);
  afterAll(async () => {
    await installation.close();
    await disk?.close();
  }, 120_000);

  const list = (): Promise<ApiResponse> => api.get('/v1/questionnaire/list');
  const upload = (): Promise<ApiResponse> =>
    api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Acme'], ['file', csvOf(QUESTIONS, 'q.csv')]),
    });

  /** Calls until the outage is over: each answer comes within the deadline, and is 200 or 503 with Retry-After. */
  async function during(outageMs: number, call: () => Promise<ApiResponse>): Promise<number[]> {
    const until = Date.now() + outageMs;
    const statuses: number[] = [];
    while (Date.now() < until) {
      const began = performance.now();
      const { status, headers } = await call();
      // The checks before the call and the call itself have a deadline each.
      expect(performance.now() - began).toBeLessThan(2 * DEADLINE_S * 1000 + 1500);
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      statuses.push(status);
      await wait(100);
    }
    expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
    return statuses;
  }

  const works = (call: () => Promise<ApiResponse>): Promise<unknown> =>
    eventually('it works again', async () => (await call()).status === 200, 30_000, 200);

  /** An upload goes through to its end: whoever was out has come back by itself. */
  async function processesUploads(): Promise<void> {
    await works(list);
    const { status, body } = await upload();
    expect(status).toBe(200);
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    await api.poll(
      `/v1/questionnaire/${id}/overview`,
      ({ should_poll: more }: { should_poll: boolean }) => !more,
      60_000,
    );
  }

  it('answers 503 in time while the database is stopped, and works again by itself', async () => {
    await processesUploads();
    await installation.database.stop();
    expect(await during(OUTAGE_MS, list)).toContain(503);
    expect(await during(3000, upload)).toContain(503);
    await installation.database.start();
    await processesUploads();
  }, 120_000);

  it('answers 503 in time while the database is there and silent, and works again by itself', async () => {
    installation.database.pause();
    try {
      expect(await during(OUTAGE_MS, list)).toContain(503);
    } finally {
      installation.database.resume();
    }
    await processesUploads();
  }, 120_000);

  it('takes uploads while the broker is out, and works through them when it is back', async () => {
    await works(list);
    await installation.broker.stop();
    const { status, body } = await upload();
    expect(status).toBe(200);
    await during(OUTAGE_MS, list).then((statuses) => expect(new Set(statuses)).toEqual(new Set([200])));
    await installation.broker.start();
    const { questionnaire_id: id } = body as { questionnaire_id: string };
    await api.poll(
      `/v1/questionnaire/${id}/overview`,
      ({ should_poll: more }: { should_poll: boolean }) => !more,
      90_000,
    );
  }, 180_000);

  it.each([
    ['questionnaire', '/v1/questionnaire/list', '/v1/tags/'],
    ['trustPortal', '/v1/trustportal/updates', '/v1/trustportal/update-categories'],
    ['insights', '/v1/insights/conversations', '/v1/insights/summary'],
    ['tenant', '/v1/users', '/v1/questionnaire/list'],
  ] as const)(
    'answers 503 in time while %s is gone or silent; the others go on',
    async (name, path, alsoOut) => {
      const service = installation[name];
      const others = ['/v1/questionnaire/list', '/v1/trustportal/updates', '/v1/insights/conversations'];
      await works(() => api.get(path));
      for (const silent of [false, true]) {
        if (silent) service.pause();
        else await service.kill();
        try {
          expect(await during(4000, () => api.get(path))).toContain(503);
          expect(await during(500, () => api.get(alsoOut))).toContain(503);
          // Everything needs to know whose key it is.
          if (name !== 'tenant')
            for (const other of others.filter((one) => one !== path)) expect((await api.get(other)).status).toBe(200);
        } finally {
          if (silent) service.resume();
          else await service.start();
        }
        await works(() => api.get(path));
      }
    },
    180_000,
  );

  it('takes no more uploads of an organization than it may have under way, says when to come again, and then takes them', async () => {
    const [worker] = installation.workers;
    await worker!.kill();
    const ids: string[] = [];
    for (let n = 0; n < MOST_PENDING; n++) {
      const { status, body } = await upload();
      expect(status).toBe(200);
      ids.push((body as { questionnaire_id: string }).questionnaire_id);
    }
    const refused = await upload();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.body).toMatchObject({ code: 'upload_queue_full' });
    const metrics = await (await fetch(`http://127.0.0.1:${installation.internal['questionnaire']}/metrics`)).text();
    expect(metrics).toMatch(/^candor_uploads_refused_total 1$/m);
    await worker!.start();
    for (const id of ids)
      await api.poll(
        `/v1/questionnaire/${id}/overview`,
        ({ should_poll: more }: { should_poll: boolean }) => !more,
        90_000,
      );
    await processesUploads();
  }, 180_000);

  it('answers writes with 503 while the disk is full and reads as ever; goes on when there is room; nothing is damaged', async () => {
    if (!disk) return;
    await works(list);
    const ballast = join(disk.folder, 'ballast');
    let written = 0;
    const write = (): Promise<ApiResponse> =>
      api.post('/v1/knowledge/answers', { json: { question: `Question ${written++}?`, answer: 'x'.repeat(20_000) } });
    await writeFile(ballast, Buffer.alloc(DISK_MB * 1024 * 1024)).catch(() => undefined);
    // The log of the database has some room of its own yet.
    const full = await eventually(
      'a write is refused',
      async () => {
        const answer = await write();
        return answer.status === 200 ? undefined : answer;
      },
      60_000,
    );
    expect(full.status).toBe(503);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await list()).status).toBe(200);
    await rm(ballast);
    await works(write);
    await processesUploads();
  }, 180_000);

  it('has lost and doubled nothing in all this', async () => {
    await eventually(
      'quiet',
      async () => {
        const { body } = await list();
        return !(body as { should_poll: boolean }).should_poll;
      },
      90_000,
    );
    expect(await checkServices(installation.mongoUrl)).toEqual([]);
  }, 120_000);
});
