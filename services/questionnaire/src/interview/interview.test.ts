import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock, type ServiceEvent } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import type { Suggestion } from '../answering/types.js';
import { FactAnswers, type FactActor } from './fact-answers.js';
import { FactTelling } from './fact-telling.js';
import { Interviews } from './interviews.js';
import { shippedSet } from './standard-set.js';
import { UsualQuestions } from './usual-questions.js';

const ANN = '11111111-1111-4111-8111-111111111111';
const BOB = '22222222-2222-4222-8222-222222222222';
const QUESTIONS = [
  'How often are risk assessments performed?,',
  'Do you perform periodic risk assessments?,',
  'Which colour is the door of the lighthouse?,',
];
const ANSWER = 'Yes. A risk assessment is performed every year by the security team.';

describe('an interview', () => {
  let service: TestService;
  let review: TestReview;
  let interviews: Interviews;
  let answers: FactAnswers;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    const answering = {
      // The greedy cover has tests of its own: here the first two questions are one fact, the third another.
      facts: (_organization: string, [first, second, third]: { id: string }[]) =>
        Promise.resolve([
          {
            questions: [first, second].map((one, n) => ({
              id: one?.id ?? '',
              link: n ? ('near' as const) : ('asked' as const),
            })),
            gain: 1.8,
            standardGain: 0,
          },
          { questions: [{ id: third?.id ?? '', link: 'asked' as const }], gain: 0.9, standardGain: 0 },
        ]),
      near: (): Promise<Suggestion[]> => Promise.resolve([]),
    };
    const usual = new UsualQuestions({ ...review.stores, set: shippedSet(), bus: service.bus, clock: systemClock });
    interviews = new Interviews({ ...review.stores, answering, usual, clock: systemClock });
    answers = new FactAnswers({ ...review.stores, clock: systemClock }, interviews);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string, me = ANN, mayWrite = false): FactActor => ({
    organizationId,
    actor: `user:${me}`,
    role: 'VIEWER',
    requestId: newId(),
    assigneeIds: [me],
    mayWrite,
  });

  async function planned(organization: string) {
    const id = await service.uploadCsv(organization, ['Question,Answer', ...QUESTIONS]);
    await service.untilProcessed(organization, id);
    const wish = { title: 'Before the audit', questionnaireIds: [], most: 25, includeStandardSet: false };
    return { id, shown: await interviews.plan(by(organization), wish) };
  }

  it('tells its gain before anybody is asked, and refuses where nothing is open', async () => {
    const organization = newId();
    const { shown } = await planned(organization);
    expect(shown).toMatchObject({ promised: 2.7, real: 0, minutes: 2.5, now: { answered: 0, total: 3 } });
    expect(shown.interview).toMatchObject({ state: 'DRAFT', open: 3, before: { answered: 0, total: 3 } });
    const wish = { title: 'Nothing', questionnaireIds: [], most: 25, includeStandardSet: false };
    await expect(interviews.plan(by(newId()), wish)).rejects.toMatchObject({ code: 'nothing_open' });
    await expect(interviews.send(by(organization), shown.interview._id)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(interviews.get(newId(), shown.interview._id)).rejects.toMatchObject({ code: 'interview_not_found' });
  });

  it('asks each person once, lets it be passed on, and answers again what an answer helps', async () => {
    const organization = newId();
    const { id, shown } = await planned(organization);
    const [risks, door] = shown.facts.map(({ fact }) => fact._id);
    await interviews.change(by(organization), risks ?? '', { assignee: { id: BOB, type: 'USER' } });
    await interviews.change(by(organization), door ?? '', { leftOut: true });
    await interviews.send(by(organization), shown.interview._id);
    const told: ServiceEvent[] = [];
    const telling = new FactTelling(review.stores.interviews, (events) => {
      told.push(...events);
      return Promise.resolve();
    });
    await telling.round();
    await telling.round();
    const ours = told.filter((event) => event.organizationId === organization);
    expect(ours).toMatchObject([{ type: 'notify.assigned', data: { recipients: [{ id: BOB }], count: 1 } }]);

    const bob = by(organization, BOB);
    await expect(answers.answer(by(organization), risks ?? '', { answer: ANSWER, expiresAt: 0 })).rejects.toMatchObject(
      { code: 'not_asked' },
    );
    expect(await answers.asked(organization, [BOB])).toHaveLength(1);
    await answers.pass(bob, risks ?? '', { id: ANN, type: 'USER' }, 'Ann runs it.');
    expect(await answers.asked(organization, [BOB])).toEqual([]);
    expect((await answers.open(by(organization), risks ?? '')).fact.note).toBe('Ann runs it.');

    const expires = (Date.now() + 86_400_000) * 1000;
    await answers.answer(by(organization), risks ?? '', { answer: ANSWER, expiresAt: expires });
    const done = await until(
      () => interviews.get(organization, shown.interview._id),
      ({ real }) => real === 2,
    );
    expect(done).toMatchObject({ promised: 1.8, minutes: 1.5, now: { answered: 2, total: 3 } });
    const [answered] = done.facts;
    const evidence = await review.stores.knowledgeDocuments.get(organization, answered?.fact.documentId ?? '');
    expect(evidence).toMatchObject({ ownerId: ANN, expiresAt: expires, status: 'READY' });
    const questions = await service.questionsOf(organization, id);
    expect(questions[0]?.citations).toMatchObject([{ quote: expect.stringContaining('every year') as unknown }]);
    await expect(interviews.change(by(organization), risks ?? '', { leftOut: true })).rejects.toMatchObject({
      code: 'fact_answered',
    });
  });

  it('knows what nobody knows, and keeps the evidence when it is deleted', async () => {
    const organization = newId();
    const { shown } = await planned(organization);
    const [risks, door] = shown.facts.map(({ fact }) => fact._id);
    const writer = by(organization, ANN, true);
    const unknown = await answers.pass(writer, door ?? '', null, 'Nobody paints it.');
    expect(unknown.fact).toMatchObject({ state: 'UNKNOWN', note: 'Nobody paints it.' });
    await answers.answer(writer, risks ?? '', { answer: ANSWER, expiresAt: 0 });
    const kept = await until(
      () => interviews.fact(organization, risks ?? ''),
      ({ due }) => due === '',
    );
    await interviews.remove(organization, shown.interview._id);
    await expect(interviews.fact(organization, risks ?? '')).rejects.toMatchObject({ code: 'fact_not_found' });
    expect(await review.stores.knowledgeDocuments.get(organization, kept.documentId)).not.toBeNull();
  });

  it('takes no answer to a question that was reworded since it was read, and lists without its places', async () => {
    const organization = newId();
    const { shown } = await planned(organization);
    const [read] = shown.facts.map(({ fact }) => fact);
    const id = read?._id ?? '';
    const writer = by(organization, ANN, true);
    await interviews.change(writer, id, { question: 'Are risk assessments outsourced?' });
    const answer = { answer: 'Yes.', expiresAt: 0 };
    await expect(answers.answer(writer, id, { ...answer, question: read?.question })).rejects.toMatchObject({
      code: 'fact_changed',
    });
    expect((await interviews.fact(organization, id)).state).toBe('DRAFT');
    const { interviews: listed } = await interviews.list(organization, { limit: 20, offset: 0 });
    expect(listed).toMatchObject([{ promised: 2.7, facts: [{ minutes: 1.5, fact: { places: [] } }, {}] }]);
  });

  it('keeps no words of a deleted questionnaire in what nobody has answered', async () => {
    const organization = newId();
    const { id, shown } = await planned(organization);
    const [answered] = shown.facts;
    await answers.answer(by(organization, ANN, true), answered?.fact._id ?? '', { answer: ANSWER, expiresAt: 0 });
    const { questionnaires } = service;
    await questionnaires.unary(questionnaires.stub.deleteQuestionnaire, { id }, service.in(organization));
    const left = await until(
      () => review.stores.interviews.factsOf(organization, shown.interview._id),
      (facts) => facts.length === 1,
    );
    expect(left).toMatchObject([{ _id: answered?.fact._id, places: [], answer: ANSWER }]);
    const kept = () => review.stores.interviews.get(organization, shown.interview._id);
    expect(await until(kept, (one) => one?.questionnaireIds.length === 0)).not.toBeNull();
  });

  it('keeps as evidence what was answered right before it is deleted, and nothing else of it', async () => {
    const organization = newId();
    const { shown } = await planned(organization);
    const id = shown.facts[0]?.fact._id ?? '';
    await answers.answer(by(organization, ANN, true), id, { answer: ANSWER, expiresAt: 0 });
    await interviews.remove(organization, shown.interview._id);
    const documents = () => review.stores.knowledgeDocuments.list(organization, 10, 0);
    expect(await until(documents, (all) => all.length === 1)).toMatchObject([{ ownerId: ANN }]);
    await until(
      () => review.stores.interviews.factsOf(organization, shown.interview._id),
      (facts) => facts.length === 0,
    );
  });
});
