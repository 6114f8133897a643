import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { armFailpoint, newId } from '@candor/runtime';
import type { Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { cascade } from './cascading.js';
import { NOTES } from './cascade.js';

describe('questions that hang on others', () => {
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

  async function asked(): Promise<{ organization: string; id: string }> {
    const organization = newId();
    const id = await service.uploadCsv(organization, [
      'No.,Question,Response',
      '1,Do you keep a register of vendors?,',
      '1.1,"If yes, who keeps the register?",',
      '1.2,"If no, when will there be one?",',
      '2,Do you insure the office?,',
    ]);
    await service.untilProcessed(organization, id);
    return { organization, id };
  }
  async function questionsOf(organization: string, id: string): Promise<Record<string, Question>> {
    const all = await service.questionsOf(organization, id);
    return Object.fromEntries(all.map((question) => [question.number, question]));
  }
  const idOf = (questions: Record<string, Question>, number: string): string => questions[number]?.id ?? '';

  it('say on which they hang, and how many hang on one; those first on which most hang', async () => {
    const { organization, id } = await asked();
    const questions = await questionsOf(organization, id);
    const root = idOf(questions, '1');
    expect(questions['1']).toMatchObject({ dependsOn: undefined, dependents: 2 });
    expect(questions['1.1']).toMatchObject({ dependsOn: { questionId: root, kind: 'if_yes' }, dependents: 0 });
    expect(questions['1.2']).toMatchObject({ dependsOn: { questionId: root, kind: 'if_no' } });
    expect(questions['2']).toMatchObject({ dependsOn: undefined, dependents: 0 });
    const { stub } = service.questionnaires;
    const request = {
      id,
      sheetId: '',
      status: '',
      assignee: '',
      assigneeIds: [],
      sort: 'dependents',
      limit: 1,
      offset: 0,
    };
    const reply = await service.questionnaires.unary(stub.listQuestions, request, service.in(organization));
    expect(reply.questions.map(({ number }) => number)).toEqual(['1']);
  });

  it('do not apply once a person answers otherwise than they suppose, and apply again after the next change', async () => {
    const { organization, id } = await asked();
    const before = await questionsOf(organization, id);
    await review.edit(organization, { id, questionId: idOf(before, '1'), answer: 'No.' });
    const behindNo = await questionsOf(organization, id);
    expect(behindNo['1.1']).toMatchObject({ answerStatus: 'NOT_APPLICABLE', reviewNote: NOTES.no, answeredBy: 'AI' });
    expect(behindNo['1.2']).toMatchObject({ answerStatus: 'NEEDS_INFO' });
    await review.edit(organization, { id, questionId: idOf(before, '1'), answer: 'Yes, since 2020.' });
    const behindYes = await questionsOf(organization, id);
    expect(behindYes['1.1']).toMatchObject({ answerStatus: 'NEEDS_INFO', reviewNote: NOTES.applies });
    expect(behindYes['1.2']).toMatchObject({ answerStatus: 'NOT_APPLICABLE', reviewNote: NOTES.yes });
  });

  it('lose the approval of a person when their root is turned, are told so, and keep it when it is only reworded', async () => {
    const { organization, id } = await asked();
    const before = await questionsOf(organization, id);
    const edit = (number: string, answer: string) =>
      review.edit(organization, { id, questionId: idOf(before, number), answer });
    await edit('1', 'Yes.');
    await edit('1.1', 'The buyers.');
    await review.approve(organization, id, idOf(before, '1.1'));
    await edit('1', 'Yes, since 2020.');
    expect((await questionsOf(organization, id))['1.1']).toMatchObject({
      answer: 'The buyers.',
      approvedBy: expect.any(String),
    });
    await edit('1', 'No.');
    const after = (await questionsOf(organization, id))['1.1'];
    expect(after).toMatchObject({ answer: 'The buyers.', approvedBy: undefined, reviewNote: NOTES.reopened });
    const request = { id, questionId: after?.id ?? '', limit: 1, offset: 0 };
    const { stub } = review.client;
    const history = await review.client.unary(stub.listHistory, request, service.in(organization));
    expect(history.entries).toMatchObject([{ action: 'reopened', note: NOTES.reopened }]);
  });

  it('hear of a change of their root after a crash between the two', async () => {
    const { organization, id } = await asked();
    const before = await questionsOf(organization, id);
    const disarm = armFailpoint('edit.written', () => Promise.reject(new Error('the process died')));
    await expect(review.edit(organization, { id, questionId: idOf(before, '1'), answer: 'No.' })).rejects.toThrow();
    disarm();
    expect((await questionsOf(organization, id))['1.1']).toMatchObject({ answerStatus: 'NEEDS_INFO' });
    // What the sweeper does with a write that stays open.
    await review.stores.questionnaires.settle(Number.MAX_SAFE_INTEGER, (owner, open) =>
      cascade(review.stores, owner, open),
    );
    expect((await questionsOf(organization, id))['1.1']).toMatchObject({ answerStatus: 'NOT_APPLICABLE' });
  });
});
