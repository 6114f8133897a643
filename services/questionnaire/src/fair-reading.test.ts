import { armFailpoint } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, until, type TestService } from './questionnaire.fixture.js';

let service: TestService;
beforeAll(async () => {
  // Of its threads one reads, as on the least machine.
  service = await startTestService();
});
afterAll(() => service.close());

const STORING = 'QUESTION_EXTRACTION_IN_PROGRESS';

/** Holds the next `count` writes of questions; `held` counts those that have come so far. */
function holdWrites(count: number): { held: () => number; release: () => void } {
  let held = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const arm = (): void => {
    armFailpoint('extract.questions_written', async () => {
      held++;
      if (held < count) arm();
      await released;
    });
  };
  arm();
  return { held: () => held, release };
}

describe('long questionnaires of one organization', () => {
  it('keep the files of another waiting neither for a thread nor for a place', async () => {
    const long = 'Is it so?\n'.repeat(1_500);
    const writes = holdWrites(2);
    const ids = [await service.uploadText('one', long), await service.uploadText('one', long)];
    const statusOf = async (organizationId: string, id: string): Promise<string> =>
      (await service.overview(organizationId, id)).questionnaire?.status ?? '';
    await until(
      () => Promise.resolve(writes.held()),
      (held) => held === 2,
    );
    const small = await service.uploadText('other', 'Do you encrypt backups?\nDo you test them every year?');
    await until(
      () => statusOf('other', small),
      (status) => status.startsWith('ANSWERING'),
    );
    // They are still stored: had it waited for their thread or for a place beside them, it would not have been read.
    expect(await Promise.all(ids.map((id) => statusOf('one', id)))).toEqual([STORING, STORING]);
    expect(await service.questionsOf('other', small)).toHaveLength(2);
    writes.release();
  });
});
