import { armFailpoint, AppError, newId, systemClock } from '@candor/runtime';
import type { FormQuestion, TakeFormReply } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../admin/check.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';

const question = (key: string, text: string, more: Partial<FormQuestion> = {}): FormQuestion => ({
  key,
  text,
  help: '',
  section: '',
  kind: 'text',
  options: [],
  maxLength: 0,
  required: false,
  ...more,
});
const ENCRYPTED = question('encryption', 'Is stored data encrypted?', { kind: 'choice', options: ['Yes', 'No'] });
const REVIEWED = question('reviews', 'How often are access rights reviewed?', { maxLength: 400, help: 'In months.' });
const BACKUPS = question('backups', 'How often are backups made?', { kind: 'long_text', section: 'Operations' });

describe('a web form', () => {
  const organization = newId();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    await service.learn(organization, 'Is stored data encrypted?', 'Yes');
    await service.learn(organization, 'How often are backups made?', 'Backups are made every night.');
  });
  afterAll(() => service.close());

  const take = (
    formId: string,
    questions: FormQuestion[],
    { where = organization, ...more }: { where?: string; pageUrl?: string; title?: string } = {},
  ): Promise<TakeFormReply> => {
    const { questionnaires } = service;
    const pageUrl = more.pageUrl ?? 'https://me:word@portal.example.com/forms/7?token=abc#two';
    const request = { formId, pageUrl, title: more.title ?? '', companyName: '', questions };
    return questionnaires.unary(questionnaires.stub.takeForm, request, service.in(where));
  };
  const refusal = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'taken',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const untilAll = async (id: string, total: number): Promise<void> => {
    await until(
      () => service.overview(organization, id),
      ({ questionnaire }) => questionnaire?.shouldPoll === false && questionnaire.totalQuestions === total,
    );
  };

  it('becomes a questionnaire that is answered like any other, each question by its key', async () => {
    const taken = await take(newId(), [ENCRYPTED, REVIEWED], { title: ' Supplier\nassessment ' });
    expect(taken.questions.map(({ key, isNew }) => [key, isNew])).toEqual([
      ['encryption', true],
      ['reviews', true],
    ]);
    const { questionnaire, sourceType, file, coverage } = await service.untilProcessed(
      organization,
      taken.questionnaireId,
    );
    expect(questionnaire).toMatchObject({
      title: 'Form on portal.example.com: Supplier assessment',
      status: 'ANSWERING_COMPLETED',
      totalQuestions: 2,
    });
    expect({ sourceType, file }).toEqual({ sourceType: 'FORM', file: undefined });
    expect(coverage).toMatchObject({ question: 2, instruction: 1 });
    const questions = await service.questionsOf(organization, taken.questionnaireId);
    expect(questions.map(({ id, location }) => [id, location])).toEqual(
      taken.questions.map(({ key, questionId }) => [questionId, expect.objectContaining({ field: key })]),
    );
    expect(questions[0]).toMatchObject({ answer: 'Yes', answerType: 'choice', options: ['Yes', 'No'] });
    const stored = await service.db.collection('questionnaires').findOne({ organizationId: organization });
    expect(JSON.stringify(stored)).not.toMatch(/word@|token=abc/);
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('that is sent again changes nothing, and grows by the questions of its next page', async () => {
    const formId = newId();
    const first = await take(formId, [ENCRYPTED, REVIEWED]);
    const again = await take(formId, [ENCRYPTED, REVIEWED]);
    expect(again.questions.map(({ isNew }) => isNew)).toEqual([false, false]);
    await service.untilProcessed(organization, first.questionnaireId);
    const before = await service.questionsOf(organization, first.questionnaireId);
    const next = await take(formId, [BACKUPS, ENCRYPTED]);
    expect(next.questionnaireId).toBe(first.questionnaireId);
    expect(next.questions.map(({ isNew }) => isNew)).toEqual([true, false]);
    await untilAll(first.questionnaireId, 3);
    const after = await service.questionsOf(organization, first.questionnaireId);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after[2]).toMatchObject({ answer: 'Backups are made every night.', section: 'Operations' });
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('whose next page comes while the first is being answered, has that page answered too', async () => {
    const formId = newId();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    armFailpoint('batch.answered', () => held);
    const { questionnaireId } = await take(formId, [ENCRYPTED]);
    await until(
      () => service.overview(organization, questionnaireId),
      ({ questionnaire }) => questionnaire?.status === 'ANSWERING_IN_PROGRESS',
    );
    const next = await take(formId, [BACKUPS]);
    expect(next.status).toBe('ANSWERING_IN_PROGRESS');
    release();
    await untilAll(questionnaireId, 2);
    const [, backups] = await service.questionsOf(organization, questionnaireId);
    expect(backups).toMatchObject({ answer: 'Backups are made every night.' });
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('whose pages come at the same moment, twice each, is one questionnaire with each question once', async () => {
    const formId = newId();
    const pages = [[ENCRYPTED], [REVIEWED], [BACKUPS]];
    const taken = await Promise.all([...pages, ...pages].map((page) => take(formId, page)));
    const ids = new Set(taken.map(({ questionnaireId }) => questionnaireId));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await untilAll(id, 3);
    expect(new Set((await service.questionsOf(organization, id)).map(({ location }) => location?.field)).size).toBe(3);
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it.each(['form.grown', 'form.continued', 'extract.moved'])(
    'whose next page breaks off at %s, has it answered when it is sent again',
    async (place) => {
      const formId = newId();
      const { questionnaireId } = await take(formId, [ENCRYPTED]);
      await service.untilProcessed(organization, questionnaireId);
      armFailpoint(place, () => {
        throw new Error('broken off');
      });
      await take(formId, [BACKUPS]).catch(() => undefined);
      await take(formId, [BACKUPS]);
      // As if the time had passed after which the sweeper looks.
      await until(
        async () => {
          await service.db
            .collection('questionnaires')
            .updateMany({ workOpen: true, workLeaseUntil: 0 }, { $set: { workSweepAt: 0 } });
          return service.overview(organization, questionnaireId);
        },
        ({ questionnaire }) => questionnaire?.shouldPoll === false && questionnaire.totalQuestions === 2,
      );
      const questions = await service.questionsOf(organization, questionnaireId);
      expect(questions.map(({ answer }) => answer)).toEqual(['Yes', 'Backups are made every night.']);
      expect(await check(service.db, systemClock)).toEqual([]);
    },
  );

  it('is another one in another organization, and can be deleted', async () => {
    const formId = newId();
    const { questionnaireId } = await take(formId, [ENCRYPTED]);
    const elsewhere = newId();
    const other = await take(formId, [ENCRYPTED], { where: elsewhere });
    expect(other.questionnaireId).not.toBe(questionnaireId);
    await service.untilProcessed(elsewhere, other.questionnaireId);
    const { questionnaires } = service;
    await questionnaires.unary(
      questionnaires.stub.deleteQuestionnaire,
      { id: questionnaireId },
      service.in(organization),
    );
    // While it is being deleted the form is refused, and afterwards it is a new one.
    await until(
      () => refusal(take(formId, [ENCRYPTED])),
      (code) => code === 'taken',
    );
    await untilAll(questionnaireId, 1);
    expect(await check(service.db, systemClock)).toEqual([]);
  });

  it('is refused with the place of what is wrong', async () => {
    const wrong = async (questions: FormQuestion[], more = {}): Promise<string[]> => {
      const error: unknown = await take(newId(), questions, more).catch((one: unknown) => one);
      return error instanceof AppError ? (error.errors ?? []).map(({ path }) => path) : [];
    };
    expect(await wrong([])).toEqual(['questions']);
    expect(await wrong([ENCRYPTED, ENCRYPTED])).toEqual(['questions.1.key']);
    expect(await wrong([{ ...ENCRYPTED, options: [] }])).toEqual(['questions.0.options']);
    expect(await wrong([{ ...ENCRYPTED, kind: 'file' }])).toEqual(['questions.0.kind']);
    expect(await wrong([question(' ', ' ')])).toEqual(['questions.0.key', 'questions.0.text']);
    expect(await wrong([ENCRYPTED], { pageUrl: 'file:///etc/passwd' })).toEqual(['page_url']);
    expect(await wrong([question('a', 'x'.repeat(4001))])).toEqual(['questions.0.text']);
  });

  it('is not corrected as a document is', async () => {
    const { questionnaireId: id } = await take(newId(), [ENCRYPTED]);
    await service.untilProcessed(organization, id);
    const { questionnaires } = service;
    const wish = { id, dryRun: true, remember: false, useRemembered: false, corrections: undefined };
    const call = questionnaires.unary(questionnaires.stub.correctExtraction, wish, service.in(organization));
    expect(await refusal(call)).toBe('not_readable');
  });
});
