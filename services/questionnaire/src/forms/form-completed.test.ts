import { armFailpoint, AppError, newId, systemClock } from '@candor/runtime';
import type { FormQuestion, TakeFormReply } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { check } from '../admin/check.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';

const organization = newId();
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

const question = (key: string): FormQuestion => ({
  key,
  text: `Is ${key} in place?`,
  help: '',
  section: '',
  kind: 'text',
  options: [],
  maxLength: 0,
  required: false,
});
const take = (formId: string, ...keys: string[]): Promise<TakeFormReply> => {
  const { questionnaires } = service;
  const page = { formId, pageUrl: 'https://portal.example.com/f', title: '', companyName: '' };
  const request = { ...page, questions: keys.map(question) };
  return questionnaires.unary(questionnaires.stub.takeForm, request, service.in(organization));
};
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const force = (id: string): Promise<string> => codeOf(review.complete(organization, id, { force: true }));
const statusOf = async (id: string): Promise<string> =>
  (await service.overview(organization, id)).questionnaire?.status ?? '';
const untilAsked = async (id: string, total: number): Promise<void> => {
  await until(
    () => service.overview(organization, id),
    ({ questionnaire }) => questionnaire?.shouldPoll === false && questionnaire.totalQuestions === total,
  );
};
/** A form of one page, answered. */
const answered = async (): Promise<{ formId: string; id: string }> => {
  const formId = newId();
  const { questionnaireId: id } = await take(formId, 'encryption');
  await untilAsked(id, 1);
  return { formId, id };
};
/** Stops whoever comes to `place` until it is released; tells when somebody is there. */
const stopAt = (place: string): { reached: Promise<void>; release: () => void } => {
  let reach: () => void = () => undefined;
  let release: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  armFailpoint(place, () => {
    reach();
    return released;
  });
  return { reached, release };
};
const breakAt = (place: string): void =>
  void armFailpoint(place, () => {
    throw new Error('broken off');
  });

it('refuses a page of a form that is completed between its look and its write', async () => {
  const { formId, id } = await answered();
  const { reached, release } = stopAt('form.checked');
  const page = codeOf(take(formId, 'backup'));
  await reached;
  expect(await force(id)).toBe('done');
  release();
  expect(await page).toBe('questionnaire_completed');
  expect(await check(service.db, systemClock)).toEqual([]);
});

it('refuses a page while its form is being completed', async () => {
  const { formId, id } = await answered();
  const looked = stopAt('form.checked');
  const page = codeOf(take(formId, 'backup'));
  await looked.reached;
  const locked = stopAt('complete.locked');
  const completing = force(id);
  await locked.reached;
  looked.release();
  expect(await page).toBe('being_completed');
  locked.release();
  expect([await completing, await statusOf(id)]).toEqual(['done', 'COMPLETED']);
});

it('completes no form of which questions wait, but starts their answering', async () => {
  const { formId, id } = await answered();
  breakAt('form.grown');
  await codeOf(take(formId, 'backup'));
  expect(await force(id)).toBe('form_continues');
  await untilAsked(id, 2);
  expect(await force(id)).toBe('done');
  expect(await check(service.db, systemClock)).toEqual([]);
});

it('completes no form whose next page comes while it is being counted', async () => {
  const { formId, id } = await answered();
  const { reached, release } = stopAt('complete.synced');
  const completing = force(id);
  await reached;
  // As if the lock had ended meanwhile.
  await service.db
    .collection<{ _id: string }>('questionnaires')
    .updateOne({ _id: id }, { $set: { reviewLockUntil: 0 } });
  breakAt('form.grown');
  await codeOf(take(formId, 'backup'));
  release();
  expect(await completing).toBe('form_continues');
  await untilAsked(id, 2);
});

it('takes what waits of a failed form that was completed by force, when it is reopened', async () => {
  const { formId, id } = await answered();
  breakAt('form.grown');
  await codeOf(take(formId, 'backup'));
  const rows = service.db.collection<{ _id: string }>('questionnaires');
  await rows.updateOne({ _id: id }, { $set: { status: 'ANSWERING_FAILED' } });
  expect(await force(id)).toBe('done');
  expect(await codeOf(take(formId, 'backup'))).toBe('done');
  expect(await statusOf(id)).toBe('COMPLETED');
  await review.client.unary(review.client.stub.reopenQuestionnaire, { id }, service.in(organization));
  await untilAsked(id, 2);
  expect(await statusOf(id)).toBe('ANSWERING_COMPLETED');
});
