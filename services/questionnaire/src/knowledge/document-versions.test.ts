import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { micros, newId, systemClock } from '@candor/runtime';
import {
  KnowledgeServiceService,
  type KnowledgeDocument,
  type UploadDocumentRequest,
  type UploadVersionRequest,
} from '@candor/proto/candor/questionnaire/v1/knowledge';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { openStores } from '../store/stores.js';
import { UpcomingVersions } from './upcoming.js';

const V1 = `# Logging policy

## Retention

Audit logs are kept for 13 months.

## Passwords

Passwords have at least 14 characters.

## Backups

Backups are tested every quarter.
`;
const ASKED = [
  'ID,Question,Answer',
  '1,How long are audit logs kept?,',
  '2,How many characters do passwords have at least?,',
  '3,How often are backups tested?,',
];

describe('a document that gets a new version', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const call = (organization: string) => {
    const { knowledge } = service;
    const from = service.in(organization);
    return {
      get: (id: string) => knowledge.unary(knowledge.stub.getDocument, { id }, from),
      affected: (documentId: string) =>
        knowledge.unary(knowledge.stub.listAffectedAnswers, { documentId, limit: 10, offset: 0 }, from),
      confirm: (documentId: string, questionIds: string[]) =>
        knowledge.unary(knowledge.stub.confirmAffectedAnswers, { documentId, questionIds }, from),
      regenerate: (documentId: string) =>
        knowledge.unary(knowledge.stub.regenerateAffectedAnswers, { documentId, questionIds: [] }, from),
      ask: (question: string) => knowledge.unary(knowledge.stub.ask, { question }, from),
    };
  };

  const untilRead = (organization: string, id: string): Promise<KnowledgeDocument> =>
    until(
      () => call(organization).get(id),
      (document) => !document.shouldPoll,
    );

  async function upload(organization: string, text: string, name = 'policy.md'): Promise<string> {
    const { stream, reply } = service.knowledge.clientStream(
      KnowledgeServiceService.uploadDocument,
      service.in(organization),
    );
    const send = (part: UploadDocumentRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(text) });
    send({ $case: 'done', value: { creationId: '' } });
    stream.end();
    const { id } = await reply;
    await untilRead(organization, id);
    return id;
  }

  function replace(
    organization: string,
    id: string,
    bytes: string | Uint8Array,
    name = 'policy.md',
    creationId = '',
    effectiveAt?: number,
  ) {
    const { stream, reply } = service.knowledge.clientStream(
      KnowledgeServiceService.uploadVersion,
      service.in(organization),
    );
    const send = (part: UploadVersionRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(bytes) });
    send({ $case: 'done', value: { id, creationId, effectiveAt } });
    stream.end();
    return reply;
  }

  async function answered(organization: string) {
    const id = await service.uploadCsv(organization, ASKED);
    await service.untilProcessed(organization, id);
    const questions = await service.questionsOf(organization, id);
    expect(questions.map(({ answerStatus }) => answerStatus)).toEqual(['AI_ANSWERED', 'AI_ANSWERED', 'AI_ANSWERED']);
    return { id, questions };
  }

  it('lists the answers that stand on what it no longer says, and no other', async () => {
    const organization = newId();
    const document = await upload(organization, V1);
    const { id, questions } = await answered(organization);
    const now = V1.replace('13 months', '6 months').replace(
      '## Backups\n\nBackups are tested every quarter.\n',
      '## Suppliers\n\nSuppliers are reviewed yearly.\n',
    );
    await replace(organization, document, now);
    expect(await untilRead(organization, document)).toMatchObject({ status: 'READY', version: 2, passageCount: 3 });
    const { affected, confirm, regenerate, ask } = call(organization);
    const list = await affected(document);
    expect(list).toMatchObject({ questionnaires: 1, pagination: { total: 2 } });
    expect(list.answers.map(({ questionId, change, regenerable }) => [questionId, change, regenerable])).toEqual([
      [questions[0]?.id, 'changed', true],
      [questions[2]?.id, 'removed', true],
    ]);
    expect(list.answers[0]).toMatchObject({ questionnaireId: id, now: expect.stringContaining('6 months') as unknown });
    expect(list.answers[0]?.quote).toContain('13 months');
    // What was asked since is answered from the new text.
    expect((await ask('How long are audit logs kept?')).answer).toContain('6 months');

    expect(await confirm(document, [questions[2]?.id ?? ''])).toEqual({ confirmed: 1 });
    expect((await affected(document)).answers.map(({ questionId }) => questionId)).toEqual([questions[0]?.id]);
    expect(await regenerate(document)).toEqual({
      questionnaires: [{ questionnaireId: id, questions: 1, code: '' }],
      kept: 0,
    });
    await service.untilProcessed(organization, id);
    expect((await service.questionsOf(organization, id))[0]?.answer).toContain('6 months');
    expect((await affected(document)).answers).toEqual([]);
  });

  it('is the evidence from its own day on, and not before', async () => {
    const organization = newId();
    const document = await upload(organization, V1);
    const tomorrow = micros(systemClock) + 86_400e6;
    const replaced = await replace(organization, document, 'Of another plan.', 'plan.md', newId(), tomorrow + 1);
    expect(replaced).toMatchObject({ version: 1, shouldPoll: false, upcoming: { name: 'plan.md' } });
    const call2 = newId();
    const now = V1.replace('13 months', '6 months');
    for (let repeat = 0; repeat < 2; repeat++) {
      const waiting = await replace(organization, document, now, 'next.md', call2, tomorrow);
      expect(waiting).toMatchObject({ name: 'policy.md', upcoming: { name: 'next.md', effectiveAt: tomorrow } });
    }
    const { knowledgeDocuments } = await openStores(service.db, systemClock);
    const round = (at: number) =>
      new UpcomingVersions({ knowledgeDocuments, bus: service.bus, clock: { now: () => at / 1000 } }).round();
    await round(tomorrow - 1000);
    const { ask } = call(organization);
    expect((await ask('How long are audit logs kept?')).answer).toContain('13 months');
    // Its day is moved near: who asks goes by the clock, too.
    const soon = micros(systemClock) + 3e6;
    await replace(organization, document, now, 'next.md', newId(), soon);
    await until(
      () => Promise.resolve(micros(systemClock)),
      (at) => at > soon,
    );
    await round(soon + 1000);
    await round(soon + 1000);
    expect(await untilRead(organization, document)).toMatchObject({ name: 'next.md', version: 2, upcoming: undefined });
    expect((await ask('How long are audit logs kept?')).answer).toContain('6 months');
  });

  it('keeps approved answers when the others are answered again', async () => {
    const organization = newId();
    const document = await upload(organization, V1);
    const { id } = await answered(organization);
    await service.db
      .collection('questions')
      .updateOne({ organizationId: organization, questionnaireId: id, position: 0 }, { $set: { approved: true } });
    await replace(organization, document, V1.replace('13 months', '6 months'));
    await untilRead(organization, document);
    expect((await call(organization).affected(document)).answers).toMatchObject([
      { approved: true, regenerable: false },
    ]);
    expect(await call(organization).regenerate(document)).toEqual({ questionnaires: [], kept: 1 });
  });

  it('stays as it was when the new file cannot be read, and says why', async () => {
    const organization = newId();
    const document = await upload(organization, V1);
    await replace(organization, document, Buffer.from('%PDF-1.7 broken'), 'policy.pdf');
    const after = await untilRead(organization, document);
    expect(after).toMatchObject({ status: 'READY', version: 1, name: 'policy.md', passageCount: 3 });
    expect(after.error?.message).toContain('“policy.md” stays in use');
    expect((await call(organization).ask('How long are audit logs kept?')).answer).toContain('13 months');
    expect((await call(organization).affected(document)).answers).toEqual([]);
    await replace(organization, document, V1.replace('13 months', '6 months'));
    expect(await untilRead(organization, document)).toMatchObject({ status: 'READY', version: 2, error: undefined });
  });

  it('takes a repeat of the same call for the same version, and refuses another while it is read', async () => {
    const organization = newId();
    const document = await upload(organization, V1);
    const creation = newId();
    await replace(organization, document, V1, 'policy.md', creation);
    expect((await replace(organization, document, V1, 'policy.md', creation)).version).toBe(2);
    const other = replace(organization, document, V1);
    const told = await other.then(
      ({ version }) => version,
      (error: unknown) => (error as { code?: string }).code,
    );
    // It may have been read already.
    expect([3, 'document_being_read']).toContain(told);
    await untilRead(organization, document);
    await until(
      () => service.db.collection('file_owners').countDocuments({ organizationId: organization }),
      (files) => files === 1,
    );
  });

  it('is that of its organization alone', async () => {
    const document = await upload(newId(), V1);
    const stranger = newId();
    await expect(replace(stranger, document, V1)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(call(stranger).affected(document)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(call(stranger).confirm(document, [])).rejects.toMatchObject({ code: 'document_not_found' });
  });
});
