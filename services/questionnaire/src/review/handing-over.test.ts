import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type ServiceEvent } from '@candor/runtime';
import type { Overview, Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { Announcing } from '../events/announcing.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const ANN = newId();
const BEA = newId();
const EVE = newId();

describe('a questionnaire that is handed over', () => {
  let service: TestService;
  let review: TestReview;
  let organization = '';
  let id = '';
  let questions: Question[] = [];
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });
  beforeEach(async () => {
    organization = newId();
    id = await service.uploadCsv(organization, [
      'Question,Response',
      'Do you keep a register of vendors in region 1?,',
      'Do you keep a register of vendors in region 2?,',
    ]);
    await service.untilProcessed(organization, id);
    questions = await service.questionsOf(organization, id);
    await told();
  });

  const as = (user: string, role: 'MEMBER' | 'APPROVER' | 'ADMIN' = 'MEMBER') => {
    const call = service.in(organization);
    return { ...call, caller: { ...call.caller, ownerId: user, role } };
  };
  type Call = ReturnType<typeof as>;
  async function told(): Promise<Record<string, unknown>[]> {
    const events: ServiceEvent[] = [];
    const publish = (some: ServiceEvent[]): Promise<void> => {
      events.push(...some.filter(({ organizationId: of, type }) => of === organization && type.startsWith('notify.')));
      return Promise.resolve();
    };
    await new Announcing(review.stores.questionnaires, publish).round();
    return events.map(({ data }) => data);
  }
  const call = {
    edit: (questionId: string, answer: string, by: Call) =>
      review.client.unary(review.client.stub.editQuestion, { id, questionId, answer, keepInLibrary: false }, by),
    approve: (questionId: string, by: Call, approversOnly = true) =>
      review.client.unary(review.client.stub.approveQuestion, { id, questionId, approversOnly }, by),
    approveAll: (by: Call) => {
      const filter = { band: '', sheetId: '', all: true };
      const request = { id, questionIds: [], filter, approversOnly: true };
      return review.client.unary(review.client.stub.approveQuestions, request, by);
    },
    submit: (by: Call, approverIds: string[] = []) =>
      review.client.unary(review.client.stub.submitQuestionnaire, { id, note: 'Please look.', approverIds }, by),
    sendBack: (by: Call, reason: string, questionIds: string[] = []): Promise<Overview> =>
      review.client.unary(review.client.stub.sendBackQuestionnaire, { id, reason, questionIds }, by),
    complete: (by: Call, force = false) =>
      review.client.unary(review.client.stub.completeQuestionnaire, { id, force, approversOnly: true }, by),
    waiting: (user: string, mayApprove: boolean) => {
      const request = { assigneeIds: [user], userId: user, mayApprove };
      return service.questionnaires.unary(service.questionnaires.stub.getWaiting, request, as(user));
    },
  };
  const ids = (): string[] => questions.map((question) => question.id);

  it('goes from who submits to the approvers, back with a reason, and is told to be approved', async () => {
    for (const one of ids()) await call.edit(one, 'Yes.', as(ANN));
    await call.submit(as(ANN), [BEA]);
    expect(await told()).toMatchObject([
      { kind: 'submitted', recipients: [{ id: BEA, type: 'USER' }], actor_id: ANN, text: 'Please look.' },
    ]);
    expect((await call.waiting(BEA, true)).toApprove).toMatchObject([{ by: `user:${ANN}`, note: 'Please look.' }]);
    expect((await call.waiting(EVE, true)).toApprove).toEqual([]);
    expect((await call.waiting(BEA, false)).toApprove).toEqual([]);

    await call.approve(ids()[0]!, as(BEA, 'APPROVER'));
    const overview = await call.sendBack(as(BEA, 'APPROVER'), 'Name the tool.', [ids()[0]!]);
    expect(overview.statusLog.at(-1)).toMatchObject({ to: 'ANSWERING_COMPLETED', reason: 'Name the tool.' });
    expect(await told()).toMatchObject([
      { kind: 'sent_back', recipients: [{ id: ANN, type: 'USER' }], text: 'Name the tool.', count: 1 },
    ]);
    expect((await call.waiting(ANN, false)).sentBack).toMatchObject([{ by: `user:${BEA}`, note: 'Name the tool.' }]);
    const [returned] = await service.questionsOf(organization, id);
    expect(returned).toMatchObject({
      approvedBy: undefined,
      sentBack: { reason: 'Name the tool.', by: `user:${BEA}` },
    });

    expect((await call.edit(ids()[0]!, 'Yes, in Quill.', as(ANN))).sentBack).toBeUndefined();
    await call.submit(as(ANN));
    expect((await call.waiting(ANN, false)).sentBack).toEqual([]);
    expect(await call.approveAll(as(BEA, 'APPROVER'))).toEqual({ approved: 2, skipped: [] });
    await told();
    await call.complete(as(BEA, 'APPROVER'));
    expect(await told()).toMatchObject([{ kind: 'approved', recipients: [{ id: ANN, type: 'USER' }], actor_id: BEA }]);
  });

  it('is approved by approvers only where the organization says so, and by nobody for the own words', async () => {
    const [one, two] = ids();
    await call.edit(one!, 'Yes.', as(BEA, 'APPROVER'));
    await call.edit(two!, 'Yes.', as(ANN));
    await expect(call.approve(two!, as(EVE))).rejects.toMatchObject({ kind: 'forbidden', code: 'approver_required' });
    await expect(call.approveAll(as(EVE))).rejects.toMatchObject({ code: 'approver_required' });
    await expect(call.complete(as(EVE), true)).rejects.toMatchObject({ code: 'approver_required' });
    await expect(call.approve(one!, as(BEA, 'APPROVER'))).rejects.toMatchObject({ kind: 'conflict', code: 'own_edit' });
    expect(await call.approveAll(as(BEA, 'APPROVER'))).toEqual({
      approved: 1,
      skipped: [{ questionId: one, code: 'own_edit' }],
    });
    // Somebody else's assignment does not make the words somebody else's.
    const assignee = { assignee: { id: EVE, type: 'USER' } };
    await review.edit(organization, { id, questionId: one!, assignee });
    await expect(call.approve(one!, as(BEA, 'ADMIN'))).rejects.toMatchObject({ code: 'own_edit' });
    expect((await call.approve(one!, as(BEA, 'APPROVER'), false)).approvedBy).toBe(`user:${BEA}`);
  });

  it('is sent back from approval only, with a reason, about questions that it has', async () => {
    await expect(call.sendBack(as(BEA), 'No.')).rejects.toMatchObject({ code: 'invalid_transition' });
    await call.submit(as(ANN));
    await expect(call.sendBack(as(BEA), ' ')).rejects.toMatchObject({ errors: [{ path: 'reason' }] });
    const strange = call.sendBack(as(BEA), 'No.', [ids()[0]!, newId()]);
    await expect(strange).rejects.toMatchObject({ errors: [{ path: 'question_ids.1' }] });
    const [first] = await service.questionsOf(organization, id);
    expect(first?.sentBack).toBeUndefined();
  });
});
