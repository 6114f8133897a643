import { newId } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringBusyError } from '../answering/errors.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';

/** The real threads, but that they are busy for others when first asked. */
function busyAtFirst() {
  const workers = startWorkers({ threads: 1, readOnce: true });
  const { answering } = workers;
  let refusals = 2;
  return {
    ...workers,
    answering: {
      ...answering,
      answer: (...call: Parameters<typeof answering.answer>) =>
        refusals-- > 0 ? Promise.reject(new AnsweringBusyError()) : answering.answer(...call),
    },
  };
}

describe('a questionnaire that has to wait', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ workers: busyAtFirst() });
  });
  afterAll(() => service.close());

  it('says why, once, and is answered in the end', async () => {
    const organization = newId();
    await service.learn(organization, 'Is data encrypted?', 'Yes. All data is encrypted with AES-256.');
    const id = await service.uploadCsv(organization, ['Question,Answer', 'Is data encrypted?,']);
    const overview = await service.untilProcessed(organization, id);
    expect(overview.questionnaire?.status).toBe('ANSWERING_COMPLETED');
    expect(overview.processingLogs.filter(({ level }) => level !== 'INFO')).toMatchObject([
      { stage: 'answering', level: 'WARNING', code: 'processing_waits', message: expect.stringContaining('Too many') },
    ]);
  });
});
