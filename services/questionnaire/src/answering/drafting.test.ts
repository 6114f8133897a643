import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { newId, processMetrics } from '@candor/runtime';
import { pino } from 'pino';
import { startTestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';
import type { DraftingOptions } from './engine-config.js';
import { reply, startEndpoint, type Behaviour } from './endpoint/endpoint.fixture.js';

const KEY = 'sk-gannet-under-test';
const RIGHT = {
  status: 'ANSWERED',
  answer: 'Access rights are looked at again every six months.',
  comment: '',
  citations: [{ key: 'E1', quote: 'Access rights are reviewed every six months.' }],
};

/** Drafts from the first piece of evidence, and fails with `status` for questions about backups. */
const failingForBackups =
  (status: number): Behaviour =>
  ({ body }, response) => {
    if (JSON.stringify(body).includes('For how long'))
      response.writeHead(status, { 'retry-after-ms': '5' }).end('{"error": {"message": "no"}}');
    else reply(response, RIGHT);
  };

const FAILING_WITH_KEY: ((response: ServerResponse) => void)[] = [
  (response) => void response.writeHead(500, { 'x-request-id': KEY }).end(`<p>${KEY}</p>`),
  (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${KEY}</p>`),
  (response) => reply(response, `Bearer ${KEY}`),
  (response) => void response.destroy(),
];

/** The service with an endpoint that behaves so, and two questions of which its evidence speaks. */
async function answered(behave: Behaviour, more: Partial<DraftingOptions> = {}) {
  const endpoint = await startEndpoint(behave);
  const written: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) });
  const { meter, registry } = processMetrics();
  const drafting = { baseUrl: endpoint.url, apiKey: KEY, model: 'm', concurrency: 4, ...more };
  const service = await startTestService({
    workers: startWorkers({ threads: 1, readOnce: true, drafting, logger, meter }),
  });
  try {
    const organization = newId();
    await service.learn(
      organization,
      'How often are access rights reviewed?',
      'Access rights are reviewed every six months.',
    );
    await service.learn(organization, 'How long are backups kept?', 'Backups are kept for 35 days.');
    const rows = [
      'ID,Question,Answer',
      '1,How often do you review access rights?,',
      '2,For how long are backups kept?,',
    ];
    const id = await service.uploadCsv(organization, rows);
    const overview = await service.untilProcessed(organization, id);
    const questions = await service.questionsOf(organization, id);
    const stored = await service.db.collection('questions').find({ organizationId: organization }).toArray();
    return {
      overview,
      questions,
      stored,
      calls: endpoint.calls,
      log: written.join(''),
      metrics: await registry.metrics(),
    };
  } finally {
    await service.close();
    await endpoint.close();
  }
}

describe('a questionnaire answered with an endpoint', () => {
  it.each([
    [400, 'it failed (400)'],
    [413, 'question and evidence were too large for it (413)'],
    [503, 'it failed (503)'],
  ])('takes checked drafts, and the local engine where the endpoint says %i, and tells it', async (status, reason) => {
    const { overview, questions } = await answered(failingForBackups(status));
    const answers = questions.map(({ answer }) => answer);
    expect(answers[0]).toBe(RIGHT.answer);
    expect(answers[1]).toContain('35 days');
    const told = overview.processingLogs.filter(({ code }) => code === 'endpoint_gave_no_draft');
    expect(told.map(({ level, message }) => [level, message])).toEqual([
      ['WARNING', expect.stringContaining(`drafted no answer to question 2, for ${reason}.`)],
    ]);
  });

  it('tells what it took, with its cost where prices are configured, and which prompt drafted an answer', async () => {
    const prices = { input: 0.4, output: 1.6, currency: 'EUR' };
    const { overview, stored, metrics, log } = await answered(failingForBackups(400), { prices });
    expect(overview.drafting).toMatchObject({ model: 'm', promptTokens: 100, completionTokens: 20, rejected: [] });
    expect(overview.drafting?.cost).toEqual({ micros: 72, currency: 'EUR' });
    const { promptVersion } = overview.drafting!;
    expect(stored.map(({ draftedWith }) => draftedWith as unknown)).toEqual([{ model: 'm', promptVersion }, null]);
    expect(metrics).toMatch(/^candor_engine_tokens_total\{kind="prompt"\} 100$/m);
    expect(metrics).toMatch(/^candor_engine_tokens_total\{kind="completion"\} 20$/m);
    expect(log).toContain(`"promptVersion":"${promptVersion}"`);
  });

  it('tells which drafts were rejected, and why', async () => {
    const { overview, metrics } = await answered(({ body }, response) =>
      reply(
        response,
        JSON.stringify(body).includes('For how long') ? { ...RIGHT, answer: 'Backups are kept for 99 days.' } : RIGHT,
      ),
    );
    const count = overview.drafting!.rejected.reduce((sum, one) => sum + one.count, 0);
    expect(count).toBe(2);
    expect(metrics).toMatch(/^candor_engine_rejected_drafts_total\{fault="\w+"\} [12]$/m);
  });

  it('tells nothing of drafting when the local engine answers alone', async () => {
    const service = await startTestService();
    try {
      const organization = newId();
      const id = await service.uploadCsv(organization, ['ID,Question,Answer', '1,Are backups kept?,']);
      expect((await service.untilProcessed(organization, id)).drafting).toBeUndefined();
    } finally {
      await service.close();
    }
  });

  it.each<[string, Behaviour]>([
    [
      'refuses it',
      (_, response) =>
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}`, code: KEY, param: KEY } })),
    ],
    [
      'fails in one way after the other',
      (_, response, number) => FAILING_WITH_KEY[number % FAILING_WITH_KEY.length]!(response),
    ],
    [
      'writes it into a draft',
      (_, response) => reply(response, { ...RIGHT, answer: `The key is ${KEY}.`, comment: KEY }),
    ],
  ])('keeps the key to itself when the endpoint %s', async (_, behave) => {
    const { overview, questions, log, metrics, stored, calls } = await answered(behave);
    expect(calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify({ overview, questions, log, metrics, stored })).not.toContain('gannet');
  });
});
