import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, until, type TestService } from './questionnaire.fixture.js';

let service: TestService;
beforeAll(async () => {
  // Of its threads one reads, as on the least machine.
  service = await startTestService();
});
afterAll(() => service.close());

/** Allowed in one text: so many questions take long to be stored. */
const MANY = 3_000;

const STORING = 'QUESTION_EXTRACTION_IN_PROGRESS';

describe('long questionnaires of one organization', () => {
  it('keep the files of another waiting neither for a thread nor for a place', async () => {
    const long = 'Is it so?\n'.repeat(MANY).slice(0, 66_000);
    const ids = [await service.uploadText('one', long), await service.uploadText('one', long)];
    const statusOf = async (organizationId: string, id: string): Promise<string> =>
      (await service.overview(organizationId, id)).questionnaire?.status ?? '';
    const statuses = (): Promise<string[]> => Promise.all(ids.map((id) => statusOf('one', id)));
    await until(statuses, (now) => now.every((status) => status === STORING));
    const small = await service.uploadText('other', 'Do you encrypt backups?\nDo you test them every year?');
    await until(
      () => statusOf('other', small),
      (status) => status.startsWith('ANSWERING'),
    );
    // Both would be through before it, if it waited for their thread or for a place beside them.
    expect(await statuses()).toContain(STORING);
    expect(await service.questionsOf('other', small)).toHaveLength(2);
  });
});
