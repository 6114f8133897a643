import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, RpcClient, silentLogger, startRpcServer, systemClock, type ServiceEvent } from '@candor/runtime';
import { AskedServiceClient } from '@candor/proto/candor/questionnaire/v1/asked';
import type { Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { Announcing } from '../events/announcing.js';
import { Asking } from '../events/asking.js';
import { askedService } from '../grpc/asked-service.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { Asked } from './asked.js';
import { QuestionWriter } from './questions-writer.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const ANN = newId();
const EVE = newId();
const TEAM = newId();
const DUE = Date.parse('2090-01-31T23:59:59.999Z') * 1000;

describe('people who are asked', () => {
  let service: TestService;
  let review: TestReview;
  let asked: RpcClient<AskedServiceClient>;
  let closeAsked: () => Promise<void>;
  let organization = '';
  let id = '';
  let questions: Question[] = [];
  const told: ServiceEvent[] = [];
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    const writer = new QuestionWriter(review.stores);
    const rpc = askedService(new Asked({ ...review.stores, writer, clock: systemClock }));
    const options = {
      services: [rpc],
      token: 'token between services',
      logger: silentLogger(),
      address: '127.0.0.1:0',
    };
    const server = await startRpcServer(options);
    asked = new RpcClient(AskedServiceClient, server.address, 'token between services');
    closeAsked = () => server.close();
  });
  afterAll(async () => {
    asked.close();
    await closeAsked();
    await review.close();
    await service.close();
  });
  beforeEach(async () => {
    organization = newId();
    id = await service.uploadCsv(organization, [
      'Question,Options,Response',
      'Do you keep a register of vendors in region 1?,,',
      'Do you keep a register of vendors in region 2?,,',
      'Do you keep a register of vendors in region 3?,,',
      'Is multi-factor authentication enforced for staff?,Yes; No; Partially,',
    ]);
    await service.untilProcessed(organization, id);
    questions = await service.questionsOf(organization, id);
    await tellAll();
    told.length = 0;
  });

  /** A call of a person. */
  const as = (user: string, role: 'VIEWER' | 'MEMBER' | 'APPROVER' | 'ADMIN' = 'MEMBER') => {
    const call = service.in(organization);
    return { ...call, caller: { ...call.caller, ownerId: user, role } };
  };
  async function tellAll(): Promise<void> {
    const publish = (events: ServiceEvent[]): Promise<void> => {
      told.push(...events.filter(({ type, organizationId: of }) => type.startsWith('notify.') && of === organization));
      return Promise.resolve();
    };
    await new Announcing(review.stores.questionnaires, publish).round();
    await new Asking(review.stores, publish).round();
  }
  const assign = (ids: string[], change: object, by = as(ANN)) =>
    review.client.unary(
      review.client.stub.editQuestions,
      {
        id,
        approve: false,
        approversOnly: false,
        questions: ids.map((questionId) => ({ questionId })),
        assignee: { assignee: { id: EVE, type: 'USER' }, ...change },
      },
      by,
    );
  const listOf = (assigneeIds: string[], all = false) =>
    asked.unary(asked.stub.listAsked, { assigneeIds, questionnaireId: '', all, limit: 10, offset: 0 }, as(EVE));
  const answer = (questionId: string, text: string, assigneeIds = [EVE], by = as(EVE, 'VIEWER')) =>
    asked.unary(asked.stub.answerAsked, { questionId, assigneeIds, answer: text }, by);
  const ids = (): string[] => questions.map((question) => question.id);

  it('are told once of all that one call assigns them, with note and due date; who does it is named', async () => {
    await assign(ids().slice(0, 3), { dueAt: DUE, note: ' Who runs this? ' });
    const [first] = await service.questionsOf(organization, id);
    expect(first?.assignment).toMatchObject({ note: 'Who runs this?', dueAt: DUE, assignedBy: `user:${ANN}` });
    await tellAll();
    await tellAll();
    expect(told.map(({ data }) => data)).toEqual([
      {
        kind: 'assigned',
        recipients: [{ id: EVE, type: 'USER' }],
        actor_id: ANN,
        count: 3,
        due_at: DUE,
        text: 'Who runs this?',
        path: `/console/asked/${id}`,
        subject: { type: 'questionnaire', id, title: 'questions' },
      },
    ]);
  });

  it('are told neither of a repeat nor of what was taken from them before they were told', async () => {
    await assign(ids().slice(0, 2), {});
    await tellAll();
    const again = await assign(ids().slice(0, 2), {});
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    await assign([ids()[3]!], {});
    await review.edit(organization, { id, questionId: ids()[3]!, assignee: {} });
    await tellAll();
    expect(told).toHaveLength(1);
    // Handed on to a group, the group is told; the note of before was for somebody else.
    await assign(ids().slice(0, 2), { assignee: { id: TEAM, type: 'GROUP' } });
    await tellAll();
    expect(told[1]?.data).toMatchObject({ kind: 'assigned', recipients: [{ id: TEAM, type: 'GROUP' }], count: 2 });
    expect(told[1]?.data).not.toHaveProperty('text');
  });

  it('see only what is asked of them or their groups, what is due first; and nothing without a name', async () => {
    await assign([ids()[1]!], {});
    await assign([ids()[2]!], { dueAt: DUE });
    await assign([ids()[0]!], { assignee: { id: TEAM, type: 'GROUP' } });
    const { questions: mine, pagination } = await listOf([EVE, TEAM]);
    expect(mine.map(({ question }) => question?.id)).toEqual([ids()[2], ids()[0], ids()[1]]);
    expect(pagination?.total).toBe(3);
    expect(mine[0]).toMatchObject({ questionnaireId: id, questionnaireTitle: 'questions' });
    expect((await listOf([])).questions).toEqual([]);
    expect((await listOf([newId()])).questions).toEqual([]);
  });

  it('answer exactly that, whatever their role, and say done; then who asked is told', async () => {
    await assign(ids().slice(0, 2), {});
    await expect(answer(ids()[2]!, 'Yes.')).rejects.toMatchObject({ kind: 'forbidden', code: 'not_asked' });
    await expect(answer(newId(), 'Yes.')).rejects.toMatchObject({ kind: 'not_found' });
    expect((await answer(ids()[0]!, 'Yes, the Quillregister.')).question).toMatchObject({
      answer: 'Yes, the Quillregister.',
      answerStatus: 'MANUALLY_ANSWERED',
    });
    await tellAll();
    told.length = 0;
    const request = { questionIds: [ids()[0]!, ids()[1]!, ids()[3]!], assigneeIds: [EVE] };
    const { results } = await asked.unary(asked.stub.finishAsked, request, as(EVE, 'VIEWER'));
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['changed', ''],
      ['changed', ''],
      ['refused', 'not_asked'],
    ]);
    expect((await listOf([EVE])).questions).toEqual([]);
    expect((await listOf([EVE], true)).questions).toHaveLength(2);
    await tellAll();
    expect(told.map(({ data }) => data)).toMatchObject([
      { kind: 'answered', recipients: [{ id: ANN, type: 'USER' }], actor_id: EVE, count: 2 },
    ]);
  });

  it('who say done of many at once are told of together, however often people are told meanwhile', async () => {
    await assign(ids(), {});
    await tellAll();
    told.length = 0;
    const state = { isDone: false };
    const telling = (async () => {
      while (!state.isDone) await tellAll();
    })();
    const request = { questionIds: ids(), assigneeIds: [EVE] };
    const { results } = await asked.unary(asked.stub.finishAsked, request, as(EVE, 'VIEWER'));
    state.isDone = true;
    await telling;
    await tellAll();
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('changed'));
    expect(told.map(({ data }) => [data['kind'], data['count']])).toEqual([['answered', 4]]);
  });

  it('are counted: open, overdue and next due, without what is answered', async () => {
    await assign(ids().slice(0, 2), { dueAt: DUE });
    await assign([ids()[2]!], { dueAt: 978_307_200_000_001 });
    await assign([ids()[3]!], { assignee: { id: TEAM, type: 'GROUP' } });
    await answer(ids()[0]!, 'Yes.');
    const { rows } = await asked.unary(asked.stub.getLoad, {}, as(ANN, 'ADMIN'));
    expect(rows).toEqual([
      { assignee: { id: EVE, type: 'USER' }, open: 2, overdue: 1, nextDueAt: DUE },
      { assignee: { id: TEAM, type: 'GROUP' }, open: 1, overdue: 0 },
    ]);
  });

  it('are told where they are mentioned, and when a whole questionnaire is theirs', async () => {
    const text = `@[Eve](user:${EVE}) knows.`;
    const comment = { id, questionId: ids()[0]!, text, mentionedIds: [EVE] };
    await review.client.unary(review.client.stub.addComment, comment, as(ANN));
    const assignees = { assignees: [{ id: EVE, type: 'USER' }] };
    const give = () => review.client.unary(review.client.stub.updateQuestionnaire, { id, assignees }, as(ANN));
    await give();
    await give();
    await tellAll();
    await tellAll();
    expect(told.map(({ data }) => data)).toMatchObject([
      { kind: 'assigned', recipients: [{ id: EVE, type: 'USER' }], actor_id: ANN },
      { kind: 'mentioned', recipients: [{ id: EVE, type: 'USER' }], text: '@Eve knows.' },
    ]);
  });
});
