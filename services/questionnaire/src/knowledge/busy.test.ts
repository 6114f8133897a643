import { newId } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IndexNotReadyError } from '../answering/answering-pool.js';
import { AnsweringThreadLostError } from '../answering/errors.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { startWorkers } from '../workers.js';

/** What goes wrong each time that a person asks. */
let failure: Error;

/** The real threads, but that the index of an organization or the thread has gone each time that a person asks. */
function forgetful() {
  const workers = startWorkers({ threads: 1, readOnce: true });
  const { answering } = workers;
  return {
    ...workers,
    answering: {
      ...answering,
      answer: (...call: Parameters<typeof answering.answer>) =>
        call[3] === 'person' ? Promise.reject(failure) : answering.answer(...call),
      suggest: () => Promise.reject(failure),
      compare: () => Promise.reject(failure),
      pairs: () => Promise.reject(failure),
      chooseFacts: () => Promise.reject(failure),
    },
  };
}

describe.each([
  ['the evidence cannot be held', new IndexNotReadyError('the index of the organization is not loaded')],
  ['the thread ends that answers', new AnsweringThreadLostError('answering thread ended (1)')],
])('a person who asks while %s', (_what, error) => {
  const busy = { kind: 'unavailable', code: 'answering_busy', data: { retry_after: 5 } };
  let service: TestService;
  let review: TestReview;
  beforeAll(async () => {
    failure = error;
    service = await startTestService({ workers: forgetful() });
    review = await startTestReview(service, { workers: forgetful() });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  it('is told to try again, and when; runs in the background go on', async () => {
    const organization = newId();
    await service.learn(organization, 'How long are logs kept?', 'Logs are kept for a year.');
    const { knowledge } = service;
    const asked = knowledge.unary(
      knowledge.stub.ask,
      { question: 'How long are logs kept?' },
      service.in(organization),
    );
    await expect(asked).rejects.toMatchObject(busy);
    const id = await service.uploadCsv(organization, ['Question,Answer', 'How long are logs kept?,']);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    expect(question?.answerStatus).toBe('AI_ANSWERED');
    const target = { id, questionId: question?.id ?? '' };
    const { stub } = review.client;
    const call = service.in(organization);
    await expect(review.client.unary(stub.suggestAnswers, target, call)).rejects.toMatchObject(busy);
    const again = { ...target, instructions: '', expectedVersion: undefined };
    await expect(review.client.unary(stub.regenerateQuestion, again, call)).rejects.toMatchObject(busy);
  });
});
