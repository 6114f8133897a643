import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, armFailpoint, micros, newId, systemClock } from '@candor/runtime';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import { SearchBlockStore } from '../store/search-blocks.js';
import { readBlock } from './block-words.js';

const HOUR_US = 3_600_000_000;

describe('an edit whose database went away behind the answer', () => {
  let service: TestService;
  let review: TestReview;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const stored = (id: string) =>
    service.db
      .collection<{ _id: string; writesOpen: number; updatedAt: number }>('questionnaires')
      .findOne({ _id: id });

  async function edited(failure: Error): Promise<{ organization: string; id: string }> {
    const organization = newId();
    const id = await service.uploadCsv(organization, ['Question,Answer', 'Who keeps the keys of the lift?,']);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    armFailpoint('edit.written', () => {
      throw failure;
    });
    const change = { id, questionId: question?.id ?? '', answer: 'Zanzibar keeps them.', keepInLibrary: false };
    const request = review.client.unary(review.client.stub.editQuestion, change, service.in(organization));
    await expect(request).rejects.toBeInstanceOf(AppError);
    return { organization, id };
  }
  const isFound = async (organization: string, id: string): Promise<boolean> => {
    const blocks = await new SearchBlockStore(service.db).blocks(organization, id);
    return readBlock(blocks.get(0) ?? '').has('zanzibar');
  };

  it.each([
    ['an unknown failure', () => new Error('connection closed')],
    [
      'an outage',
      () => new AppError('unavailable', 'database_unavailable', 'The database is out of reach. Try again.'),
    ],
  ])('leaves the write open at %s, and the sweeper lets search know the answer', async (_what, failure) => {
    const { organization, id } = await edited(failure());
    expect([await isFound(organization, id), (await stored(id))?.writesOpen]).toEqual([false, 1]);
    const longAgo = { $set: { updatedAt: micros(systemClock) - HOUR_US } };
    await service.db.collection<{ _id: string }>('questionnaires').updateOne({ _id: id }, longAgo);
    await until(
      () => stored(id),
      (now) => now?.writesOpen === 0,
    );
    expect(await isFound(organization, id)).toBe(true);
  });

  it('closes the write when it was refused before anything was written', async () => {
    const { id } = await edited(new AppError('conflict', 'not_now', 'Not now. Try again.'));
    expect((await stored(id))?.writesOpen).toBe(0);
  });
});
