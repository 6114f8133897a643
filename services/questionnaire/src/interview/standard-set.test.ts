import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock, type Bus } from '@candor/runtime';
import type { AskableQuestion } from '../answering/deciding/facts.js';
import { needsInfo } from '../answering/local-engine.js';
import { JOBS } from '../jobs/catalogue.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { FactAnswers } from './fact-answers.js';
import { Interviews } from './interviews.js';
import type { StandardAnswering } from './standard-answering.js';
import { shippedSet, STANDARD_KINDS } from './standard-set.js';
import { standardStage } from './standard-stage.js';
import { UsualQuestions } from './usual-questions.js';

const set = shippedSet();
const TOLD = 'Yes. Backups are encrypted with AES-256.';
const LEFT_OPEN = 'removable-media';

describe('the standard set as it ships', () => {
  it('has questions of its own on every topic, each with an id that says what it asks', () => {
    const ids = set.questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(set.questions.map(({ question }) => question)).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(140);
    for (const { id, question, kind } of set.questions) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(STANDARD_KINDS).toContain(kind);
    }
    const topics = set.topics.map(({ id }) => id);
    expect([...new Set(set.questions.map(({ topic }) => topic))]).toEqual(topics);
  });
});

describe('the standard set of an organization', () => {
  let service: TestService;
  let review: TestReview;
  let usual: UsualQuestions;
  let interviews: Interviews;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    usual = new UsualQuestions({ ...review.stores, set, bus: service.bus, clock: systemClock });
    const answering = {
      // The greedy cover has tests of its own: here each question is a fact.
      facts: (_organization: string, questions: AskableQuestion[], most: number) =>
        Promise.resolve(
          questions.slice(0, most).map(({ id, places, standard }) => ({
            questions: [{ id, link: 'asked' as const }],
            gain: 0.9 * places,
            standardGain: 0.9 * standard,
          })),
        ),
      near: () => Promise.resolve([]),
    };
    interviews = new Interviews({ ...review.stores, answering, usual, clock: systemClock });
  }, 60_000);
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string): LifecycleActor => ({
    organizationId,
    actor: 'user:ann',
    role: 'ADMIN',
    requestId: newId(),
  });
  const wish = { title: 'Usual', questionnaireIds: [], most: 100, includeStandardSet: true };

  /** Answered from one fact that is told beforehand. */
  async function answered(organization: string) {
    await service.learn(organization, 'Are backups encrypted?', TOLD);
    expect(await usual.begin(by(organization))).toBe(true);
    return until(
      () => usual.overview(organization),
      ({ run }) => run?.state === 'COMPLETED',
      120_000,
    );
  }

  it('is answered in the background as a questionnaire would be, and tells what is open by topic', async () => {
    const organization = newId();
    expect(await usual.overview(organization)).toMatchObject({ run: null, answered: 0, open: 0, outdated: false });
    await expect(interviews.plan(by(organization), wish)).rejects.toMatchObject({ code: 'standard_set_not_answered' });
    const done = await answered(organization);
    expect(done).toMatchObject({ total: set.questions.length, run: { done: set.questions.length }, outdated: false });
    expect(done.answered).toBeGreaterThan(0);
    expect(done.answered + done.open).toBe(done.total);
    expect(done.topics.reduce((sum, one) => sum + one.answered, 0)).toBe(done.answered);
    const page = { limit: 5, offset: 1 };
    const { questions, total } = await usual.list(organization, { topic: 'encryption', state: '' }, page);
    expect([questions.length, total]).toEqual([5, 8]);
    const found = await usual.list(organization, { topic: 'encryption', state: 'ANSWERED' }, { limit: 10, offset: 0 });
    expect(found.questions.map(({ id }) => id)).toContain('backup-encryption');
    // No questionnaire came of it, and nobody else's set changed.
    expect(await service.db.collection('questionnaires').countDocuments({ organizationId: organization })).toBe(0);
    expect(await usual.overview(newId())).toMatchObject({ run: null, answered: 0 });

    await service.learn(organization, 'Is the use of removable media restricted?', 'Yes, it is blocked.');
    expect(await usual.overview(organization)).toMatchObject({ outdated: true });
  }, 180_000);

  it('counts in an interview that wants it, apart from questions of customers, and is answered anew after an answer', async () => {
    const organization = newId();
    const before = await answered(organization);
    const plain = { ...wish, includeStandardSet: false };
    await expect(interviews.plan(by(organization), plain)).rejects.toMatchObject({ code: 'nothing_open' });
    const id = await service.uploadCsv(organization, ['Question,Answer', 'Is the use of removable media restricted?,']);
    await service.untilProcessed(organization, id);
    const shown = await interviews.plan(by(organization), { ...wish, most: 1 });
    expect(shown).toMatchObject({ promised: 0.9, real: 0, standard: { promised: 0.9, real: 0 }, minutes: 1 });
    expect(shown.interview).toMatchObject({
      before: { answered: 0, total: 1 },
      open: 1,
      standard: { before: { answered: before.answered, total: before.total }, open: before.open },
    });
    const [first] = shown.facts;
    expect(first?.fact.standard?.places).toMatchObject([{ id: LEFT_OPEN, link: 'asked' }]);
    expect((await interviews.plan(by(organization), plain)).interview.standard).toBeUndefined();

    const answers = new FactAnswers({ ...review.stores, clock: systemClock }, interviews);
    const writer = { ...by(organization), assigneeIds: [], mayWrite: true };
    const said = { answer: 'Yes. The use of removable media is restricted.', expiresAt: 0 };
    await answers.answer(writer, first?.fact._id ?? '', said);
    const after = await until(
      () => interviews.get(organization, shown.interview._id),
      ({ standard }) => standard.real === 1,
      120_000,
    );
    expect(after).toMatchObject({ real: 1, now: { answered: 1, total: 1 } });
  }, 240_000);

  it('is begun once at a time, and goes on where a lost worker stopped', async () => {
    const organization = newId();
    const { standardSet } = review.stores;
    // Nothing is published, so that the test takes the work itself.
    const bus = { publish: () => Promise.resolve() } as unknown as Bus;
    const own = new UsualQuestions({ ...review.stores, set, bus, clock: systemClock });
    const both = await Promise.all([own.begin(by(organization)), own.begin(by(organization))]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const { _id } = (await standardSet.run(organization))!;
    const lost = (await standardSet.work.claim(organization, _id, JOBS.standardSet, 60_000))!;
    await standardSet.work.change(lost, { set: { done: set.questions.length - 10, revision: 0, workLeaseUntil: 0 } });
    const asked: string[] = [];
    const standardAnswering = {
      answer: (_organization: string, _revision: number, questions: readonly { id: string }[]) => {
        asked.push(...questions.map(({ id }) => id));
        return Promise.resolve(questions.map(({ id }) => needsInfo(id, 'local')));
      },
    } as unknown as StandardAnswering;
    const stage = standardStage({ ...review.stores, standardAnswering, set, clock: systemClock });
    const claim = (await standardSet.work.claim(organization, _id, JOBS.standardSet, 60_000))!;
    await stage.work(claim, { organizationId: organization, requestId: newId(), payload: { id: _id } } as never);
    expect(asked).toEqual(set.questions.slice(-10).map(({ id }) => id));
    expect(await usual.overview(organization)).toMatchObject({ run: { state: 'COMPLETED' }, answered: 0, open: 10 });
    expect(await standardSet.work.change(lost, { set: { done: 0 } })).toBe(false);
    expect(await own.begin(by(organization))).toBe(true);
  });
});
