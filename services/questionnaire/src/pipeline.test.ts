import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, until, type TestService } from './questionnaire.fixture.js';

const QUESTIONS = [
  'ID,Question,Answer',
  '1,Is customer data encrypted at rest?,',
  '2,Do you operate a bug bounty program?,',
  '3,How often are backups tested?,',
];

describe('a questionnaire on its way through the stages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it('ends ready for review, with what the evidence holds answered and cited and the rest left open', async () => {
    const organization = newId();
    const learned = await service.learn(
      organization,
      'Is customer data encrypted at rest?',
      'Yes. All customer data at rest is encrypted with AES-256.',
    );
    const id = await service.uploadCsv(organization, QUESTIONS);
    const overview = await service.untilProcessed(organization, id);
    expect(overview.questionnaire?.status).toBe('ANSWERING_COMPLETED');
    expect(overview.statusLog.map((change) => change.to)).toEqual([
      'UPLOADED',
      'QUEUED_PENDING_REVIEW',
      'QUEUED_FOR_EXTRACTION',
      'ANALYSIS_IN_PROGRESS',
      'QUESTION_EXTRACTION_IN_PROGRESS',
      'ANSWERING_IN_PROGRESS',
      'ANSWERING_COMPLETED',
    ]);
    const questions = await service.questionsOf(organization, id);
    expect(questions.map((question) => [question.location?.cell, question.answerStatus])).toEqual([
      ['B2', 'AI_ANSWERED'],
      ['B3', 'NEEDS_INFO'],
      ['B4', 'NEEDS_INFO'],
    ]);
    expect(questions[0]?.answer).toContain('AES-256');
    expect(questions[0]?.citations.map((citation) => citation.sourceId)).toEqual([learned]);
    expect(questions[1]?.answer).toBe('');
    expect(overview.statistics).toMatchObject({
      totalQuestions: 3,
      answeredQuestions: 1,
      aiAnsweredQuestions: 1,
      notAnsweredQuestions: 2,
      completionPercentage: 33.33,
    });
  });

  it('reads pasted text line by line and names it after its first line', async () => {
    const organization = newId();
    const id = await service.uploadText(
      organization,
      '\n1. Do you encrypt data in transit?\n2. Who is your data protection officer?\n',
    );
    const overview = await service.untilProcessed(organization, id);
    expect(overview.questionnaire?.title).toBe('1. Do you encrypt data in transit?');
    expect(overview.sourceType).toBe('TEXT');
    expect((await service.questionsOf(organization, id)).map((question) => question.text)).toEqual([
      'Do you encrypt data in transit?',
      'Who is your data protection officer?',
    ]);
  });

  it('fails with a reason when the file asks nothing, and can be retried', async () => {
    const organization = newId();
    const id = await service.uploadCsv(organization, ['Name,City', 'Ada,London', 'Grace,Arlington']);
    const overview = await service.untilProcessed(organization, id);
    expect(overview.questionnaire?.status).toBe('QUESTION_EXTRACTION_FAILED');
    expect(overview.processingLogs.map((log) => [log.level, log.code])).toContainEqual(['ERROR', 'no_questions_found']);
    await service.questionnaires.unary(
      service.questionnaires.stub.retryQuestionnaire,
      { id },
      service.in(organization),
    );
    const again = await service.untilProcessed(organization, id);
    expect(again.statusLog.filter((change) => change.to === 'QUESTION_EXTRACTION_FAILED')).toHaveLength(2);
  });

  it('fails with type_mismatch when the bytes contradict the declared type', async () => {
    const organization = newId();
    const id = await service.uploadFile(
      organization,
      'report.pdf',
      'application/pdf',
      Buffer.from('ID,Question\n1,Is this a PDF?\n'),
    );
    const overview = await service.untilProcessed(organization, id);
    expect(overview.questionnaire?.status).toBe('ANALYSIS_FAILED');
    expect(overview.processingLogs.map((log) => log.code)).toContain('type_mismatch');
  });

  it('keeps an answer that the customer already gave, and takes a repeated default for no answer', async () => {
    const organization = newId();
    const rows = [
      'ID,Question,Answer,Status',
      '1,Do you encrypt data at rest?,"Yes, with AES-256",',
      '2,Is there a privacy policy?,,',
      '3,Are laptops encrypted?,,',
    ];
    const id = await service.uploadCsv(organization, rows);
    await service.untilProcessed(organization, id);
    const [first, second] = await service.questionsOf(organization, id);
    expect(first).toMatchObject({ answerStatus: 'MANUALLY_ANSWERED', answeredBy: 'FILE', answer: 'Yes, with AES-256' });
    expect(second).toMatchObject({ answerStatus: 'NEEDS_INFO', answer: '' });
  });

  it('warns of answers that contradict each other, by the places of their questions', async () => {
    const organization = newId();
    const id = await service.uploadCsv(organization, [
      'ID,Question,Answer',
      '1,Do you encrypt data at rest?,Yes - AES-256.',
      '2,Do you operate a bug bounty program?,',
      '3,Is stored data encrypted?,No.',
    ]);
    const { processingLogs } = await service.untilProcessed(organization, id);
    const warnings = processingLogs.filter(({ code }) => code === 'answers_contradict');
    expect(warnings.map(({ level, message }) => [level, /Questions 1 and 3 /.test(message)])).toEqual([
      ['WARNING', true],
    ]);
  });

  it('asks no follow-up of a question that is answered otherwise than it supposes', async () => {
    const organization = newId();
    await service.learn(
      organization,
      'Is customer data encrypted at rest?',
      'Yes. All customer data at rest is encrypted with AES-256.',
    );
    const id = await service.uploadCsv(organization, [
      'ID,Question,Answer',
      '1,1. Is customer data encrypted at rest?,',
      '1a,"If no, please explain why.",',
      '2,Do you operate a bug bounty program?,',
      '2a,"If no, please explain why.",',
    ]);
    await service.untilProcessed(organization, id);
    const questions = await service.questionsOf(organization, id);
    expect(questions.map(({ text, answerStatus, answer }) => [text, answerStatus, answer === ''])).toEqual([
      ['Is customer data encrypted at rest?', 'AI_ANSWERED', false],
      ['If no, please explain why.', 'NOT_APPLICABLE', true],
      ['Do you operate a bug bounty program?', 'NEEDS_INFO', true],
      ['If no, please explain why.', 'NEEDS_INFO', true],
    ]);
    expect(questions[1]?.reviewNote).toMatch(/^Not applicable: .* answered with yes\.$/);
  });

  it('refuses to retry what has not failed', async () => {
    const organization = newId();
    const id = await service.uploadCsv(organization, QUESTIONS);
    await service.untilProcessed(organization, id);
    const retry = service.questionnaires.unary(
      service.questionnaires.stub.retryQuestionnaire,
      { id },
      service.in(organization),
    );
    await expect(retry).rejects.toMatchObject({ kind: 'conflict', code: 'invalid_transition' });
  });

  it('leaves nothing behind when it is deleted', async () => {
    const organization = newId();
    const id = await service.uploadCsv(organization, QUESTIONS);
    await service.untilProcessed(organization, id);
    await service.questionnaires.unary(
      service.questionnaires.stub.deleteQuestionnaire,
      { id },
      service.in(organization),
    );
    await expect(service.overview(organization, id)).rejects.toMatchObject({ kind: 'not_found' });
    const left = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const { name } of await service.db.listCollections().toArray()) {
        const own = { organizationId: organization };
        // Suggested tags belong to the organization, not to the questionnaire.
        if (name !== 'tags' && (await service.db.collection(name).countDocuments(own)) > 0) found.push(name);
      }
      return found;
    };
    await until(left, (names) => names.length === 0);
    expect(await service.db.collection('files.chunks').countDocuments({})).toBe(
      await service.db.collection('files.files').countDocuments({}),
    );
  });

  it('hides everything from other organizations', async () => {
    const id = await service.uploadCsv(newId(), QUESTIONS);
    const stranger = newId();
    await expect(service.overview(stranger, id)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'questionnaire_not_found',
    });
    await expect(service.questionsOf(stranger, id)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('a bus that duplicates and reorders', () => {
  it('changes nothing: every question once, every status once', async () => {
    let n = 0;
    const service = await startTestService({ mischief: () => ({ copies: 1 + (n++ % 3), delayMs: (n * 7) % 40 }) });
    try {
      const organization = newId();
      const rows = [
        'ID,Question,Answer',
        ...Array.from({ length: 180 }, (_, i) => `${i + 1},Is control number ${i + 1} reviewed every year?,`),
      ];
      const ids = await Promise.all([1, 2, 3].map(() => service.uploadCsv(organization, rows)));
      for (const id of ids) {
        const overview = await service.untilProcessed(organization, id);
        expect(overview.questionnaire?.status).toBe('ANSWERING_COMPLETED');
        expect(overview.statusLog).toHaveLength(7);
        const questions = await service.questionsOf(organization, id);
        expect(new Set(questions.map((question) => question.location?.cell)).size).toBe(180);
        expect(questions).toHaveLength(180);
        expect(questions.every((question) => question.version === 2)).toBe(true);
      }
    } finally {
      await service.close();
    }
  });
});
