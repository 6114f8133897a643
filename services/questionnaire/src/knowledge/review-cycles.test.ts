import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, systemClock, type ServiceEvent } from '@candor/runtime';
import { KnowledgeServiceService, type UploadDocumentRequest } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { ExpiryReminders } from '../events/expiring.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { openStores } from '../store/stores.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const daysUntil = (time: string | undefined): number => Math.round((Date.parse(time ?? '') - Date.now()) / DAY_MS);

describe('evidence that is reviewed every so many days', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function document(organization: string): Promise<string> {
    const { stream, reply } = service.knowledge.clientStream(
      KnowledgeServiceService.uploadDocument,
      service.in(organization),
    );
    const send = (part: UploadDocumentRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: 'logging.md', mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from('# Logging\n\nAudit logs are kept for 13 months.') });
    send({ $case: 'done', value: { creationId: '' } });
    stream.end();
    const { id } = await reply;
    const { knowledge } = service;
    await until(
      () => knowledge.unary(knowledge.stub.getDocument, { id }, service.in(organization)),
      ({ shouldPoll }) => !shouldPoll,
    );
    return id;
  }

  it('expires that many days after it was verified, and lives on by one verification', async () => {
    const organization = newId();
    const { knowledge } = service;
    const from = service.in(organization);
    const id = await service.learn(organization, 'Do you encrypt data?', 'Yes.');
    const begun = await knowledge.unary(knowledge.stub.updateAnswer, { id, reviewEveryDays: 90 }, from);
    expect([begun.reviewEveryDays, daysUntil(begun.expiresAt)]).toEqual([90, 90]);
    await knowledge.unary(knowledge.stub.updateAnswer, { id, expiresAt: inDays(-1) }, from);
    const renewed = await knowledge.unary(knowledge.stub.verifyAnswer, { id }, from);
    expect([daysUntil(renewed.expiresAt), renewed.lastVerifiedAt !== undefined]).toEqual([90, true]);
    const ended = await knowledge.unary(knowledge.stub.updateAnswer, { id, reviewEveryDays: 0, expiresAt: '' }, from);
    expect([ended.reviewEveryDays, ended.expiresAt]).toEqual([0, undefined]);
    await expect(
      knowledge.unary(knowledge.stub.updateAnswer, { id, reviewEveryDays: 4000 }, from),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is no evidence once a document has expired, and is again when it is verified', async () => {
    const organization = newId();
    const { knowledge } = service;
    const from = service.in(organization);
    const id = await document(organization);
    const ask = () => knowledge.unary(knowledge.stub.ask, { question: 'How long are audit logs kept?' }, from);
    expect((await ask()).answerStatus).toBe('AI_ANSWERED');
    const change = { id, ownerId: newId(), expiresAt: inDays(-1), reviewEveryDays: 30 };
    expect(await knowledge.unary(knowledge.stub.updateDocument, change, from)).toMatchObject({
      ownerId: change.ownerId,
      reviewEveryDays: 30,
    });
    expect((await ask()).answerStatus).toBe('NEEDS_INFO');
    const verified = await knowledge.unary(knowledge.stub.verifyDocument, { id }, from);
    expect(daysUntil(verified.expiresAt)).toBe(30);
    expect((await ask()).answerStatus).toBe('AI_ANSWERED');
  });

  it('reminds its owner two weeks before, once for each end, and administrators where there is no owner', async () => {
    const organization = newId();
    const { knowledge } = service;
    const from = service.in(organization);
    const [owner, id] = [newId(), await document(organization)];
    await knowledge.unary(knowledge.stub.updateDocument, { id, ownerId: owner, expiresAt: inDays(10) }, from);
    const soon = await service.learn(organization, 'Do you log?', 'Yes.', { expiresAt: inDays(3) });
    await service.learn(organization, 'Do you scan?', 'Yes.', { expiresAt: inDays(40) });
    await service.learn(organization, 'Do you pray?', 'Yes.', { expiresAt: inDays(-60) });
    const told: ServiceEvent[] = [];
    let broken = true;
    const stores = await openStores(service.db, systemClock);
    const reminders = new ExpiryReminders(
      stores.library,
      stores.knowledgeDocuments,
      (events) => {
        if (broken) return Promise.reject(new Error('out of reach'));
        told.push(...events.filter((event) => event.organizationId === organization));
        return Promise.resolve();
      },
      systemClock,
    );
    await expect(reminders.round()).rejects.toThrow('out of reach');
    broken = false;
    await reminders.round();
    await reminders.round();
    expect(told.map(({ type, data }) => [type, data['recipients']])).toEqual([
      ['notify.answer_expiring', []],
      ['notify.document_expiring', [{ type: 'USER', id: owner }]],
    ]);
    expect(told[0]?.data).toMatchObject({ subject: { type: 'answer', id: soon, title: 'Do you log?' } });
    await knowledge.unary(knowledge.stub.updateAnswer, { id: soon, expiresAt: inDays(5) }, from);
    await reminders.round();
    expect(told).toHaveLength(3);
    expect(new Set(told.map((event) => event.id)).size).toBe(3);
  });
});
