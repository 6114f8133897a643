import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const ASKED = 'Is customer data encrypted at rest?';
const NOTE = 'The evidence is three years old; Zanzibar is not mentioned.';

/** An engine that has something to tell the reviewer. */
function noting() {
  const workers = startWorkers({ threads: 1, readOnce: true });
  const { answering } = workers;
  return {
    ...workers,
    answering: {
      ...answering,
      answer: async (...call: Parameters<typeof answering.answer>) =>
        (await answering.answer(...call)).map((answer) => ({ ...answer, reviewNote: NOTE })),
    },
  };
}

describe('a note for the reviewer', () => {
  let service: TestService;
  let review: TestReview;
  beforeAll(async () => {
    service = await startTestService({ workers: noting() });
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  async function answered(): Promise<{ organization: string; id: string; questionId: string }> {
    const organization = newId();
    await service.learn(organization, ASKED, 'Yes. All customer data at rest is encrypted with AES-256.');
    const id = await service.uploadCsv(organization, ['Question,Answer,Comment', `${ASKED},,`]);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    expect(question).toMatchObject({ answerStatus: 'AI_ANSWERED', reviewNote: NOTE });
    return { organization, id, questionId: question?.id ?? '' };
  }

  it('stands beside the answer until a person edits it', async () => {
    const { organization, id, questionId } = await answered();
    const assignee = { assignee: { id: 'u1', type: 'USER' } };
    expect((await review.edit(organization, { id, questionId, assignee })).reviewNote).toBe(NOTE);
    expect((await review.approve(organization, id, questionId)).reviewNote).toBe(NOTE);
    expect((await review.edit(organization, { id, questionId, answer: 'Yes.' })).reviewNote).toBe('');
  });

  it('goes neither to the customer nor into the library', async () => {
    const { organization, id, questionId } = await answered();
    await review.approve(organization, id, questionId);
    await review.complete(organization, id);
    for (const format of ['original', 'csv', 'json'])
      expect((await review.export(organization, id, format)).bytes.toString()).not.toContain('Zanzibar');
    expect((await review.receipt(organization, id)).toString()).not.toContain('Zanzibar');
    const request = { limit: 10, offset: 0, query: '', status: '', tag: '', expiresBefore: '' };
    const library = await service.knowledge.unary(
      service.knowledge.stub.listAnswers,
      request,
      service.in(organization),
    );
    expect(library.pagination?.total).toBeGreaterThan(0);
    expect(JSON.stringify(library)).not.toContain('Zanzibar');
  });
});
