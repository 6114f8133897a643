import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { armFailpoint, newId } from '@candor/runtime';
import type { Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { RegenerateFilter, RegenerateQuestionnaireReply } from '@candor/proto/candor/questionnaire/v1/review';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const ASKED = {
  encryption: 'Is customer data encrypted at rest?',
  bounty: 'Do you operate a public bug bounty program?',
  backups: 'How often are backups of production tested?',
  laptops: 'Are the disks of laptops encrypted?',
};
const AES_128 = 'Yes. All customer data at rest is encrypted with AES-128.';
const AES_256 = 'Yes. All customer data at rest is encrypted with AES-256.';

describe('answering again', () => {
  let service: TestService;
  let review: TestReview;
  let delivered = 0;
  beforeAll(async () => {
    // Every message may come twice, or after a later one.
    service = await startTestService({
      mischief: () => ({ copies: 1 + (delivered++ % 2), delayMs: (delivered * 7) % 40 }),
    });
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  interface World {
    organization: string;
    id: string;
    /** The library answer about encryption. */
    known: string;
  }

  /** Encryption is answered by the engine, laptops by the customer's own file, the others are open. */
  async function answered(): Promise<World> {
    const organization = newId();
    const known = await service.learn(organization, ASKED.encryption, AES_128);
    const id = await service.uploadCsv(organization, [
      'ID,Question,Answer,Comment',
      `1,${ASKED.encryption},,`,
      `2,${ASKED.bounty},,`,
      `3,${ASKED.backups},,`,
      `4,${ASKED.laptops},"Yes, all of them",`,
    ]);
    await service.untilProcessed(organization, id);
    return { organization, id, known };
  }
  const again = (
    { organization, id }: World,
    filter: Partial<RegenerateFilter> = {},
    creationId?: string,
  ): Promise<RegenerateQuestionnaireReply> =>
    review.client.unary(
      review.client.stub.regenerateQuestionnaire,
      { id, filter: { status: '', sheet: '', band: '', questionIds: [], ...filter } },
      { ...service.in(organization), ...(creationId === undefined ? {} : { creationId }) },
    );
  async function question({ organization, id }: World, text: string): Promise<Question> {
    const found = (await service.questionsOf(organization, id)).find((one) => one.text === text);
    if (!found) throw new Error(`nobody asks ${text}`);
    return found;
  }
  const learnNow = async ({ organization, known }: World, answer = AES_256): Promise<void> => {
    const request = { id: known, answer };
    await service.knowledge.unary(service.knowledge.stub.updateAnswer, request, service.in(organization));
  };
  const done = ({ organization, id }: World) => service.untilProcessed(organization, id);
  const historyOf = async ({ organization, id }: World, questionId: string) => {
    const request = { id, questionId, limit: 10, offset: 0 };
    return (await review.client.unary(review.client.stub.listHistory, request, service.in(organization))).entries;
  };

  it('gives the answer that the evidence holds now, with its history, and comes back into review', async () => {
    const world = await answered();
    const { organization, id } = world;
    expect((await service.overview(organization, id)).evidenceChanged).toBe(false);
    await learnNow(world);
    await service.learn(organization, ASKED.backups, 'Backups of production are tested every quarter.');
    expect((await service.overview(organization, id)).evidenceChanged).toBe(true);

    expect(await again(world)).toEqual({
      questions: 3,
      status: 'ANSWERING_IN_PROGRESS',
      statusDisplayName: 'Answering',
      shouldPoll: true,
    });
    const overview = await done(world);

    expect(overview.statusLog.slice(-2).map(({ to, reason }) => [to, reason])).toEqual([
      ['ANSWERING_IN_PROGRESS', 'answer_again'],
      ['ANSWERING_COMPLETED', undefined],
    ]);
    expect(overview.evidenceChanged).toBe(false);
    expect(overview.statistics).toMatchObject({ aiAnsweredQuestions: 2, manualAnsweredQuestions: 1 });
    const encryption = await question(world, ASKED.encryption);
    expect(encryption.answer).toContain('AES-256');
    expect((await question(world, ASKED.backups)).answer).toContain('quarter');
    expect((await question(world, ASKED.bounty)).answerStatus).toBe('NEEDS_INFO');
    expect((await historyOf(world, encryption.id)).map(({ action, before }) => [action, before?.answer])).toEqual([
      ['regenerated', expect.stringContaining('AES-128')],
    ]);
    const found = await service.search(organization, 'quarter');
    expect(found.items.map(({ questionnaire }) => questionnaire?.id)).toEqual([id]);
  });

  it('leaves what is approved, what a person wrote, and what came with the file', async () => {
    const world = await answered();
    const { organization, id } = world;
    const [encryption, bounty, backups, laptops] = await service.questionsOf(organization, id);
    await review.approve(organization, id, encryption!.id);
    await review.edit(organization, { id, questionId: bounty!.id, answer: 'Yes, at HackerOne.' });
    await review.edit(organization, { id, questionId: backups!.id, comment: 'We tell you under NDA.' });
    const before = await service.questionsOf(organization, id);
    await learnNow(world);
    for (const text of [ASKED.bounty, ASKED.backups, ASKED.laptops])
      await service.learn(organization, text, 'Something else entirely.');
    expect((await again(world)).questions).toBe(0);
    expect((await service.overview(organization, id)).questionnaire?.status).toBe('ANSWERING_COMPLETED');

    await review.edit(organization, { id, questionId: bounty!.id, answer: '' });
    expect((await again(world)).questions).toBe(1);
    await done(world);
    const after = await service.questionsOf(organization, id);
    expect(after.filter(({ id: one }) => one !== bounty!.id)).toEqual(
      before.filter(({ id: one }) => one !== bounty!.id),
    );
    expect(after.find(({ id: one }) => one === laptops!.id)?.answer).toBe('Yes, all of them');
    expect((await question(world, ASKED.bounty)).answerStatus).not.toBe('UNANSWERED');
  });

  it('leaves open what the evidence does not answer any more', async () => {
    const world = await answered();
    const request = { id: world.known };
    await service.knowledge.unary(service.knowledge.stub.deleteAnswer, request, service.in(world.organization));
    await again(world, { band: (await question(world, ASKED.encryption)).confidence?.band ?? '' });
    await done(world);
    expect(await question(world, ASKED.encryption)).toMatchObject({
      answer: '',
      answerStatus: 'NEEDS_INFO',
      citations: [],
      confidence: undefined,
    });
  });

  it('answers only what the filter lets through, and refuses one that says nothing', async () => {
    const world = await answered();
    const sheet = (await service.overview(world.organization, world.id)).sheets[0]!;
    await learnNow(world);
    expect((await again(world, { status: 'open', sheet: sheet.id })).questions).toBe(2);
    await done(world);
    expect((await question(world, ASKED.encryption)).answer).toContain('AES-128');
    expect((await again(world, { status: 'open', band: 'HIGH' })).questions).toBe(0);
    expect((await again(world, { questionIds: [newId()] })).questions).toBe(0);
    const { id: bounty } = await question(world, ASKED.bounty);
    expect((await again(world, { questionIds: [bounty, newId()] })).questions).toBe(1);
    await done(world);
    for (const [field, value] of [
      ['status', 'approved'],
      ['band', 'SURE'],
      ['sheet', 'No such sheet'],
    ] as const)
      await expect(again(world, { [field]: value })).rejects.toMatchObject({
        kind: 'invalid',
        errors: [{ path: `filter.${field}` }],
      });
  });

  it('lets a change win that a person makes meanwhile, unless it only says whose the question is', async () => {
    const world = await answered();
    const { organization, id } = world;
    for (const text of [ASKED.bounty, ASKED.backups]) await service.learn(organization, text, 'Yes. Every quarter.');
    await learnNow(world);
    const [encryption, bounty, backups] = await service.questionsOf(organization, id);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let reached = (): void => undefined;
    const drafted = new Promise<void>((resolve) => (reached = resolve));
    armFailpoint('batch.answered', () => {
      reached();
      return held;
    });
    await again(world);
    await drafted;
    await review.approve(organization, id, encryption!.id);
    await review.edit(organization, { id, questionId: bounty!.id, answer: 'No.' });
    const assignee = { assignee: { id: 'u1', type: 'USER' } };
    await review.edit(organization, { id, questionId: backups!.id, assignee });
    release();
    await done(world);
    expect((await question(world, ASKED.encryption)).answer).toContain('AES-128');
    expect((await question(world, ASKED.bounty)).answer).toBe('No.');
    const theirs = await question(world, ASKED.backups);
    expect(theirs).toMatchObject({ answerStatus: 'AI_ANSWERED', assignee: { id: 'u1' } });
    expect((await historyOf(world, theirs.id)).map(({ action }) => action)).toEqual(['regenerated', 'assigned']);
  });

  it('is refused while it runs and when people may not edit, and a repeat of the call gets its first answer', async () => {
    const world = await answered();
    const { organization, id } = world;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    armFailpoint('plan.kept', () => held);
    const call = newId();
    const first = await again(world, {}, call);
    expect(await again(world, {}, call)).toEqual(first);
    await expect(again(world)).rejects.toMatchObject({ kind: 'conflict', code: 'being_answered' });
    release();
    await done(world);
    await review.client.unary(
      review.client.stub.submitQuestionnaire,
      { id, note: '', approverIds: [] },
      service.in(organization),
    );
    expect((await again(world, { status: 'open' })).status).toBe('ANSWERING_IN_PROGRESS');
    await done(world);
    await review.complete(organization, id, { force: true });
    await expect(again(world)).rejects.toMatchObject({ kind: 'conflict', code: 'questionnaire_completed' });
    await expect(again({ ...world, organization: newId() })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each(['again.moved', 'plan.cut', 'plan.stored', 'batch.written', 'batch.closed', 'finish.claimed'])(
    'comes to its end once, also when it breaks off at %s',
    async (point) => {
      const world = await answered();
      await learnNow(world);
      let broken = false;
      armFailpoint(point, () => {
        broken = true;
        throw new Error('broken off');
      });
      const call = again(world);
      if (point === 'again.moved') await expect(call).rejects.toMatchObject({ kind: 'internal' });
      else await call;
      // As if the time had passed after which the sweeper looks.
      const overdue = { $set: { workSweepAt: 0 } };
      const overview = await until(
        async () => {
          for (const name of ['questionnaires', 'answer_batches'])
            await service.db.collection(name).updateMany({ workOpen: true, workLeaseUntil: 0 }, overdue);
          return service.overview(world.organization, world.id);
        },
        ({ questionnaire }) => questionnaire?.shouldPoll === false,
      );
      expect([broken, overview.questionnaire?.status]).toEqual([true, 'ANSWERING_COMPLETED']);
      const encryption = await question(world, ASKED.encryption);
      expect(encryption.answer).toContain('AES-256');
      expect((await historyOf(world, encryption.id)).map(({ action }) => action)).toEqual(['regenerated']);
    },
  );
});
