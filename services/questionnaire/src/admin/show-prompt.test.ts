import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock } from '@candor/runtime';
import { reply, startEndpoint, type TestEndpoint } from '../answering/endpoint/endpoint.fixture.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';
import { showPrompt } from './show-prompt.js';

const NEEDS_INFO = { status: 'NEEDS_INFO', answer: '', comment: '', citations: [] };

describe('the prompt of a question', () => {
  let endpoint: TestEndpoint;
  let service: TestService;
  const drafting = () => ({ baseUrl: endpoint.url, apiKey: 'sk-not-told', model: 'm', concurrency: 1 });
  beforeAll(async () => {
    endpoint = await startEndpoint((_, response) => reply(response, NEEDS_INFO));
    service = await startTestService({ workers: startWorkers({ threads: 1, readOnce: true, drafting: drafting() }) });
  });
  afterAll(async () => {
    await service.close();
    await endpoint.close();
  });

  it('is shown as it would be sent, without the key, and not sent', async () => {
    const organizationId = newId();
    await service.learn(organizationId, 'How are laptops locked?', 'Lost laptops are locked remotely within one hour.');
    const rows = ['ID,Question,Answer', '1,Are lost laptops locked?,', '2,Qwxz vlkj?,'];
    const questionnaireId = await service.uploadCsv(organizationId, rows, { instructions: 'Briefly.' });
    await service.untilProcessed(organizationId, questionnaireId);
    const [question] = await service.questionsOf(organizationId, questionnaireId);
    const sent = endpoint.calls.find(({ body }) => body.messages.at(-1)?.content.includes('Are lost laptops locked?'));
    const calls = endpoint.calls.length;
    const printed: string[] = [];
    const show = (organization: string): Promise<void> =>
      showPrompt(
        service.db,
        systemClock,
        drafting(),
        { organizationId: organization, questionnaireId, questionId: question?.id ?? '' },
        (line) => printed.push(line),
      );
    await show(organizationId);
    expect(printed[0]).toBe(`POST ${endpoint.url}/chat/completions`);
    expect(JSON.parse(printed.slice(1).join('\n'))).toEqual(sent?.body);
    expect(printed.join('\n')).toContain('Briefly.');
    expect(printed.join('\n')).not.toContain('sk-not-told');
    expect(endpoint.calls).toHaveLength(calls);
    await expect(show(newId())).rejects.toMatchObject({ code: 'questionnaire_not_found' });
  });
});
