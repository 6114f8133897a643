import { newId } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IndexNotReadyError } from '../answering/answering-pool.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';

/** The real threads, but that the index of an organization has gone each time that a person asks. */
function forgetful() {
  const workers = startWorkers({ threads: 1 });
  const { answering } = workers;
  return {
    ...workers,
    answering: {
      ...answering,
      answer: (...call: Parameters<typeof answering.answer>) =>
        call[3] === 'person'
          ? Promise.reject(new IndexNotReadyError('the index of the organization is not loaded'))
          : answering.answer(...call),
    },
  };
}

describe('a person who asks while the evidence cannot be held', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ workers: forgetful() });
  });
  afterAll(() => service.close());

  it('is told to try again, and when; runs in the background go on', async () => {
    const organization = newId();
    await service.learn(organization, 'How long are logs kept?', 'Logs are kept for a year.');
    const { knowledge } = service;
    const asked = knowledge.unary(
      knowledge.stub.ask,
      { question: 'How long are logs kept?' },
      service.in(organization),
    );
    await expect(asked).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'answering_busy',
      data: { retry_after: 5 },
    });
    const id = await service.uploadCsv(organization, ['Question,Answer', 'How long are logs kept?,']);
    await service.untilProcessed(organization, id);
    expect((await service.questionsOf(organization, id))[0]?.answerStatus).toBe('AI_ANSWERED');
  });
});
