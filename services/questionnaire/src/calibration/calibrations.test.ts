import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import type { BacktestAnswerDocument } from '../store/backtest-documents.js';
import { OrganizationBands } from './bands.js';
import { Calibrations } from './calibrations.js';

const QUESTION = 'How long are audit logs kept?';

describe('the calibration of an organization', () => {
  let service: TestService;
  let review: TestReview;
  let calibrations: Calibrations;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    const bands = new OrganizationBands(review.stores.calibrations, systemClock);
    calibrations = new Calibrations({ ...review.stores, bands, clock: systemClock });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string) => ({
    organizationId,
    actor: 'user:ann',
    role: 'ADMIN' as const,
    requestId: newId(),
    creationId: '',
  });

  /** A backtest that is done: score → answers that agreed and that contradicted; gives its id. */
  async function backtest(
    organizationId: string,
    found: Record<string, readonly [right: number, wrong: number]>,
    state: 'COMPLETED' | 'RUNNING' = 'COMPLETED',
  ): Promise<string> {
    const _id = newId();
    await review.stores.backtests.insert({
      _id,
      organizationId,
      state,
      createdBy: 'user:ann',
      createdAt: 1,
      finishedAt: 2,
      undated: 'use',
      minutesPerAnswer: 5,
    });
    const answer = (score: number, verdict: 'AGREED' | 'CONTRADICTED', order: number): BacktestAnswerDocument => ({
      _id: newId(),
      organizationId,
      backtestId: _id,
      questionnaireId: newId(),
      questionnaireTitle: '',
      questionId: newId(),
      customer: '',
      order,
      topic: '',
      question: QUESTION,
      ours: 'Yes',
      oursComment: '',
      band: 'HIGH',
      score,
      oursSources: [],
      sent: 'No',
      sentComment: '',
      sentSources: [],
      verdict,
      reason: 'words',
      settled: 'OPEN',
      note: '',
      changedBy: '',
      changedAt: 0,
    });
    const answers = Object.entries(found).flatMap(([score, [right, wrong]]) =>
      Array.from({ length: right + wrong }, (_, i) =>
        answer(Number(score), i < right ? 'AGREED' : 'CONTRADICTED', Number(score) * 1000 + i),
      ),
    );
    await review.stores.backtestAnswers.put(organizationId, answers);
    return _id;
  }

  async function uploaded(organization: string): Promise<string> {
    const id = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`]);
    await service.untilProcessed(organization, id);
    return id;
  }
  const bandIn = async (organization: string, id: string) =>
    (await service.questionsOf(organization, id))[0]?.confidence?.band;

  it('raises HIGH for what is answered from then on, is told in overviews, and is taken back', async () => {
    const organization = newId();
    await service.learn(organization, QUESTION, 'For 13 months.');
    const before = await uploaded(organization);
    expect(await bandIn(organization, before)).toBe('HIGH');
    const id = await backtest(organization, { 0.96: [10, 10], 0.995: [30, 0] });

    const dry = await calibrations.calibrate(by(organization), id, true);
    expect(dry).toMatchObject({ raises: true, high: { from: 0.995, outcome: 'RAISED' }, holds: { version: 0 } });
    expect(await calibrations.get(organization)).toMatchObject({ version: 0, bands: null });

    const { holds } = await calibrations.calibrate(by(organization), id, false);
    expect(holds).toMatchObject({
      version: 1,
      bands: { highFrom: 0.995, mediumFrom: 0.65 },
      backtestId: id,
      changedBy: 'user:ann',
      high: { before: { count: 40, of: 50 }, after: { count: 30, of: 30 } },
      medium: { outcome: 'KEPT' },
    });
    // The same call again is no other version.
    expect((await calibrations.calibrate(by(organization), id, false)).holds).toEqual(holds);

    // Another organization, also a child, has its own.
    expect(await calibrations.get(newId())).toMatchObject({ version: 0, bands: null });
    // What was answered before keeps its band, and its overview says so.
    expect(await bandIn(organization, before)).toBe('HIGH');
    const shown = { highFrom: 0.995, mediumFrom: 0.65, backtestId: id };
    expect(await service.overview(organization, before)).toMatchObject({ calibration: shown, bandsChanged: true });
    const after = await uploaded(organization);
    expect(await bandIn(organization, after)).toBe('MEDIUM');
    expect(await service.overview(organization, after)).toMatchObject({ calibration: shown, bandsChanged: false });
    const { knowledge } = service;
    const asked = await knowledge.unary(knowledge.stub.ask, { question: QUESTION }, service.in(organization));
    expect(asked.confidence).toMatchObject({ score: 0.99, band: 'MEDIUM' });

    expect(await calibrations.reset(by(organization))).toMatchObject({ version: 2, bands: null, backtestId: '' });
    expect((await calibrations.reset(by(organization))).version).toBe(2);
    expect((await service.overview(organization, before)).bandsChanged).toBe(false);
    expect(await service.overview(organization, after)).toMatchObject({ bandsChanged: true });
    expect((await service.overview(organization, after)).calibration).toBeUndefined();
    expect(await bandIn(organization, await uploaded(organization))).toBe('HIGH');
  });

  it('counts nothing that people called older', async () => {
    const organization = newId();
    const id = await backtest(organization, { 0.96: [20, 10] });
    const { answers } = { answers: await review.stores.backtestAnswers.list(organization, id, {}, 100, 0) };
    const said = { settled: 'OLDER' as const, note: 'Since May.', changedBy: 'user:ann', changedAt: 3 };
    for (const { _id, verdict } of answers)
      if (verdict === 'CONTRADICTED') await review.stores.backtestAnswers.settle(organization, _id, said);
    expect(await calibrations.calibrate(by(organization), id, true)).toMatchObject({
      raises: false,
      high: { outcome: 'KEPT', before: { count: 20, of: 20 } },
    });
  });

  it('is refused where nothing speaks against what ships, where too few were compared, and before the end', async () => {
    const organization = newId();
    const calibrate = async (id: string): Promise<unknown> => calibrations.calibrate(by(organization), id, false);
    await expect(calibrate(await backtest(organization, { 0.96: [99, 1] }))).rejects.toMatchObject({
      code: 'nothing_to_calibrate',
    });
    await expect(calibrate(await backtest(organization, { 0.96: [0, 19] }))).rejects.toMatchObject({
      code: 'nothing_to_calibrate',
    });
    const running = await backtest(organization, { 0.96: [10, 10] }, 'RUNNING');
    await expect(calibrate(running)).rejects.toMatchObject({ code: 'backtest_not_completed' });
    const others = await backtest(newId(), { 0.96: [10, 10] });
    await expect(calibrate(others)).rejects.toMatchObject({ code: 'backtest_not_found' });
    expect(await calibrations.get(organization)).toMatchObject({ version: 0, bands: null });
  });
});
