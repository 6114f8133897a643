import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BacktestServiceClient } from '@candor/proto/candor/questionnaire/v1/backtest';
import { newId, systemClock } from '@candor/runtime';
import { OrganizationBands } from '../calibration/bands.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import type { BacktestAnswerDocument } from '../store/backtest-documents.js';
import { BacktestExports } from './exporting.js';
import { Backtests, type BacktestRequest } from './backtests.js';

const PAGE = { limit: 100, offset: 0 };
const LOGS = 'How long are audit logs kept?';
const KEYS = 'Are customer keys rotated every year?';

describe('a backtest', () => {
  let service: TestService;
  let review: TestReview;
  let backtests: Backtests;
  beforeAll(async () => {
    expect(BacktestServiceClient).toBeDefined();
    service = await startTestService();
    review = await startTestReview(service);
    const bands = new OrganizationBands(review.stores.calibrations, systemClock);
    backtests = new Backtests({ ...review.stores, bands, bus: service.bus, clock: systemClock });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string, creationId = '') => ({
    organizationId,
    actor: 'user:ann',
    role: 'ADMIN' as const,
    requestId: newId(),
    creationId,
  });
  const all: BacktestRequest = { questionnaires: [], undated: 'use', minutesPerAnswer: 5 };

  /** A questionnaire as it came back: question → answer; empty: left open. */
  async function sent(organization: string, answers: Record<string, string>, companyName = 'Northgate Bank') {
    const rows = Object.entries(answers).map(([question, answer]) => `"${question}","${answer}"`);
    const id = await service.uploadCsv(organization, ['Question,Answer', ...rows], { companyName });
    await service.untilProcessed(organization, id);
    for (const question of await service.questionsOf(organization, id)) {
      const answer = answers[question.text] ?? '';
      if (answer !== question.answer) await review.edit(organization, { id, questionId: question.id, answer });
      if (answer !== '') await review.approve(organization, id, question.id);
    }
    await review.complete(organization, id, { force: true });
    return id;
  }

  async function tested(organization: string, request: Partial<BacktestRequest> = {}) {
    const { backtest } = await backtests.start(by(organization), { ...all, ...request });
    const { result, parts } = await until(
      () => backtests.get(organization, backtest._id),
      (now) => now.backtest.state === 'COMPLETED',
    );
    const { answers } = await backtests.answers(organization, backtest._id, {}, PAGE);
    return { id: backtest._id, result, parts, answers };
  }
  const answerTo = (answers: BacktestAnswerDocument[], questionnaireId: string, question: string) =>
    answers.find((one) => one.questionnaireId === questionnaireId && one.question === question);

  it('uses what was sent before, and never an answer of the questionnaire itself or of a later one', async () => {
    const organization = newId();
    const first = await sent(organization, { [LOGS]: 'For 13 months.', [KEYS]: '' });
    const second = await sent(organization, { [LOGS]: 'For 13 months.', [KEYS]: 'Yes, every year.' }, 'Southgate Bank');
    const { answers, result, parts } = await tested(organization);
    expect(parts.map(({ questionnaireId }) => questionnaireId)).toEqual([first, second]);
    // Nothing was known when the first one came; the second one could stand on it, but not on itself.
    expect(answerTo(answers, first, LOGS)).toMatchObject({ ours: '', verdict: 'OPEN_WHERE_ANSWERED' });
    expect(answerTo(answers, first, KEYS)).toMatchObject({ ours: '', verdict: 'OPEN_IN_BOTH' });
    expect(answerTo(answers, second, LOGS)).toMatchObject({
      ours: 'For 13 months.',
      verdict: 'AGREED',
      band: 'HIGH',
      oursSources: [{ sourceType: 'questionnaire', sourceId: first }],
    });
    expect(answerTo(answers, second, KEYS)).toMatchObject({ ours: '', verdict: 'OPEN_WHERE_ANSWERED' });
    expect(result).toMatchObject({ questions: 4, agreed: 1, openWhereAnswered: 2, openInBoth: 1, minutesSaved: 5 });
    expect(result.coverage).toMatchObject({ count: 1, of: 3 });
  });

  it('takes no library answer that a later questionnaire has written over, but what was sent then', async () => {
    const organization = newId();
    await sent(organization, { [LOGS]: 'For 6 months.' }, 'Eastgate Bank');
    const second = await sent(organization, { [LOGS]: 'For 6 months.' }, 'Southgate Bank');
    await sent(organization, { [LOGS]: 'For 13 months.' }, 'Westgate Bank');
    const { answers } = await tested(organization);
    expect(answerTo(answers, second, LOGS)).toMatchObject({ ours: 'For 6 months.', verdict: 'AGREED' });
    expect(answers.at(-1)).toMatchObject({ ours: 'For 6 months.', verdict: 'CONTRADICTED', reason: 'period' });
  });

  it('takes the same questionnaire under another id for itself', async () => {
    const organization = newId();
    await sent(organization, { [LOGS]: 'For 13 months.' });
    const again = await sent(organization, { [LOGS]: 'For 13 months.' });
    const { answers, parts } = await tested(organization);
    expect(answerTo(answers, again, LOGS)).toMatchObject({ ours: '' });
    expect(parts.at(-1)?.evidence.duplicates).toBe(1);
  });

  it('goes by the day on which a questionnaire was sent, where it is told', async () => {
    const organization = newId();
    const late = await sent(organization, { [LOGS]: 'For 13 months.' }, 'Northgate Bank');
    const early = await sent(organization, { [LOGS]: 'For 13 months.' }, 'Southgate Bank');
    await service.learn(organization, LOGS, 'For 13 months.');
    const questionnaires = [
      { id: late, sentOn: '2025-02-01' },
      { id: early, sentOn: '2024-02-01' },
    ];
    const { answers, parts } = await tested(organization, { questionnaires });
    expect(parts.map(({ questionnaireId }) => questionnaireId)).toEqual([early, late]);
    expect(answerTo(answers, early, LOGS)).toMatchObject({ ours: '' });
    expect(answerTo(answers, late, LOGS)).toMatchObject({ ours: 'For 13 months.' });
    // Of today's library nothing: it is younger than both.
    expect(parts.every(({ evidence }) => evidence.libraryAnswers === 0 && evidence.laterAnswers > 0)).toBe(true);
  });

  it('finds a contradiction, which people settle: older, taken into the library, or ours is wrong', async () => {
    const organization = newId();
    await sent(organization, { [KEYS]: 'No, keys are never rotated.' }, 'Southgate Bank');
    const id = await sent(organization, { [KEYS]: 'Yes, every year.' });
    const test = await tested(organization);
    expect(test.result).toMatchObject({ contradicted: 1, high: { count: 0, of: 1 }, questions: 2 });
    const found = answerTo(test.answers, id, KEYS);
    expect(found).toMatchObject({ verdict: 'CONTRADICTED', reason: 'polarity' });
    const settle = (settled: 'OLDER' | 'TAKEN' | 'OURS_WRONG' | 'OPEN', note = '') =>
      backtests.settle(by(organization), test.id, found?._id ?? '', { settled, note });
    await expect(settle('OLDER')).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await settle('OLDER', 'Rotation ended in May.')).toMatchObject({ note: 'Rotation ended in May.' });
    const { result } = await backtests.get(organization, test.id);
    expect(result).toMatchObject({ agreement: { of: 1 }, agreementAfterReview: { of: 0 }, settled: { older: 1 } });
    await settle('OURS_WRONG');
    await settle('TAKEN');
    const { library } = review.stores;
    expect(await library.list(organization, { query: 'every year' }, 10, 0)).toMatchObject([{ question: KEYS }]);
    await expect(
      backtests.settle(by(newId()), test.id, found?._id ?? '', { settled: 'OPEN', note: '' }),
    ).rejects.toMatchObject({ code: 'backtest_answer_not_found' });
  });

  it('is repeated by the same call only once, ends when it is cancelled, and is removed with all that it found', async () => {
    const organization = newId();
    await expect(backtests.start(by(organization), all)).rejects.toMatchObject({ code: 'nothing_to_test' });
    const id = await sent(organization, { [LOGS]: 'For 13 months.' });
    // A questionnaire of another organization is none.
    const others = await sent(newId(), { [LOGS]: 'For 13 months.' });
    const unknown = { ...all, questionnaires: [{ id: others, sentOn: '' }] };
    await expect(backtests.start(by(organization), unknown)).rejects.toMatchObject({ code: 'invalid_input' });
    const creationId = newId();
    await backtests.start(by(organization, creationId), all);
    await backtests.start(by(organization, creationId), all);
    expect((await backtests.list(organization, PAGE)).total).toBe(1);
    await until(
      () => backtests.get(organization, creationId),
      ({ backtest }) => backtest.state === 'COMPLETED',
    );
    await expect(backtests.cancel(organization, creationId)).rejects.toMatchObject({ code: 'backtest_ended' });
    const { stores } = review;
    const files = new BacktestExports({ ...stores, cases: backtests });
    const csv = await files.prepare(organization, creationId, 'csv');
    expect((await stores.exports.read(csv, 0, 100_000)).toString()).toContain('"OPEN_WHERE_ANSWERED"');
    const pdf = await files.prepare(organization, creationId, 'pdf');
    expect((await stores.exports.read(pdf, 0, 5)).toString()).toBe('%PDF-');
    await expect(backtests.get(newId(), creationId)).rejects.toMatchObject({ code: 'backtest_not_found' });

    const { stub } = service.questionnaires;
    await service.questionnaires.unary(stub.deleteQuestionnaire, { id }, service.in(organization));
    await until(
      () => backtests.get(organization, creationId),
      ({ parts, result }) => parts.length === 0 && result.questions === 0,
    );
    await backtests.remove(organization, creationId);
    expect((await backtests.list(organization, PAGE)).total).toBe(0);
  });

  it('ends one that never got its parts, because whoever started it died', async () => {
    const organization = newId();
    await sent(organization, { [LOGS]: 'For 13 months.' });
    const first = await backtests.start(by(organization), all);
    await backtests.cancel(organization, first.backtest._id);
    const lost = { ...first.backtest, _id: newId(), createdAt: first.backtest.createdAt - 61e6 };
    await review.stores.backtests.insert(lost);
    await backtests.start(by(organization), all);
    expect((await backtests.get(organization, lost._id)).backtest.state).toBe('CANCELLED');
  });

  it('runs one at a time, also where two people start one at once', async () => {
    const organization = newId();
    await sent(organization, { [LOGS]: 'For 13 months.' });
    const started = await Promise.allSettled([1, 2].map(() => backtests.start(by(organization), all)));
    const refused = started.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { code: 'backtest_running' } });
    expect((await backtests.list(organization, PAGE)).total).toBe(2 - refused.length);
  });
});
