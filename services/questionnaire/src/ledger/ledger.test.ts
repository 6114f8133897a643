import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeServiceService, type UploadVersionRequest } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { newId, systemClock, type ServiceEvent } from '@candor/runtime';
import { Asking } from '../events/asking.js';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../review/review.fixture.js';
import type { FindingDocument } from '../store/ledger-documents.js';
import { Ledger } from './ledger.js';

const PAGE = { limit: 100, offset: 0 };
const QUESTION = 'Which colour does the lighthouse keeper paint the door each spring?';

describe('what customers were told', () => {
  let service: TestService;
  let review: TestReview;
  let ledger: Ledger;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    ledger = new Ledger({ ...review.stores, clock: systemClock });
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  const by = (organizationId: string) => ({ organizationId, actor: 'user:ann' });
  const claims = (organization: string, more = {}) => ledger.claims(organization, more, PAGE);
  const findings = async (organization: string, more = {}): Promise<FindingDocument[]> =>
    (await ledger.findings(organization, more, PAGE)).findings;
  const untilClaims = (organization: string, total: number, more = {}) =>
    until(
      () => claims(organization, more),
      (found) => found.total === total && found.claims.every(({ unjudged }) => !unjudged),
    );
  const untilFound = (organization: string, holds: (found: FindingDocument[]) => boolean) =>
    until(() => findings(organization), holds);

  /** A questionnaire of one question, answered by a person with a citation of a library answer. */
  async function answered(organization: string, answer: string, customer = 'Northgate Bank') {
    const id = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`], { companyName: customer });
    await service.untilProcessed(organization, id);
    const [question] = await service.questionsOf(organization, id);
    if (!question) throw new Error('no question');
    await review.edit(organization, { id, questionId: question.id, answer });
    return { id, questionId: question.id };
  }

  async function upload(organization: string, text: string): Promise<string> {
    const { stream, reply } = service.knowledge.clientStream(
      KnowledgeServiceService.uploadDocument,
      service.in(organization),
    );
    stream.write({ part: { $case: 'file', value: { fileName: 'policy.md', mimeType: '' } } });
    stream.write({ part: { $case: 'chunk', value: Buffer.from(text) } });
    stream.write({ part: { $case: 'done', value: { creationId: '' } } });
    stream.end();
    const { id } = await reply;
    return untilRead(organization, id);
  }

  async function replace(organization: string, id: string, text: string): Promise<string> {
    const { stream, reply } = service.knowledge.clientStream(
      KnowledgeServiceService.uploadVersion,
      service.in(organization),
    );
    const send = (part: UploadVersionRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: 'policy.md', mimeType: '' } });
    send({ $case: 'chunk', value: Buffer.from(text) });
    send({ $case: 'done', value: { id, creationId: '' } });
    stream.end();
    await reply;
    return untilRead(organization, id);
  }

  async function untilRead(organization: string, id: string): Promise<string> {
    const { knowledge } = service;
    await until(
      () => knowledge.unary(knowledge.stub.getDocument, { id }, service.in(organization)),
      ({ shouldPoll }) => !shouldPoll,
    );
    return id;
  }

  it('is kept once for an export and for completing, and follows when the answer changes after reopening', async () => {
    const organization = newId();
    const { id, questionId } = await answered(organization, 'Green.');
    // Twice at once, as after a crash in between.
    await Promise.all([review.export(organization, id), review.export(organization, id)]);
    expect((await claims(organization)).claims).toMatchObject([
      { customer: 'Northgate Bank', question: QUESTION, answer: 'Green.', origin: 'exported', current: true },
    ]);
    await review.export(organization, id, 'csv');
    await review.approve(organization, id, questionId);
    await review.complete(organization, id);
    await untilClaims(organization, 1, { superseded: true });

    await review.client.unary(review.client.stub.reopenQuestionnaire, { id }, service.in(organization));
    await review.edit(organization, { id, questionId, answer: 'Blue.' });
    await review.approve(organization, id, questionId);
    await review.complete(organization, id);
    await untilClaims(organization, 2, { superseded: true });
    expect((await claims(organization)).claims).toMatchObject([{ answer: 'Blue.', origin: 'completed' }]);
    expect((await claims(organization, { query: 'lighthouse', customer: 'northgate' })).total).toBe(1);
    expect((await claims(organization, { customer: 'Southgate' })).total).toBe(0);
    expect((await claims(newId())).total).toBe(0);
  });

  it('is compared when a document changes, and what holds again is withdrawn', async () => {
    const organization = newId();
    const kept = '# Logging\n\n## Retention\n\nAudit logs are kept for 13 months.\n';
    const document = await upload(organization, kept);
    const id = await service.uploadCsv(organization, ['Question,Answer', 'How long are audit logs kept?,']);
    await service.untilProcessed(organization, id);
    await review.export(organization, id);
    const { claims: told } = await untilClaims(organization, 1, { documentId: document });
    expect(told[0]?.sources).toMatchObject([
      { documentId: document, version: 1, sha256: expect.any(String) as unknown },
    ]);
    expect(await findings(organization)).toEqual([]);

    await replace(organization, document, kept.replace('13 months', '6 months'));
    const [found] = await untilFound(organization, (all) => all.length === 1);
    expect(found).toMatchObject({
      kind: 'number_changed',
      state: 'OPEN',
      customer: 'Northgate Bank',
      documentId: document,
      before: 'Audit logs are kept for 13 months.',
      now: 'Audit logs are kept for 6 months.',
    });
    const { letter, update, findings: count } = await ledger.letter(organization, 'Northgate Bank');
    expect(count).toBe(1);
    expect(letter).toContain('> Audit logs are kept for 13 months.');
    expect(letter).toContain('> Audit logs are kept for 6 months.');
    expect(update.content).not.toContain('Northgate');

    await replace(organization, document, kept);
    await untilFound(organization, ([one]) => one?.state === 'WITHDRAWN');
    await expect(ledger.change(by(organization), found?._id ?? '', { state: 'RESOLVED' })).rejects.toMatchObject({
      code: 'finding_withdrawn',
    });
  });

  it('is compared when a document is deleted', async () => {
    const organization = newId();
    const document = await upload(organization, '# Backups\n\nBackups are tested every quarter.\n');
    const id = await service.uploadCsv(organization, ['Question,Answer', 'How often are backups tested?,']);
    await service.untilProcessed(organization, id);
    await review.export(organization, id);
    await untilClaims(organization, 1, { documentId: document });
    await service.knowledge.unary(service.knowledge.stub.deleteDocument, { id: document }, service.in(organization));
    await untilFound(organization, ([one]) => one?.kind === 'quote_gone' && one.now === '');
  });

  it('is compared when a library answer changes, and when it is used no more', async () => {
    const organization = newId();
    const asked = 'How long are audit logs kept?';
    const entry = await service.learn(organization, asked, 'Audit logs are kept for 13 months.');
    const id = await service.uploadCsv(organization, ['Question,Answer', `${asked},`]);
    await service.untilProcessed(organization, id);
    await review.export(organization, id);
    await untilClaims(organization, 1, { documentId: entry });
    const { knowledge } = service;
    const update = (change: { answer?: string; status?: string }) =>
      knowledge.unary(knowledge.stub.updateAnswer, { id: entry, tags: undefined, ...change }, service.in(organization));
    await update({ answer: 'Audit logs are kept for 6 months.' });
    await untilFound(organization, ([one]) => one?.kind === 'number_changed' && one.sourceType === 'library');
    await update({ answer: 'Audit logs are kept for 13 months.' });
    await untilFound(organization, ([one]) => one?.state === 'WITHDRAWN');
    await update({ status: 'ARCHIVED' });
    await untilFound(organization, ([one]) => one?.kind === 'expired' && one.state === 'OPEN');
  });

  it('is compared with what others were told, and settled when the customer is told anew', async () => {
    const organization = newId();
    const first = await answered(organization, 'No, never.', 'Northgate Bank');
    await review.export(organization, first.id);
    await untilClaims(organization, 1);
    const second = await answered(organization, 'Yes, always.', 'Southgate Bank');
    await review.export(organization, second.id);
    const [found] = await untilFound(organization, (all) => all.length === 1);
    expect(found).toMatchObject({ kind: 'contradicts', customer: 'Northgate Bank', now: 'Yes, always.' });
    await review.edit(organization, { id: first.id, questionId: first.questionId, answer: 'Yes, always.' });
    await review.export(organization, first.id);
    await untilFound(organization, ([one]) => one?.state === 'RESOLVED');
  });

  it('lets people assign a finding, and dismiss it with a reason only', async () => {
    const organization = newId();
    const first = await answered(organization, 'No.', 'Northgate Bank');
    await review.export(organization, first.id);
    await untilClaims(organization, 1);
    const second = await answered(organization, 'Yes.', 'Southgate Bank');
    await review.export(organization, second.id);
    const [found] = await untilFound(organization, (all) => all.length === 1);
    const id = found?._id ?? '';
    expect(await ledger.change(by(organization), id, { assigneeId: 'eve' })).toMatchObject({ state: 'ASSIGNED' });
    await ledger.change(by(organization), id, { assigneeId: 'eve' });
    const told: ServiceEvent[] = [];
    const asking = new Asking(review.stores, (events) => Promise.resolve(void told.push(...events)));
    await asking.round();
    await asking.round();
    expect(told.filter((event) => event.organizationId === organization).map(({ data }) => data)).toMatchObject([
      { kind: 'finding_assigned', actor_id: 'ann', recipients: [{ id: 'eve', type: 'USER' }], subject: { id } },
    ]);
    await expect(ledger.change(by(organization), id, { state: 'DISMISSED' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const reason = 'Two different doors.';
    expect(await ledger.change(by(organization), id, { state: 'DISMISSED', reason })).toMatchObject({ reason });
    await expect(ledger.change(by(newId()), id, { state: 'OPEN' })).rejects.toMatchObject({
      code: 'finding_not_found',
    });
  });
});
