import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const NEAR = 'How quickly are lost laptops locked?';
const LOCKED = 'Lost laptops are locked remotely within one hour of the report.';
const ASKED = 'Are lost laptops wiped by the helpdesk?';

describe('suggestions for a question', () => {
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

  const suggest = async (organization: string, id: string, questionId: string) => {
    const request = { id, questionId };
    return (await review.client.unary(review.client.stub.suggestAnswers, request, service.in(organization)))
      .suggestions;
  };
  async function asked(line = `1,${ASKED},,`): Promise<{ organization: string; id: string; questionId: string }> {
    const organization = newId();
    const id = await service.uploadCsv(organization, ['ID,Question,Answer,Comment', line, '2,Do you own a ship?,,']);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    return { organization, id, questionId: question?.id ?? '' };
  }

  it('tell the near answers of the library with their source, and nothing that has expired or was deleted', async () => {
    const { organization, id, questionId } = await asked();
    expect(await suggest(organization, id, questionId)).toEqual([]);
    const kept = await service.learn(organization, NEAR, LOCKED);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const gone = await service.learn(
      organization,
      'Are lost laptops reported?',
      'Lost laptops are reported to the helpdesk.',
      {
        expiresAt: soon,
      },
    );
    await service.learn(organization, 'Where is lunch served?', 'Lunch is served in the canteen.');
    const found = await suggest(organization, id, questionId);
    expect(found.map(({ sourceId }) => sourceId).sort()).toEqual([kept, gone].sort());
    expect(found.find(({ sourceId }) => sourceId === kept)).toMatchObject({
      sourceType: 'library',
      title: NEAR,
      answer: LOCKED,
      comment: '',
    });
    const call = service.in(organization);
    await service.knowledge.unary(
      service.knowledge.stub.updateAnswer,
      { id: gone, expiresAt: '1990-01-01T00:00:00Z' },
      call,
    );
    expect((await suggest(organization, id, questionId)).map(({ sourceId }) => sourceId)).toEqual([kept]);
    await service.knowledge.unary(service.knowledge.stub.deleteAnswer, { id: kept }, call);
    expect(await suggest(organization, id, questionId)).toEqual([]);
  });

  it('are of the organization that asks, and of its questions alone', async () => {
    const { organization, id, questionId } = await asked();
    await expect(suggest(newId(), id, questionId)).rejects.toMatchObject({ code: 'question_not_found' });
    await expect(suggest(organization, id, newId())).rejects.toMatchObject({ code: 'question_not_found' });
  });

  it('lets an edit keep its answer in the library at once, but not what does not stand for itself', async () => {
    const { organization, id } = await asked('1,"If yes, please describe",,');
    const [dependent, ship] = await service.questionsOf(organization, id);
    await review.edit(organization, { id, questionId: dependent?.id ?? '', answer: 'By hand.', keepInLibrary: true });
    await review.edit(organization, {
      id,
      questionId: ship?.id ?? '',
      answer: 'Yes, a small one.',
      keepInLibrary: true,
    });
    // Said again it is the same entry.
    await review.edit(organization, {
      id,
      questionId: ship?.id ?? '',
      answer: 'No, it was sold.',
      keepInLibrary: true,
    });
    const request = { limit: 10, offset: 0, query: '', status: '', tag: '', expiresBefore: '' };
    const { answers } = await service.knowledge.unary(
      service.knowledge.stub.listAnswers,
      request,
      service.in(organization),
    );
    expect(answers.map(({ question, answer, status }) => [question, answer, status])).toEqual([
      ['Do you own a ship?', 'No, it was sold.', 'APPROVED'],
    ]);
  });
});
