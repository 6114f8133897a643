import { newId } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringLimitError } from '../answering/errors.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startWorkers } from '../workers.js';

const KNOWN = 'Is customer data encrypted at rest?';

/** The real threads, but that a question about a quagmire costs more than is allowed. */
function sinking() {
  const workers = startWorkers({ threads: 1, readOnce: true });
  const { answering } = workers;
  return {
    ...workers,
    answering: {
      ...answering,
      answer: (...call: Parameters<typeof answering.answer>) =>
        call[2].some(({ text }) => text.includes('quagmire'))
          ? Promise.reject(new AnsweringLimitError('answering_timed_out'))
          : answering.answer(...call),
    },
  };
}

describe('a questionnaire with questions that cannot be read within the limits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ workers: sinking() });
  });
  afterAll(() => service.close());

  async function processed(questions: string[]) {
    const organization = newId();
    await service.learn(organization, KNOWN, 'Yes. All customer data at rest is encrypted with AES-256.');
    const id = await service.uploadCsv(organization, ['Question,Answer', ...questions.map((one) => `${one},`)]);
    const overview = await service.untilProcessed(organization, id);
    return { overview, questions: await service.questionsOf(organization, id) };
  }

  it('is answered but for one such question, which is left to people', async () => {
    const { overview, questions } = await processed([KNOWN, 'Do you drain the quagmire every year?']);
    expect(overview.questionnaire?.status).toBe('ANSWERING_COMPLETED');
    expect(questions.map(({ answerStatus }) => answerStatus)).toEqual(['AI_ANSWERED', 'NEEDS_INFO']);
    expect(questions[1]?.reviewNote).toContain('limits of answering');
  });

  it('fails with a reason when many are such, and can be retried', async () => {
    const asked = ['east', 'west', 'north', 'south'].map((side) => `Do you drain the ${side} quagmire every year?`);
    const { overview } = await processed([KNOWN, ...asked]);
    expect(overview.questionnaire?.status).toBe('ANSWERING_FAILED');
    expect(JSON.stringify(overview)).toContain('answering_timed_out');
  });
});
