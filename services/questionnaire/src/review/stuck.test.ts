import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import type { QuestionDocument, QuestionnaireDocument } from '../store/documents.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const QUESTIONS = ['ID,Question,Answer', '1,Is the lift tested every year?,', '2,Who owns the service desk?,'];
const NOTHING = ['Name,City', 'Ada,London', 'Grace,Arlington'];

describe('a questionnaire that failed', () => {
  let service: TestService;
  let review: TestReview;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  async function uploaded(lines: string[]): Promise<{ organization: string; id: string }> {
    const organization = newId();
    const id = await service.uploadCsv(organization, lines);
    await service.untilProcessed(organization, id);
    return { organization, id };
  }

  /** As an answering leaves it that passed over a question, because the position before that one is missing. */
  async function stuck(): Promise<{ organization: string; id: string }> {
    const { organization, id } = await uploaded(QUESTIONS);
    const [, last] = await service.questionsOf(organization, id);
    await service.db
      .collection<QuestionDocument>('questions')
      .updateOne({ _id: last?.id ?? '' }, { $set: { position: 250, answerStatus: 'UNANSWERED', answer: '' } });
    await service.db
      .collection<QuestionnaireDocument>('questionnaires')
      .updateOne({ _id: id }, { $set: { status: 'ANSWERING_FAILED' } });
    return { organization, id };
  }

  const status = async (organization: string, id: string) =>
    (await service.overview(organization, id)).questionnaire?.status;

  it('is answered to the end by a retry, also where positions are missing', async () => {
    const { organization, id } = await stuck();
    const { questionnaires } = service;
    await questionnaires.unary(questionnaires.stub.retryQuestionnaire, { id }, service.in(organization));
    const { questionnaire } = await service.untilProcessed(organization, id);
    expect(questionnaire?.status).toBe('ANSWERING_COMPLETED');
    const statuses = (await service.questionsOf(organization, id)).map(({ answerStatus }) => answerStatus);
    expect(statuses).toEqual(['NEEDS_INFO', 'NEEDS_INFO']);
  });

  it('is completed by force only, and reopened as what it was', async () => {
    for (const { organization, id } of [await stuck(), await uploaded(NOTHING)]) {
      const failed = await status(organization, id);
      await expect(review.complete(organization, id)).rejects.toMatchObject({ code: 'invalid_transition' });
      const { questionnaire } = await review.complete(organization, id, { force: true });
      expect(questionnaire?.status).toBe('COMPLETED');
      const { client } = review;
      await client.unary(client.stub.reopenQuestionnaire, { id }, service.in(organization));
      expect(await status(organization, id)).toBe(failed);
    }
  });

  it('is deleted like any other', async () => {
    for (const { organization, id } of [await stuck(), await uploaded(NOTHING)]) {
      const { questionnaires } = service;
      await questionnaires.unary(questionnaires.stub.deleteQuestionnaire, { id }, service.in(organization));
      await expect(service.overview(organization, id)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});
