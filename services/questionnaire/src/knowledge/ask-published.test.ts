import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';

const KEPT = 'How long are audit logs kept?';

describe('what an organization publishes of its library', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const add = (organization: string, question: string, change = {}) =>
    service.knowledge.unary(
      service.knowledge.stub.createAnswer,
      { question, answer: 'Audit logs are kept for 13 months.', tags: [], status: '', reviewEveryDays: 0, ...change },
      service.in(organization),
    );
  const read = (organization: string, chosen: { ids?: string[]; tags?: string[] }, page = { limit: 100, offset: 0 }) =>
    service.knowledge.unary(
      service.knowledge.stub.readAnswers,
      { ids: [], tags: [], ...chosen, ...page },
      service.in(organization),
    );
  const ask = (organization: string, question: string, answerIds: string[]) =>
    service.knowledge.unary(
      service.knowledge.stub.askPublished,
      { question, answerIds, documentIds: [] },
      // The first one loads the models.
      { ...service.in(organization), deadlineMs: 60_000 },
    );

  it('is read by id and by tag, each once, oldest first, in parts', async () => {
    const organization = newId();
    const [first, second] = [
      await add(organization, 'First?', { tags: ['public'] }),
      await add(organization, 'Second?', { tags: ['public'] }),
    ];
    await add(organization, 'Not chosen?', { tags: ['internal'] });
    const both = await read(organization, { ids: [second.id], tags: ['public'] });
    expect([both.answers.map(({ id }) => id), both.total]).toEqual([[first.id, second.id], 2]);
    const next = await read(organization, { tags: ['public'] }, { limit: 1, offset: 1 });
    expect([next.answers.map(({ id }) => id), next.total]).toEqual([[second.id], 2]);
  });

  it('leaves out drafts, deleted answers, what has expired, and what belongs to others', async () => {
    const organization = newId();
    const draft = await add(organization, 'Draft?', { status: 'DRAFT' });
    const deleted = await add(organization, 'Deleted?');
    const expired = await add(organization, 'Expired?', { expiresAt: '2020-01-01T00:00:00Z' });
    const { id: foreign } = await add(newId(), 'Foreign?', { tags: ['public'] });
    await service.knowledge.unary(service.knowledge.stub.deleteAnswer, { id: deleted.id }, service.in(organization));
    const ids = [draft.id, deleted.id, expired.id, foreign];
    expect(await read(organization, { ids, tags: ['public'] })).toMatchObject({ answers: [], total: 0 });
  });

  it('answers no longer from what was taken back, and never from what another organization has', async () => {
    const organization = newId();
    const { id } = await add(organization, KEPT);
    expect((await ask(organization, KEPT, [id])).answerStatus).toBe('AI_ANSWERED');
    expect(await ask(organization, KEPT, [])).toMatchObject({ answerStatus: 'NEEDS_INFO', citations: [] });
    await service.knowledge.unary(service.knowledge.stub.deleteAnswer, { id }, service.in(organization));
    expect(await ask(organization, KEPT, [id])).toMatchObject({ answerStatus: 'NEEDS_INFO', citations: [] });
    const { id: foreign } = await add(newId(), KEPT);
    expect(await ask(organization, KEPT, [foreign])).toMatchObject({ answerStatus: 'NEEDS_INFO', citations: [] });
  });

  it('is all that an answer to a stranger is made of', async () => {
    const organization = newId();
    const published = await add(organization, KEPT);
    const secret = await add(organization, 'Who audits the company?', { answer: 'Miller and Sons audit the company.' });
    const sure = await ask(organization, KEPT, [published.id]);
    expect(sure).toMatchObject({ answerStatus: 'AI_ANSWERED' });
    expect(sure.citations.map(({ sourceId }) => sourceId)).toEqual([published.id]);
    // Neither the words of the question nor those of an unpublished answer bring it out.
    for (const question of ['Who audits the company?', 'Do Miller and Sons audit the company?', 'Miller and Sons']) {
      const told = JSON.stringify(await ask(organization, question, [published.id])).replace(question, '');
      expect(told).not.toContain('Miller');
      expect(told).not.toContain(secret.id);
    }
    expect((await ask(organization, 'Who audits the company?', [secret.id])).answer).toContain('Miller');
  });

  it.each(['', ' \n', 'a'.repeat(20_001)])('refuses a question that is empty or too long', async (question) => {
    await expect(ask(newId(), question, [])).rejects.toMatchObject({ kind: 'invalid' });
  });
});
