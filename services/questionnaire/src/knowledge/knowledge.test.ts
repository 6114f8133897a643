import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { KnowledgeServiceService, type UploadDocumentRequest } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { buildDocx, paragraph } from '../documents/fixtures/docx.fixture.js';
import { pictureHead, withPicture } from '../documents/fixtures/scan.fixture.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';

const ASKED = ['ID,Question,Answer', '1,How long are audit logs kept?,'];

describe('the evidence of an organization', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function uploadDocument(organization: string, name: string, text: string | Uint8Array): Promise<string> {
    const { knowledge } = service;
    const { stream, reply } = knowledge.clientStream(KnowledgeServiceService.uploadDocument, service.in(organization));
    const send = (part: UploadDocumentRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(text) });
    send({ $case: 'done', value: { creationId: '' } });
    stream.end();
    const { id } = await reply;
    await until(
      () => knowledge.unary(knowledge.stub.getDocument, { id }, service.in(organization)),
      (document) => !document.shouldPoll,
    );
    return id;
  }

  async function answerOf(organization: string): Promise<{ status: string; text: string; titles: string[] }> {
    const id = await service.uploadCsv(organization, ASKED);
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    return {
      status: question?.answerStatus ?? '',
      text: question?.answer ?? '',
      titles: question?.citations.map((citation) => citation.title) ?? [],
    };
  }

  it('is cited by document and place', async () => {
    const organization = newId();
    await uploadDocument(
      organization,
      'logging.md',
      '# Logging policy\n\n## Retention\n\n- Audit logs are kept for 13 months.\n',
    );
    const answer = await answerOf(organization);
    expect(answer).toMatchObject({ status: 'AI_ANSWERED', titles: ['logging.md'] });
    expect(answer.text).toContain('13 months');
  });

  it('is asked without the number of the item in front of a question', async () => {
    const organization = newId();
    await service.learn(organization, 'How long are audit logs kept?', 'Audit logs are kept for 13 months.');
    const { knowledge } = service;
    const ask = (question: string) => knowledge.unary(knowledge.stub.ask, { question }, service.in(organization));
    const plain = await ask('How long are audit logs kept?');
    expect(plain.answerStatus).toBe('AI_ANSWERED');
    for (const number of ['12.', '27001.', '4.2', 'Q7:'])
      expect(await ask(`${number} How long are audit logs kept?`)).toEqual(plain);
  });

  it('is never that of another organization', async () => {
    await service.learn(newId(), 'How long are audit logs kept?', 'Audit logs are kept for 13 months.');
    expect(await answerOf(newId())).toMatchObject({ status: 'NEEDS_INFO', text: '' });
  });

  it('says what of a document was not read', async () => {
    const organization = newId();
    const docx = buildDocx([paragraph('Audit logs are kept for 13 months.')]);
    const { knowledge } = service;
    const get = async (bytes: Uint8Array) => {
      const id = await uploadDocument(organization, 'logging.docx', bytes);
      return knowledge.unary(knowledge.stub.getDocument, { id }, service.in(organization));
    };
    expect(await get(docx)).toMatchObject({ status: 'READY', warnings: [] });
    expect(await get(withPicture(docx, pictureHead(9_000, 9_000)))).toMatchObject({
      status: 'READY',
      passageCount: 1,
      warnings: [{ code: 'ocr_too_large', message: expect.stringContaining('picture 1') }],
    });
  });

  it('is gone with its document', async () => {
    const organization = newId();
    const id = await uploadDocument(organization, 'logging.txt', 'Audit logs are kept for 13 months.');
    await service.knowledge.unary(service.knowledge.stub.deleteDocument, { id }, service.in(organization));
    expect(await answerOf(organization)).toMatchObject({ status: 'NEEDS_INFO' });
    await until(
      () => service.db.collection('knowledge_documents').countDocuments({ organizationId: organization }),
      (left) => left === 0,
    );
  });

  it('is not used once archived, deleted or expired', async () => {
    const organization = newId();
    const question = 'How long are audit logs kept?';
    const { knowledge } = service;
    const archived = await service.learn(organization, question, 'Audit logs are kept for 1 month.');
    const deleted = await service.learn(organization, question, 'Audit logs are kept for 2 months.');
    await service.learn(organization, question, 'Audit logs are kept for 3 months.', {
      expiresAt: '2020-01-01T00:00:00Z',
    });
    expect((await answerOf(organization)).status).toBe('AI_ANSWERED');
    await knowledge.unary(knowledge.stub.updateAnswer, { id: archived, status: 'ARCHIVED' }, service.in(organization));
    await knowledge.unary(knowledge.stub.deleteAnswer, { id: deleted }, service.in(organization));
    expect(await answerOf(organization)).toMatchObject({ status: 'NEEDS_INFO', text: '' });
  });

  it('is imported with duplicates left out, conflicts kept and shown, and bad rows named', async () => {
    const organization = newId();
    const { knowledge } = service;
    await service.learn(organization, 'Do you encrypt data?', 'Yes, with AES-256.');
    const rows = [
      'Question,Answer',
      'Do you encrypt data?,"Yes, with AES-256."',
      'Do you encrypt data?,No.',
      'Where is data hosted?,In Frankfurt.',
      ',An answer to nothing.',
    ];
    const { stream, reply } = knowledge.clientStream(KnowledgeServiceService.importAnswers, service.in(organization));
    const send = (part: UploadDocumentRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: 'library.csv', mimeType: 'text/csv' } });
    send({ $case: 'chunk', value: Buffer.from(rows.join('\n')) });
    send({ $case: 'done', value: { creationId: '' } });
    stream.end();
    expect(await reply).toMatchObject({ imported: 2, duplicates: 1, conflicts: 1, rejected: [{ row: 5 }] });
    const shown = await knowledge.unary(
      knowledge.stub.listConflicts,
      { limit: 10, offset: 0 },
      service.in(organization),
    );
    expect(shown.conflicts.map(({ kind, answers }) => [kind, answers.map((answer) => answer.answer).sort()])).toEqual([
      ['conflict', ['No.', 'Yes, with AES-256.']],
    ]);
  });

  it('contradicts itself where the same question in other words is answered yes and no', async () => {
    const organization = newId();
    const { knowledge } = service;
    const conflicts = async (): Promise<string[][]> => {
      const request = { limit: 10, offset: 0 };
      const reply = await knowledge.unary(knowledge.stub.listConflicts, request, service.in(organization));
      return reply.conflicts.map(({ kind, answers }) => [kind, ...answers.map(({ question }) => question).sort()]);
    };
    await service.learn(organization, 'Do you encrypt customer data at rest?', 'Yes, with AES-256.');
    await service.learn(organization, 'Do you encrypt customer data in transit?', 'Yes, with TLS 1.3.');
    await service.learn(organization, 'Are backups encrypted?', 'Yes.');
    expect(await conflicts()).toEqual([]);
    const wrong = await service.learn(organization, 'Is stored customer data encrypted?', 'No, it is not encrypted.');
    const expected = ['conflict', 'Do you encrypt customer data at rest?', 'Is stored customer data encrypted?'];
    expect(await conflicts()).toEqual([expected]);
    expect(await conflicts()).toEqual([expected]);
    const change = { id: wrong, answer: 'Yes, it is encrypted.' };
    await knowledge.unary(knowledge.stub.updateAnswer, change, service.in(organization));
    expect(await conflicts()).toEqual([]);
  }, 60_000);

  it('takes changes of many writers at once without losing one', async () => {
    const organization = newId();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        service.learn(organization, `How many people work in team ${i}?`, `${i + 5} people work in team ${i}.`),
      ),
    );
    const { answers, pagination } = await service.knowledge.unary(
      service.knowledge.stub.listAnswers,
      { limit: 100, offset: 0, query: '', status: '', tag: '', expiresBefore: '' },
      service.in(organization),
    );
    expect(pagination?.total).toBe(30);
    expect(new Set(answers.map((answer) => answer.question)).size).toBe(30);
    const id = await service.uploadCsv(organization, [
      'ID,Question,Answer',
      ...Array.from({ length: 30 }, (_, i) => `${i},How many people work in team ${i}?,`),
    ]);
    await service.untilProcessed(organization, id);
    const questions = await service.questionsOf(organization, id);
    expect(questions.map((question) => question.answerStatus)).toEqual(Array.from({ length: 30 }, () => 'AI_ANSWERED'));
  });
});
