import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../support/api.js';
import { startSystem } from '../support/harness.js';
import { startInstallation, type Installation } from '../support/installation.js';
import { csvOf, form, markdown } from '../support/multipart.js';
import { OpenApiChecker, type OpenApiDocument } from '../support/openapi-checker.js';
import { eventually } from '../support/poll.js';
import { processed, QUESTIONS, uploadQuestionnaire } from '../support/questionnaires.js';
import { rabbitMqAvailable } from '../support/rabbitmq.js';

const available = await rabbitMqAvailable();

const POLICY = `# Security policy

## Encryption

All customer data is encrypted at rest with AES-256.

## Access

Multi-factor authentication is required for all administrators.

## Backups

Backups are tested every quarter.
`;

interface Question {
  ordinal: number;
  text: string;
  location: unknown;
  answer: string | null;
  answer_status: string;
  confidence: unknown;
  citations: { title: string; locator: string; quote: string }[];
}

/** Everything about a questionnaire's questions that does not depend on ids and times. */
async function outcome(api: Api): Promise<unknown[]> {
  const added = await api.post('/v1/knowledge/documents', { body: form(['file', markdown(POLICY)]) });
  const { id: documentId } = added.body as { id: string };
  await api.poll(`/v1/knowledge/documents/${documentId}`, (d: { should_poll: boolean }) => !d.should_poll, 60_000);
  const id = await uploadQuestionnaire(api);
  const { body } = await api.get(`/v1/questionnaire/${id}/questions?limit=1000`);
  return (body as { questions: Question[] }).questions.map((question) => ({
    ordinal: question.ordinal,
    text: question.text,
    location: question.location,
    answer: question.answer,
    status: question.answer_status,
    confidence: question.confidence,
    citations: question.citations.map(({ title, locator, quote }) => ({ title, locator, quote })),
  }));
}

(available ? describe : describe.skip)('every service as a process of its own, on RabbitMQ', () => {
  let installation: Installation;
  let api: Api;

  beforeAll(async () => {
    installation = await startInstallation({ workers: 2 });
    const document = (await (await fetch(`${installation.url}/openapi.json`)).json()) as OpenApiDocument;
    api = new Api(installation.url, { 'x-api-key': installation.key }, new OpenApiChecker(document));
  }, 180_000);
  afterAll(() => installation.close(), 120_000);

  const readiness = async (name: string): Promise<{ status: number; out: string[] }> => {
    const response = await fetch(`http://127.0.0.1:${installation.internal[name]}/readyz`);
    return { status: response.status, out: ((await response.json()) as { out: string[] }).out };
  };

  it('gives an upload the same questions and answers as the embedded process', async () => {
    const apart = await outcome(api);
    const embedded = await startSystem();
    try {
      const together = await outcome(embedded.api);
      expect(apart).toEqual(together);
      expect(apart).toHaveLength(QUESTIONS.length);
    } finally {
      await embedded.close();
    }
  }, 120_000);

  it('shares the work of many uploads between two workers', async () => {
    const attempts = async (name: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${installation.internal[name]}/metrics`)).text();
      return [...text.matchAll(/^candor_job_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    };
    const before = [await attempts('worker-1'), await attempts('worker-2')];
    const ids = [];
    for (let n = 0; n < 12; n++) {
      const { body } = await api.post('/v1/questionnaire/upload/file', {
        body: form(['company_name', 'Acme'], ['file', csvOf(QUESTIONS, `questions ${n}.csv`)]),
      });
      ids.push((body as { questionnaire_id: string }).questionnaire_id);
    }
    for (const id of ids) {
      const overview = (await processedSlowly(id)) as { status: string };
      expect(overview.status).toBe('ANSWERING_COMPLETED');
    }
    const done = [(await attempts('worker-1')) - before[0]!, (await attempts('worker-2')) - before[1]!];
    // Five jobs an upload: validate, extract, plan, one batch, finish.
    expect(done[0]! + done[1]!).toBeGreaterThanOrEqual(60);
    expect(Math.min(...done)).toBeGreaterThanOrEqual(12);
  }, 120_000);

  it('records what is asked through the broker: while it is out, as soon as it is back', async () => {
    const ask = async (question: string): Promise<string> => {
      const { status, body } = await api.post('/v1/insights/ask', { json: { question, source_type: 'web_ui' } });
      expect(status).toBe(200);
      return (body as { conversation_id: string }).conversation_id;
    };
    const newest = async (): Promise<string[]> => {
      const { body } = await api.get('/v1/insights/conversations?page_size=100');
      return (body as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    const first = await ask('Who approves access?');
    expect(await newest()).toContain(first);
    await installation.broker.stop();
    const meanwhile = await ask('Who approves changes?');
    await installation.broker.start();
    const recorded = async (): Promise<boolean> => (await newest()).includes(meanwhile);
    await eventually('what was asked meanwhile is recorded', recorded, 60_000, 200);
    expect((await newest()).filter((id) => id === meanwhile)).toHaveLength(1);
  }, 120_000);

  it('says in /readyz which dependency is out, and is ready again when it is back', async () => {
    await eventually('ready', async () => (await readiness('questionnaire')).status === 200);
    await installation.broker.stop();
    await eventually('the broker is missed', async () => (await readiness('worker-1')).status === 503, 15_000);
    expect(await readiness('worker-1')).toEqual({ status: 503, out: ['bus'] });
    expect((await readiness('tenant')).status).toBe(200);
    await installation.broker.start();
    await eventually('ready', async () => (await readiness('worker-1')).status === 200, 30_000);
    await installation.database.stop();
    await eventually('the database is missed', async () => (await readiness('insights')).status === 503, 15_000);
    expect((await readiness('insights')).out).toEqual(['insights database', 'writes']);
    await installation.database.start();
    await eventually('ready', async () => (await readiness('insights')).status === 200, 30_000);
    const id = await uploadQuestionnaire(api);
    expect(((await processed(api, id)) as { status: string }).status).toBe('ANSWERING_COMPLETED');
  }, 180_000);

  it('drains on SIGTERM: what a worker has in hand ends, and it exits 0', async () => {
    const { body } = await api.post('/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Acme'], ['file', csvOf(QUESTIONS, 'drained.csv')]),
    });
    const [one, two] = installation.workers;
    expect(await one!.stop()).toBe(0);
    expect(await two!.stop()).toBe(0);
    await Promise.all(installation.workers.map((worker) => worker.start()));
    const overview = (await processedSlowly((body as { questionnaire_id: string }).questionnaire_id)) as {
      status: string;
    };
    expect(overview.status).toBe('ANSWERING_COMPLETED');
  }, 180_000);

  const processedSlowly = (id: string): Promise<unknown> =>
    api.poll(`/v1/questionnaire/${id}/overview`, ({ should_poll: more }: { should_poll: boolean }) => !more, 90_000);
});
