import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AmqpBus, silentLogger } from '@candor/runtime';
import { MongoClient } from 'mongodb';
import { Api } from '../support/api.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { csvOf, form } from '../support/multipart.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { eventually } from '../support/poll.js';
import { QUESTIONS } from '../support/questionnaires.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const available = await rabbitMqAvailable();

interface Overview {
  status: string;
  should_poll: boolean;
  processing_logs: { level: string; code: string }[];
  completion_metrics: { finished_at: number | null };
}

(available ? describe : describe.skip)('a document that fails whenever it is tried', () => {
  let installation: Installation;
  let api: Api;

  beforeAll(async () => {
    installation = await startInstallation({ workers: 1 });
    const document = (await (await fetch(`${installation.url}/openapi.json`)).json()) as OpenApiDocument;
    api = new Api(installation.url, { 'x-api-key': installation.key }, new OpenApiChecker(document));
  }, 180_000);
  afterAll(() => installation.close(), 120_000);

  it('is tried as often as the catalogue says and ends in the dead queue, while 19 healthy ones finish', async () => {
    const [worker] = installation.workers;
    await worker!.stop();
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) {
      const { body } = await api.post('/v1/questionnaire/upload/file', {
        body: form(['company_name', 'Acme'], ['file', csvOf(QUESTIONS, `questions ${n}.csv`)]),
      });
      ids.push((body as { questionnaire_id: string }).questionnaire_id);
    }
    // Its bytes are lost: no error of the document, so it is tried again and again.
    const poison = ids[3]!;
    await loseBytes(poison);
    await worker!.start();

    const healthy = ids.filter((id) => id !== poison);
    const overview = async (id: string): Promise<Overview> =>
      (await api.get(`/v1/questionnaire/${id}/overview`)).body as Overview;
    await Promise.all(
      healthy.map((id) => eventually('an upload ends', async () => !(await overview(id)).should_poll, 90_000, 200)),
    );
    for (const id of healthy) expect((await overview(id)).status).toBe('ANSWERING_COMPLETED');
    const failed = await eventually('the poison is given up', () => given(overview, poison), 90_000, 200);
    expect(failed.status).toBe('ANALYSIS_FAILED');

    const bus = new AmqpBus({ url: installation.broker.url, logger: silentLogger() });
    const dead = await eventually('a dead letter', async () => {
      return (await bus.listDeadLetters('questionnaire.validate', 10))[0];
    });
    await bus.close();
    // The catalogue's three attempts.
    expect(dead).toMatchObject({ job: 'questionnaire.validate', attempt: 3, body: JSON.stringify({ id: poison }) });
    expect(dead.error).toMatch(/the bytes of file .* are gone/);
    expect(Math.max(...(await finishedAt(healthy, overview)))).toBeLessThan(dead.diedAt * 1000);
  }, 240_000);

  async function given(overview: (id: string) => Promise<Overview>, id: string): Promise<Overview | undefined> {
    const seen = await overview(id);
    return seen.should_poll ? undefined : seen;
  }

  const finishedAt = (ids: string[], overview: (id: string) => Promise<Overview>): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await overview(id)).completion_metrics.finished_at ?? Infinity));

  async function loseBytes(id: string): Promise<void> {
    const mongo = await MongoClient.connect(installation.mongoUrl);
    try {
      const db = mongo.db('candor_questionnaire');
      const stored = await db.collection<{ _id: string; fileId: string }>('questionnaires').findOne({ _id: id });
      await db.collection<{ _id: string }>('files.files').deleteOne({ _id: stored!.fileId });
    } finally {
      await mongo.close();
    }
  }
});
