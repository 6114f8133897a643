import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';
import { draftingOf } from './engine-config.js';

/** An endpoint that drafts from the first piece of evidence, and fails with `status` for questions about backups. */
async function startEndpoint(status = 400): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = Buffer.concat(chunks).toString();
      if (asked.includes('For how long')) {
        response.writeHead(status, { 'retry-after-ms': '5' }).end('{"error": {"message": "no"}}');
        return;
      }
      const answer = 'Access rights are looked at again every six months.';
      const draft = {
        status: 'ANSWERED',
        answer,
        comment: '',
        citations: [{ key: 'E1', quote: 'Access rights are reviewed every six months.' }],
      };
      const choices = [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(draft) } },
      ];
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a questionnaire answered with an endpoint', () => {
  it.each([
    [400, 'it failed (400)'],
    [413, 'question and evidence were too large for it (413)'],
    [503, 'it failed (503)'],
  ])('takes checked drafts, and the local engine where the endpoint says %i, and tells it', async (status, reason) => {
    const endpoint = await startEndpoint(status);
    const drafting = { baseUrl: endpoint.baseUrl, apiKey: 'none', model: 'm', concurrency: 4 };
    const service = await startTestService({ workers: startWorkers({ threads: 1, drafting }) });
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
      const answers = (await service.questionsOf(organization, id)).map((question) => question.answer);
      expect(answers[0]).toBe('Access rights are looked at again every six months.');
      expect(answers[1]).toContain('35 days');
      const told = overview.processingLogs.filter(({ code }) => code === 'endpoint_gave_no_draft');
      expect(told.map(({ level, message }) => [level, message])).toEqual([
        ['WARNING', expect.stringContaining(`drafted no answer to question 2, for ${reason}.`)],
      ]);
    } finally {
      await service.close();
      await endpoint.close();
    }
  });

  it('needs a key, and says so', () => {
    const config = { OPENAI_BASE_URL: 'http://localhost/v1', OPENAI_MODEL: 'm', OPENAI_CONCURRENCY: 4 };
    expect(() => draftingOf({ ...config, CANDOR_ANSWER_ENGINE: 'openai' })).toThrow('OPENAI_API_KEY');
    expect(draftingOf({ ...config, CANDOR_ANSWER_ENGINE: 'local' })).toBeUndefined();
  });
});
