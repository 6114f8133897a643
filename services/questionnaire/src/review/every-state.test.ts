import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeServiceService } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { newId } from '@candor/runtime';
import { isProcessing, STATUSES, type Status } from '../domain/status.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { DOCUMENT_STATUSES, LIBRARY_STATUSES } from '../store/knowledge-documents.js';
import { startTestReview, type TestReview } from './review.fixture.js';

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

const QUESTIONS = ['ID,Question,Answer', '1,Is the lift tested every year?,', '2,Who owns the service desk?,'];
const rows = (name: string) => candor.db.collection<{ _id: string }>(name);

/** As the worst crash leaves it: in its state, with nothing that would ever move it. */
async function stuckIn(status: Status): Promise<{ organization: string; id: string }> {
  const organization = newId();
  const id = await candor.uploadCsv(organization, QUESTIONS);
  await candor.untilProcessed(organization, id);
  const nobody = { workOpen: false, workJob: '', workLeaseUntil: 0, workSweepAt: 0, openBatches: ['lost'] };
  await rows('questionnaires').updateOne(
    { _id: id },
    { $set: { status, processing: isProcessing(status), ...nobody } },
  );
  return { organization, id };
}

/** What people can do to a whole questionnaire. */
const ACTIONS: Record<string, (organization: string, id: string) => Promise<unknown>> = {
  retry: (organization, id) => {
    const { stub } = candor.questionnaires;
    return candor.questionnaires.unary(stub.retryQuestionnaire, { id }, candor.in(organization));
  },
  complete: (organization, id) => review.complete(organization, id, { force: true }),
  reopen: (organization, id) =>
    review.client.unary(review.client.stub.reopenQuestionnaire, { id }, candor.in(organization)),
};
/** Where the work of people begins and ends. */
const GOALS = new Set<Status>(['ANSWERING_COMPLETED', 'COMPLETED']);

describe.each(STATUSES)('a questionnaire that is %s, and that nobody works on', (status) => {
  it('is got out of it by people', async () => {
    const { organization, id } = await stuckIn(status);
    const done: string[] = [];
    for (const [name, act] of Object.entries(ACTIONS)) {
      const taken = await act(organization, id).then(
        () => true,
        () => false,
      );
      if (taken) done.push(name);
      const moved = async () => (await candor.overview(organization, id)).questionnaire?.status as Status;
      if (taken) expect(isProcessing(await until(moved, (now) => !isProcessing(now) && now !== status))).toBe(false);
      if (taken) break;
    }
    expect(done).not.toEqual([]);
    const end = (await candor.overview(organization, id)).questionnaire?.status as Status;
    if (isProcessing(status)) expect(GOALS.has(end)).toBe(true);
  });

  it('is deleted with all of its rows', async () => {
    const { organization, id } = await stuckIn(status);
    const { stub } = candor.questionnaires;
    await candor.questionnaires.unary(stub.deleteQuestionnaire, { id }, candor.in(organization));
    await expect(candor.overview(organization, id)).rejects.toMatchObject({ kind: 'not_found' });
    const left = async (): Promise<number> =>
      (await rows('questionnaires').countDocuments({ _id: id })) +
      (await rows('questions').countDocuments({ questionnaireId: id })) +
      (await rows('processing_logs').countDocuments({ questionnaireId: id }));
    expect(await until(left, (count) => count === 0)).toBe(0);
  });
});

describe('a questionnaire that is being worked on', () => {
  it('is not begun anew by a retry', async () => {
    const { organization, id } = await stuckIn('ANSWERING_IN_PROGRESS');
    const held = { workOpen: true, workJob: 'questionnaire.plan', workLeaseUntil: Date.now() + 60_000 };
    await rows('questionnaires').updateOne({ _id: id }, { $set: held });
    await expect(ACTIONS['retry']?.(organization, id)).rejects.toMatchObject({ code: 'invalid_transition' });
  });
});

describe.each(DOCUMENT_STATUSES)('a document of evidence that is %s', (status) => {
  it('is deleted, and given again', async () => {
    const organization = newId();
    const upload = async (): Promise<string> => {
      const call = candor.in(organization);
      const { stream, reply } = candor.knowledge.clientStream(KnowledgeServiceService.uploadDocument, call);
      stream.write({ part: { $case: 'file', value: { fileName: 'a.md', mimeType: 'text/markdown' } } });
      stream.write({ part: { $case: 'chunk', value: Buffer.from('# Lifts\n\nThe lift is tested every year.') } });
      stream.write({ part: { $case: 'done', value: { creationId: '' } } });
      stream.end();
      return (await reply).id;
    };
    const get = (id: string) =>
      candor.knowledge.unary(candor.knowledge.stub.getDocument, { id }, candor.in(organization));
    const id = await upload();
    await until(
      () => get(id),
      (document) => document.status === 'READY',
    );
    await rows('knowledge_documents').updateOne({ _id: id }, { $set: { status, workOpen: false, workJob: '' } });
    await candor.knowledge.unary(candor.knowledge.stub.deleteDocument, { id }, candor.in(organization));
    await expect(get(id)).rejects.toMatchObject({ kind: 'not_found' });
    await until(
      () => rows('knowledge_documents').countDocuments({ _id: id }),
      (count) => count === 0,
    );
    const again = await upload();
    await until(
      () => get(again),
      (document) => document.status === 'READY',
    );
  });
});

describe.each(LIBRARY_STATUSES)('an answer of the library that is %s', (status) => {
  it('goes to every other status, and is deleted', async () => {
    const organization = newId();
    const call = candor.in(organization);
    for (const to of LIBRARY_STATUSES) {
      const id = await candor.learn(organization, `Who runs ${to}?`, 'Ann does.');
      const { stub } = candor.knowledge;
      for (const next of [status, to])
        expect((await candor.knowledge.unary(stub.updateAnswer, { id, status: next }, call)).status).toBe(next);
      await candor.knowledge.unary(stub.deleteAnswer, { id }, call);
      await expect(candor.knowledge.unary(stub.getAnswer, { id }, call)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});
