import { armFailpoint, AppError, newId, systemClock } from '@candor/runtime';
import type { FormQuestion, TakeFormReply } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { check } from '../admin/check.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import type { QuestionnaireDocument } from '../store/documents.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const OPTIONS = 199;
/** A question of about 200,000 characters: five of them are as much as a form may have. */
const big = (key: string): FormQuestion => ({
  key,
  text: `Which of these is in place, ${key}?`,
  help: '',
  section: '',
  kind: 'choice',
  options: Array.from({ length: OPTIONS }, (_, n) => `${key} ${n} `.padEnd(990, 'x')),
  maxLength: 0,
  required: false,
});
const small = (key: string): FormQuestion => ({ ...big(key), options: ['Yes', 'No'] });

const take = (organization: string, formId: string, questions: FormQuestion[]): Promise<TakeFormReply> => {
  const { questionnaires } = service;
  const request = { formId, pageUrl: 'https://portal.example.com/f', title: '', companyName: '', questions };
  return questionnaires.unary(questionnaires.stub.takeForm, request, service.in(organization));
};
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? `${error.kind} ${error.errors?.[0]?.message ?? ''}` : 'broken'),
  );
const stored = async (organization: string): Promise<QuestionnaireDocument | null> =>
  service.db.collection<QuestionnaireDocument>('questionnaires').findOne({ organizationId: organization });

it('refuses in words the page with which a form is too long, and takes a short page after it', async () => {
  const organization = newId();
  const formId = newId();
  const pages = [1, 2, 3, 4, 5, 6].map((page) => [big(`page ${page}`)]);
  const outcomes: string[] = [];
  for (const page of pages) outcomes.push(await outcome(take(organization, formId, page)));
  expect(outcomes).toEqual([
    ...Array<string>(5).fill('taken'),
    'invalid A form has at most 1,000,000 characters. Read its further pages as another form.',
  ]);
  expect(await outcome(take(organization, formId, [small('last')]))).toBe('taken');
}, 60_000);

it('keeps the questions of a form beside its questionnaire, which stays small, and removes them with it', async () => {
  const organization = newId();
  const { questionnaireId: id } = await take(organization, newId(), [big('one'), small('two')]);
  await service.untilProcessed(organization, id);
  expect(JSON.stringify(await stored(organization)).length).toBeLessThan(20_000);
  expect((await service.questionsOf(organization, id)).map(({ options }) => options.length)).toEqual([OPTIONS, 2]);
  const { questionnaires } = service;
  await questionnaires.unary(questionnaires.stub.deleteQuestionnaire, { id }, service.in(organization));
  await until(
    () => service.db.collection('form_pages').countDocuments({ organizationId: organization }),
    (left) => left === 0,
  );
  expect(await check(service.db, systemClock)).toEqual([]);
});

it('leaves nothing of a first page that breaks off before its questionnaire is stored', async () => {
  const organization = newId();
  armFailpoint('upload.file_stored', () => {
    throw new Error('broken off');
  });
  expect(await outcome(take(organization, newId(), [small('one')]))).not.toBe('taken');
  // As if the hours had passed after which the sweeper looks.
  await service.db.collection('file_owners').updateMany({ organizationId: organization }, { $set: { createdAt: 0 } });
  await until(
    () => service.db.collection('form_pages').countDocuments({ organizationId: organization }),
    (left) => left === 0,
  );
  expect(await check(service.db, systemClock)).toEqual([]);
});
