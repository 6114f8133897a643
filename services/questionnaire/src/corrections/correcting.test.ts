import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CorrectExtractionRequest, Corrections } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { armFailpoint, newId } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';

let candor: TestService;
let review: TestReview;
beforeAll(async () => {
  candor = await startTestService();
  review = await startTestReview(candor);
});
afterAll(async () => {
  await review.close();
  await candor.close();
});

const SILENT = ['Ref,Topic,Situation,Note', 'T1,Passwords,,', 'T2,Shared accounts,,', 'T3,Segmentation,,'];
const ASKING = ['No.,Question,Answer,Remarks', '1,Do you encrypt backups?,,', '2,Do you test restores?,,'];

const NOTHING: Corrections = { areas: [], add: [], remove: [] };
const columns = (question: string, answer: string): Corrections => ({
  ...NOTHING,
  areas: [{ sheet: '', asks: true, firstRow: 2, columns: { question, number: 'A', answers: [answer], choices: [] } }],
});

const correct = (organizationId: string, id: string, wish: Partial<CorrectExtractionRequest>) =>
  candor.questionnaires.unary(
    candor.questionnaires.stub.correctExtraction,
    { id, dryRun: false, remember: true, useRemembered: false, corrections: NOTHING, ...wish },
    candor.in(organizationId),
  );
const inForce = (organizationId: string, id: string) =>
  candor.questionnaires.unary(candor.questionnaires.stub.getCorrections, { id }, candor.in(organizationId));
const statusOf = async (organizationId: string, id: string) =>
  (await candor.untilProcessed(organizationId, id)).questionnaire?.status;

describe('a file that asks nothing', () => {
  it('becomes one that asks, is remembered for its shape in its organization alone, and can be forgotten', async () => {
    const own = newId();
    const id = await candor.uploadCsv(own, SILENT);
    expect(await statusOf(own, id)).toBe('QUESTION_EXTRACTION_FAILED');
    const { areas } = await candor.questionnaires.unary(
      candor.questionnaires.stub.getExtractionLayout,
      { id },
      candor.in(own),
    );
    expect(areas).toMatchObject([{ sheet: '', questions: 0, rowCount: 4, columnCount: 4 }]);
    expect(await inForce(own, id)).toMatchObject({ canCorrect: true, remembered: undefined });

    const dry = await correct(own, id, { dryRun: true, corrections: columns('B', 'C') });
    expect(dry).toMatchObject({ addedCount: 3, keptCount: 0, status: 'QUESTION_EXTRACTION_FAILED' });
    expect(await candor.questionsOf(own, id)).toEqual([]);

    expect((await correct(own, id, { corrections: columns('B', 'C') })).shouldPoll).toBe(true);
    expect(await statusOf(own, id)).toBe('ANSWERING_COMPLETED');
    const asked = await candor.questionsOf(own, id);
    expect(asked.map(({ number, text, answerLocation }) => [number, text, answerLocation?.cell])).toEqual([
      ['T1', 'Passwords', 'C2'],
      ['T2', 'Shared accounts', 'C3'],
      ['T3', 'Segmentation', 'C4'],
    ]);

    const filled = [SILENT[0]!, 'T1,Passwords,Twelve characters,', 'T2,Shared accounts,,', 'T3,Segmentation,,'];
    const next = await candor.uploadCsv(own, filled);
    await candor.untilProcessed(own, next);
    expect((await inForce(own, next)).remembered).toMatchObject({ questionnaireId: id });
    const stranger = newId();
    const theirs = await candor.uploadCsv(stranger, SILENT);
    await candor.untilProcessed(stranger, theirs);
    expect((await inForce(stranger, theirs)).remembered).toBeUndefined();
    await expect(correct(stranger, theirs, { useRemembered: true })).rejects.toMatchObject({
      code: 'remembered_corrections_not_found',
    });

    await correct(own, next, { useRemembered: true });
    expect(await statusOf(own, next)).toBe('ANSWERING_COMPLETED');
    expect((await candor.questionsOf(own, next)).map(({ answer }) => answer)[0]).toBe('Twelve characters');
    const forget = () =>
      candor.questionnaires.unary(candor.questionnaires.stub.forgetCorrections, { id }, candor.in(own));
    expect(await forget()).toEqual({ forgotten: true });
    expect(await forget()).toEqual({ forgotten: false });
  });
});

describe('questions that people worked on', () => {
  it('keep answers, approvals and comments when they stay, and go counted when they do not', async () => {
    const own = newId();
    const id = await candor.uploadCsv(own, ASKING);
    await candor.untilProcessed(own, id);
    const [first, second] = await candor.questionsOf(own, id);
    await review.edit(own, { id, questionId: first!.id, answer: 'Yes, every night.' });
    await review.approve(own, id, first!.id);
    await review.edit(own, { id, questionId: second!.id, answer: 'Twice a year.' });
    await review.client.unary(
      review.client.stub.addComment,
      { id, questionId: first!.id, text: 'Checked.', mentionedIds: [] },
      candor.in(own),
    );

    const moved = await correct(own, id, { corrections: columns('B', 'D') });
    expect(moved).toMatchObject({ addedCount: 0, removedCount: 0, movedCount: 2, keptCount: 2 });
    expect(await statusOf(own, id)).toBe('ANSWERING_COMPLETED');
    const kept = await candor.questionsOf(own, id);
    expect(kept.map((question) => [question.id, question.answer, question.answerLocation?.cell])).toEqual([
      [first!.id, 'Yes, every night.', 'D2'],
      [second!.id, 'Twice a year.', 'D3'],
    ]);
    expect(kept[0]!.approvedBy).toBeDefined();
    const comments = await review.client.unary(
      review.client.stub.listComments,
      { id, questionId: first!.id, limit: 10, offset: 0 },
      candor.in(own),
    );
    expect(comments.comments.map(({ text }) => text)).toEqual(['Checked.']);

    const remove = [{ location: { sheet: '', cell: 'B3' } }];
    const gone = await correct(own, id, { corrections: { ...NOTHING, remove } });
    expect(gone).toMatchObject({ removedCount: 1, removedWithWorkCount: 1, keptCount: 1 });
    expect(await statusOf(own, id)).toBe('ANSWERING_COMPLETED');
    expect((await candor.questionsOf(own, id)).map((question) => question.id)).toEqual([first!.id]);
    expect((await candor.search(own, 'every night')).items).toHaveLength(1);
  });

  it('are refused to be corrected when the questionnaire is completed, or when nothing would be left', async () => {
    const own = newId();
    const id = await candor.uploadCsv(own, ASKING);
    await candor.untilProcessed(own, id);
    const areas = [{ sheet: '', asks: false }];
    await expect(correct(own, id, { corrections: { ...NOTHING, areas } })).rejects.toMatchObject({
      code: 'no_questions_left',
    });
    const add = [{ location: { sheet: 'Elsewhere', cell: 'B2' } }];
    await expect(correct(own, id, { corrections: { ...NOTHING, add } })).rejects.toMatchObject({
      errors: [{ path: 'corrections.add.0.location' }],
    });
    await review.complete(own, id, { force: true });
    await expect(correct(own, id, { dryRun: true })).rejects.toMatchObject({ code: 'questionnaire_completed' });
  });

  it.each(['correction.moved', 'replace.kept', 'replace.added', 'extract.moved'])(
    'come to the same when the extraction breaks off at %s',
    async (point) => {
      const own = newId();
      const id = await candor.uploadCsv(own, [ASKING[0]!, '1,Do you encrypt backups?,,', '2,,,', '3,Restores,,']);
      await candor.untilProcessed(own, id);
      const [first] = await candor.questionsOf(own, id);
      await review.edit(own, { id, questionId: first!.id, answer: 'Yes, every night.' });
      let broken = false;
      armFailpoint(point, () => {
        broken = true;
        throw new Error('broken off');
      });
      const add = [{ location: { sheet: '', cell: 'B4' }, answerLocation: { sheet: '', cell: 'D4' } }];
      const call = correct(own, id, { corrections: { ...columns('B', 'D'), add } });
      if (point === 'correction.moved') await expect(call).rejects.toMatchObject({ kind: 'internal' });
      else await call;
      // As if the time had passed after which the sweeper looks.
      const overview = await until(
        async () => {
          await candor.db
            .collection('questionnaires')
            .updateMany({ workOpen: true, workLeaseUntil: 0 }, { $set: { workSweepAt: 0 } });
          return candor.overview(own, id);
        },
        ({ questionnaire }) => questionnaire?.shouldPoll === false,
      );
      expect([broken, overview.questionnaire?.status]).toEqual([true, 'ANSWERING_COMPLETED']);
      const asked = await candor.questionsOf(own, id);
      expect(asked.map(({ text, answer, answerLocation }) => [text, answer, answerLocation?.cell])).toEqual([
        ['Do you encrypt backups?', 'Yes, every night.', 'D2'],
        ['Restores', '', 'D4'],
      ]);
      expect(asked[0]!.id).toBe(first!.id);
    },
  );
});
