import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const QUESTIONS = [
  'ID,Question,Answer,Comment',
  '1,Is customer data encrypted at rest?,,',
  '2,Do you operate a public bug bounty program?,,',
  '3,How often are backups of production tested?,,',
];

describe('the review of a questionnaire', () => {
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

  async function processed(lines = QUESTIONS): Promise<{ organization: string; id: string }> {
    const organization = newId();
    const id = await service.uploadCsv(organization, lines);
    await service.untilProcessed(organization, id);
    return { organization, id };
  }

  it('makes an edited question manually answered, findable by its new words, with its history', async () => {
    const { organization, id } = await processed();
    const [question] = await service.questionsOf(organization, id);
    const questionId = question?.id ?? '';
    const edited = await review.edit(organization, {
      id,
      questionId,
      answer: 'Yes, with Zephyrcipher.',
      comment: 'See policy.',
    });
    expect(edited).toMatchObject({
      answer: 'Yes, with Zephyrcipher.',
      comment: 'See policy.',
      answerStatus: 'MANUALLY_ANSWERED',
      version: (question?.version ?? 0) + 1,
      historyCount: 1,
      citations: [],
    });
    const found = await service.search(organization, 'zephyrcipher');
    expect(found.items[0]?.matchedQuestions.map((match) => match.id)).toEqual([questionId]);
    const { statistics } = await service.overview(organization, id);
    expect(statistics).toMatchObject({ totalQuestions: 3, manualAnsweredQuestions: 1, notAnsweredQuestions: 2 });
    await review.approve(organization, id, questionId);
    const request = { id, questionId, limit: 10, offset: 0 };
    const history = await review.client.unary(review.client.stub.listHistory, request, service.in(organization));
    expect(
      history.entries.map((entry) => [entry.action, entry.before?.answer, entry.after?.answer, entry.after?.approved]),
    ).toEqual([
      ['approved', 'Yes, with Zephyrcipher.', 'Yes, with Zephyrcipher.', true],
      ['edited', '', 'Yes, with Zephyrcipher.', false],
    ]);
    expect(history.pagination?.total).toBe(2);
  });

  it('refuses a change of a version that is not the present one, and takes one without a version', async () => {
    const { organization, id } = await processed();
    const [question] = await service.questionsOf(organization, id);
    const questionId = question?.id ?? '';
    const expectedVersion = question?.version ?? 0;
    await review.edit(organization, { id, questionId, expectedVersion, answer: 'Yes.' });
    const late = review.edit(organization, { id, questionId, expectedVersion, answer: 'No.' });
    await expect(late).rejects.toMatchObject({ kind: 'stale', code: 'question_changed' });
    await expect(review.edit(organization, { id, questionId, answer: 'Partly.' })).resolves.toMatchObject({
      answer: 'Partly.',
    });
  });

  it('un-approves what is edited, but not what is assigned, and approves nothing without an answer', async () => {
    const { organization, id } = await processed();
    const [first, second] = await service.questionsOf(organization, id);
    const questionId = first?.id ?? '';
    await review.edit(organization, { id, questionId, answer: 'Yes.' });
    expect((await review.approve(organization, id, questionId)).approvedAt).toBeGreaterThan(0);
    const assigned = await review.edit(organization, {
      id,
      questionId,
      assignee: { assignee: { id: 'u1', type: 'USER' } },
    });
    expect(assigned).toMatchObject({ assignee: { id: 'u1', type: 'USER' } });
    expect(assigned.approvedAt).toBeGreaterThan(0);
    expect((await review.edit(organization, { id, questionId, comment: 'New.' })).approvedAt).toBeUndefined();
    await expect(review.approve(organization, id, second?.id ?? '')).rejects.toMatchObject({ code: 'no_answer' });
    expect((await review.edit(organization, { id, questionId, assignee: {} })).assignee).toBeUndefined();
  });

  it('takes only options for an answer to a choice, spelt as the customer does', async () => {
    const { organization, id } = await processed([
      'Question,Options,Response',
      'Is multi-factor authentication enforced for staff?,Yes; No; Partially,',
      'Is data encrypted in transit between services?,Yes; No; Partially,',
      'Are access rights reviewed every year?,Yes; No; Partially,',
    ]);
    const [question] = await service.questionsOf(organization, id);
    expect(question?.options).toEqual(['Yes', 'No', 'Partially']);
    const questionId = question?.id ?? '';
    const wrong = review.edit(organization, { id, questionId, answer: 'Maybe' });
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid', code: 'not_an_option' });
    await expect(review.edit(organization, { id, questionId, answer: 'partially' })).resolves.toMatchObject({
      answer: 'Partially',
    });
  });

  it('clears the answer of what needs information, and refuses statuses that are the engine’s', async () => {
    const { organization, id } = await processed();
    const [question] = await service.questionsOf(organization, id);
    const questionId = question?.id ?? '';
    await review.edit(organization, { id, questionId, answer: 'Yes.' });
    const asked = await review.edit(organization, { id, questionId, answerStatus: 'NEEDS_INFO' });
    expect(asked).toMatchObject({ answer: '', answerStatus: 'NEEDS_INFO' });
    const engines = review.edit(organization, { id, questionId, answerStatus: 'AI_ANSWERED' });
    await expect(engines).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'answer_status' }] });
  });

  it('approves by filter and by id, and says of the rest why not', async () => {
    const { organization, id } = await processed();
    const [first, second, third] = await service.questionsOf(organization, id);
    await review.edit(organization, { id, questionId: first?.id ?? '', answer: 'Yes.' });
    await review.edit(organization, { id, questionId: second?.id ?? '', answerStatus: 'NOT_APPLICABLE' });
    const { client } = review;
    const byId = { id, questionIds: [first?.id ?? '', 'unknown'], approversOnly: false };
    await expect(client.unary(client.stub.approveQuestions, byId, service.in(organization))).resolves.toEqual({
      approved: 1,
      skipped: [{ questionId: 'unknown', code: 'question_not_found' }],
    });
    const all = { id, questionIds: [], filter: { band: '', sheetId: '', all: true }, approversOnly: false };
    await expect(client.unary(client.stub.approveQuestions, all, service.in(organization))).resolves.toEqual({
      approved: 1,
      skipped: [
        { questionId: first?.id, code: 'already_approved' },
        { questionId: third?.id, code: 'no_answer' },
      ],
    });
    const neither = client.unary(
      client.stub.approveQuestions,
      { id, questionIds: [], approversOnly: false },
      service.in(organization),
    );
    await expect(neither).rejects.toMatchObject({ kind: 'invalid' });
    expect((await service.overview(organization, id)).statistics?.approvedQuestions).toBe(2);
  });

  it('completes when nothing is open, locks what is completed, and opens it again', async () => {
    const { organization, id } = await processed();
    const questions = await service.questionsOf(organization, id);
    const { client } = review;
    await client.unary(client.stub.submitQuestionnaire, { id, note: '', approverIds: [] }, service.in(organization));
    await expect(review.complete(organization, id)).rejects.toMatchObject({
      code: 'questions_open',
      data: { open_questions: 3 },
    });
    for (const question of questions) {
      await review.edit(organization, { id, questionId: question.id, answer: `Yes, as said in ${question.number}.` });
      await review.approve(organization, id, question.id);
    }
    const completed = await review.complete(organization, id);
    expect(completed.questionnaire?.status).toBe('COMPLETED');
    expect(completed.statusLog.slice(-2).map((change) => change.to)).toEqual(['READY_FOR_APPROVAL', 'COMPLETED']);
    const late = review.edit(organization, { id, questionId: questions[0]?.id ?? '', answer: 'No.' });
    await expect(late).rejects.toMatchObject({ kind: 'conflict', code: 'questionnaire_completed' });
    await expect(review.complete(organization, id)).rejects.toMatchObject({ code: 'invalid_transition' });
    const reopened = await client.unary(client.stub.reopenQuestionnaire, { id }, service.in(organization));
    expect(reopened.questionnaire?.status).toBe('ANSWERING_COMPLETED');
    await review.edit(organization, { id, questionId: questions[0]?.id ?? '', answer: 'No, not any more.' });
  });

  it('takes approved answers into the library on completion, and a newer answer in place of the older one', async () => {
    const { organization, id } = await processed();
    const [first] = await service.questionsOf(organization, id);
    const complete = async (answer: string, syncToLibrary?: boolean): Promise<void> => {
      await review.edit(organization, { id, questionId: first?.id ?? '', answer });
      await review.approve(organization, id, first?.id ?? '');
      await review.complete(organization, id, {
        force: true,
        ...(syncToLibrary === undefined ? {} : { syncToLibrary }),
      });
      await review.client.unary(review.client.stub.reopenQuestionnaire, { id }, service.in(organization));
    };
    const library = async () => {
      const request = { limit: 10, offset: 0, query: '', status: '', tag: '', expiresBefore: '' };
      const { answers } = await service.knowledge.unary(
        service.knowledge.stub.listAnswers,
        request,
        service.in(organization),
      );
      return answers.map(({ question, answer, origin, status }) => ({ question, answer, origin, status }));
    };
    await complete('Yes, with AES-128.', false);
    expect(await library()).toEqual([]);
    await complete('Yes, with AES-128.');
    await complete('Yes, with AES-256.');
    expect(await library()).toEqual([
      { question: first?.text, answer: 'Yes, with AES-256.', origin: 'questionnaire', status: 'APPROVED' },
    ]);
  });

  it('answers again from what is known now', async () => {
    const { organization, id } = await processed();
    const [question] = await service.questionsOf(organization, id);
    expect(question?.answerStatus).toBe('NEEDS_INFO');
    await service.learn(
      organization,
      'Is customer data encrypted at rest?',
      'Yes. All customer data at rest is encrypted with AES-256.',
    );
    const request = { id, questionId: question?.id ?? '', instructions: '' };
    const again = await review.client.unary(review.client.stub.regenerateQuestion, request, service.in(organization));
    expect(again.answerStatus).toBe('AI_ANSWERED');
    expect(again.answer).toContain('AES-256');
    expect(again.historyCount).toBe(1);
  });

  it('keeps comments in their order, within the organization', async () => {
    const { organization, id } = await processed();
    const [question] = await service.questionsOf(organization, id);
    const { client } = review;
    for (const text of ['Who knows this?', 'Ask the platform team.'])
      await client.unary(
        client.stub.addComment,
        { id, questionId: question?.id ?? '', text, mentionedIds: [] },
        service.in(organization),
      );
    const request = { id, questionId: question?.id ?? '', limit: 10, offset: 0 };
    const listed = await client.unary(client.stub.listComments, request, service.in(organization));
    expect(listed.comments.map((comment) => comment.text)).toEqual(['Who knows this?', 'Ask the platform team.']);
    await expect(client.unary(client.stub.listComments, request, service.in(newId()))).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  it('changes fields of a questionnaire and finds it by the new ones', async () => {
    const { organization, id } = await processed();
    const { client } = review;
    const request = { id, title: 'Harbour assessment', dealValue: '25000.50', deadline: '2027-03-31' };
    const changed = await client.unary(client.stub.updateQuestionnaire, request, service.in(organization));
    expect(changed.questionnaire).toMatchObject({
      title: 'Harbour assessment',
      dealValue: '25000.50',
      deadline: '2027-03-31',
    });
    expect((await service.search(organization, 'harbour')).items.map((item) => item.questionnaire?.id)).toEqual([id]);
    const wrong = client.unary(
      client.stub.updateQuestionnaire,
      { id, deadline: '2027-02-30' },
      service.in(organization),
    );
    await expect(wrong).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'deadline' }] });
  });

  it('gives the customer’s file back with the answers, and proves it', async () => {
    const { organization, id } = await processed();
    const [first] = await service.questionsOf(organization, id);
    await review.edit(organization, { id, questionId: first?.id ?? '', answer: 'Yes, "always".', comment: 'Policy 4' });
    const { file, bytes } = await review.export(organization, id);
    expect(file).toMatchObject({
      fileName: 'questions.csv',
      mimeType: 'text/csv',
      generated: false,
      size: bytes.length,
    });
    expect(bytes.toString()).toBe(
      QUESTIONS.join('\n').replace(
        '1,Is customer data encrypted at rest?,,',
        '1,Is customer data encrypted at rest?,"Yes, ""always"".",Policy 4',
      ),
    );
    expect((await review.export(organization, id)).file.exportId).toBe(file.exportId);
    const receipt = JSON.parse((await review.receipt(organization, id)).toString()) as object;
    expect(receipt).toMatchObject({
      exported: { sha256: file.sha256 },
      summary: { written: 2, matching: 2, skipped: 0 },
      written: [
        { kind: 'answer', location: { sheet: '', cell: 'C2' }, before: '', after: 'Yes, "always".', matches: true },
        { kind: 'comment', location: { sheet: '', cell: 'D2' }, before: '', after: 'Policy 4', matches: true },
      ],
    });
    await review.edit(organization, { id, questionId: first?.id ?? '', answer: 'No.' });
    expect((await review.export(organization, id)).file.exportId).not.toBe(file.exportId);
    await expect(review.export(newId(), id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
