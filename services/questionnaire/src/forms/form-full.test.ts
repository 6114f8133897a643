import { armFailpoint, AppError, newId } from '@candor/runtime';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';

const organization = newId();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ maxPending: 1 });
});
afterAll(() => service.close());

const take = (formId: string, key: string): Promise<string> => {
  const { questionnaires } = service;
  const question = { key, text: `Is ${key} in place?`, help: '', section: '', kind: 'text', options: [] };
  const page = { formId, pageUrl: 'https://portal.example.com/f', title: '', companyName: '' };
  const request = { ...page, questions: [{ ...question, maxLength: 0, required: false }] };
  return questionnaires.unary(questionnaires.stub.takeForm, request, service.in(organization)).then(
    ({ questionnaireId }) => questionnaireId,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
};

it('takes a further page of an answered form only while the organization may have one more under way', async () => {
  const [first, second] = [newId(), newId()];
  const id = await take(first, 'encryption');
  await service.untilProcessed(organization, id);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  armFailpoint('batch.answered', () => held);
  const other = await take(second, 'encryption');
  expect(await take(first, 'backup')).toBe('upload_queue_full');
  // What is under way takes its own next page: it begins no run.
  expect(await take(second, 'backup')).toBe(other);
  release();
  await until(
    () => service.overview(organization, other),
    ({ questionnaire }) => questionnaire?.shouldPoll === false && questionnaire.totalQuestions === 2,
  );
  expect(await take(first, 'backup')).toBe(id);
});
