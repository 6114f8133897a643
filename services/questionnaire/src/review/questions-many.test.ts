import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { armFailpoint, newId } from '@candor/runtime';
import type { Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { EditQuestionsRequest, EditedQuestion } from '@candor/proto/candor/questionnaire/v1/review';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

describe('the same done to many questions', () => {
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

  interface World {
    organization: string;
    /** Of one person, who calls again and again. */
    call: ReturnType<TestService['in']>;
    id: string;
    questions: Question[];
  }
  /** Three questions in words and one with options, all open. */
  async function asked(): Promise<World> {
    const organization = newId();
    const id = await service.uploadCsv(organization, [
      'Question,Options,Response',
      'Do you keep a register of vendors in region 1?,,',
      'Do you keep a register of vendors in region 2?,,',
      'Do you keep a register of vendors in region 3?,,',
      'Is multi-factor authentication enforced for staff?,Yes; No; Partially,',
    ]);
    await service.untilProcessed(organization, id);
    return { organization, call: service.in(organization), id, questions: await service.questionsOf(organization, id) };
  }
  const seen = ({ questions }: World) =>
    questions.map(({ id, version }) => ({ questionId: id, expectedVersion: version }));
  async function edit(world: World, change: Partial<EditQuestionsRequest>): Promise<EditedQuestion[]> {
    const request = { id: world.id, questions: seen(world), approve: false, approversOnly: false, ...change };
    return (await review.client.unary(review.client.stub.editQuestions, request, world.call)).results;
  }
  const now = ({ organization, id }: World): Promise<Question[]> => service.questionsOf(organization, id);
  const actionsOf = async ({ organization, id }: World, questionId: string): Promise<string[]> => {
    const request = { id, questionId, limit: 10, offset: 0 };
    const { entries } = await review.client.unary(review.client.stub.listHistory, request, service.in(organization));
    return entries.map(({ action }) => action);
  };

  it('gives all one answer and approves it, with the history of single edits; tells of each that could not take it', async () => {
    const world = await asked();
    const results = await edit(world, { answer: 'Yes, the Quillregister.', approve: true });
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['changed', ''],
      ['changed', ''],
      ['changed', ''],
      ['refused', 'not_an_option'],
    ]);
    expect(results[3]?.message).toContain('"Partially"');
    const after = await now(world);
    expect(after.map(({ answer, approvedAt }) => [answer, (approvedAt ?? 0) > 0])).toEqual([
      ...Array.from({ length: 3 }, () => ['Yes, the Quillregister.', true]),
      ['', false],
    ]);
    expect(results.map(({ version }) => version)).toEqual(after.map(({ version }) => version));
    expect(await actionsOf(world, after[0]?.id ?? '')).toEqual(['approved', 'edited']);
    const found = await service.search(world.organization, 'quillregister');
    expect(found.items[0]?.matchedQuestions).toHaveLength(3);
    const { statistics } = await service.overview(world.organization, world.id);
    expect(statistics).toMatchObject({ approvedQuestions: 3, notAnsweredQuestions: 1 });
  });

  it('writes over nobody’s change: what was seen in another version is refused, the others are done', async () => {
    const world = await asked();
    const first = world.questions[0]?.id ?? '';
    await review.edit(world.organization, { id: world.id, questionId: first, answer: 'Theirs.' });
    const results = await edit(world, { answerStatus: 'NOT_APPLICABLE' });
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['refused', 'question_changed'],
      ...Array.from({ length: 3 }, () => ['changed', '']),
    ]);
    expect((await now(world))[0]).toMatchObject({ answer: 'Theirs.', answerStatus: 'MANUALLY_ANSWERED' });
  });

  it('can be repeated: what is done already is left alone, what was cut short is brought to its end', async () => {
    const world = await asked();
    const change = { answerStatus: 'NOT_APPLICABLE', approve: true };
    armFailpoint('edit.written', () => Promise.reject(new Error('the process died here')));
    await expect(edit(world, change)).rejects.toMatchObject({ kind: 'internal' });
    expect((await now(world)).filter(({ approvedAt }) => approvedAt)).toEqual([]);
    expect((await edit(world, change)).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => 'changed'),
    );
    expect((await edit(world, change)).map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 4 }, () => 'unchanged'),
    );
    expect(await actionsOf(world, world.questions[0]?.id ?? '')).toEqual(['approved', 'edited']);
  });

  it('approves only what has an answer, assigns without taking an approval back, and knows no question of others', async () => {
    const world = await asked();
    const [one, two] = world.questions;
    await review.edit(world.organization, { id: world.id, questionId: one?.id ?? '', answer: 'Yes.' });
    const unseen = [one, two].map((question) => ({ questionId: question?.id ?? '', expectedVersion: undefined }));
    const approved = await edit(world, { questions: unseen, approve: true });
    expect(approved.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['changed', ''],
      ['refused', 'no_answer'],
    ]);
    const foreign = (await asked()).questions[0]?.id ?? '';
    const assignee = { assignee: { id: 'u1', type: 'USER' } };
    const assigned = await edit(world, {
      questions: [...unseen, { questionId: foreign, expectedVersion: undefined }],
      assignee,
    });
    expect(assigned.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['changed', ''],
      ['changed', ''],
      ['refused', 'question_not_found'],
    ]);
    const [after] = await now(world);
    expect(after?.assignee?.id).toBe('u1');
    expect(after?.approvedAt).toBeGreaterThan(0);
    expect(await actionsOf(world, one?.id ?? '')).toEqual(['assigned', 'approved', 'edited']);
  });

  it('asks for something to do, and for questions to do it to', async () => {
    const world = await asked();
    await expect(edit(world, {})).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'answer' }] });
    await expect(edit(world, { questions: [], answer: 'Yes.' })).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path: 'questions' }],
    });
  });
});
