import { newId } from '@candor/runtime';
import { TestClock } from '@candor/runtime/service.fixture';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JOBS } from '../jobs/catalogue.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import type { QuestionnaireDocument, WorkState } from './documents.js';
import { ReviewLifecycleStore } from './review-lifecycle.js';
import { firstWork, WorkStore } from './work.js';

const TWO_DAYS_MS = 2 * 86_400_000;
type Row = WorkState & { _id: string; organizationId: string };

describe('a clock that is set back two days', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('leaves no work with a worker that died, nor without one whose message was lost', async () => {
    const clock = new TestClock();
    const rows = service.db.collection<Row>('work_test');
    const work = new WorkStore<Row>(rows, clock);
    const [claimed, asked] = [newId(), newId()].map((_id) => ({
      _id,
      organizationId: newId(),
      ...firstWork(JOBS.extract, clock),
    }));
    await rows.insertMany([claimed!, asked!]);
    const take = (row: Row): Promise<Row | null> => work.claim(row.organizationId, row._id, JOBS.extract, 20_000);
    const first = await take(claimed!);
    expect(first).not.toBeNull();
    expect(await take(claimed!)).toBeNull();
    expect(await work.overdue(10)).toEqual([]);

    clock.advance(-TWO_DAYS_MS);
    expect((await work.overdue(10)).map(({ id }) => id).sort()).toEqual([claimed!._id, asked!._id].sort());
    expect(await work.overdue(10)).toEqual([]);
    expect(await take(claimed!)).not.toBeNull();
    expect(await take(asked!)).not.toBeNull();
    // Who held it before changes nothing any more.
    expect(await work.change(first!, { set: { workOpen: false } })).toBe(false);
    expect(await take(claimed!)).toBeNull();
  });

  it('leaves no questionnaire locked by a completion that died', async () => {
    const clock = new TestClock();
    const questionnaires = service.db.collection<QuestionnaireDocument>('questionnaires');
    const document = { _id: newId(), organizationId: newId(), deleted: false, status: 'ANSWERING_COMPLETED' };
    await questionnaires.insertOne(document as QuestionnaireDocument);
    const lifecycle = new ReviewLifecycleStore(service.db, clock);
    const lock = () => lifecycle.lock(document.organizationId, document._id, 'ANSWERING_COMPLETED');
    const isLocked = async () => lifecycle.isLocked((await questionnaires.findOne({ _id: document._id }))!);
    expect(await lock()).not.toBeNull();
    expect(await lock()).toBeNull();
    expect(await isLocked()).toBe(true);
    clock.advance(-TWO_DAYS_MS);
    expect(await isLocked()).toBe(false);
    expect(await lock()).not.toBeNull();
    await questionnaires.deleteOne({ _id: document._id });
  });
});
