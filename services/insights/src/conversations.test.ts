import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordConversationRequest } from '@candor/proto/candor/insights/v1/insights';
import { micros, newId } from '@candor/runtime';
import { adminCall, startInstallation, type Installation, type Replica } from './insights.fixture.js';

const ALL = { gapsOffset: 0, gapsOrigin: '' };

describe('conversations', () => {
  let installation: Installation;
  let one: Replica;
  let two: Replica;
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica();
    two = await installation.replica();
  });
  afterAll(() => installation.close());

  const conversation = (change: Partial<RecordConversationRequest> = {}): RecordConversationRequest => ({
    id: newId(),
    question: 'Do you encrypt data?',
    answer: 'Yes.',
    sourceType: 'web_ui',
    origin: '',
    unanswered: false,
    ...change,
  });

  it('are recorded clean, with all that is known of the user', async () => {
    const call = adminCall();
    const request = conversation({
      question: 'Do you *encrypt* data [1]?',
      answer: '**Yes** [1], see [the policy](https://example.com).\n\n[1]: https://example.com',
      userName: 'Ann',
      userEmail: 'ann@example.com',
      userProfileImage: ' ',
      sourceType: 'slack_dm',
      answeredAt: 1_700_000_000_123_456,
    });
    const { conversation: stored, recorded } = await one.insights.recordConversation(request, call);
    expect(recorded).toBe(true);
    expect(stored).toEqual({
      id: request.id,
      question: 'Do you encrypt data?',
      answer: 'Yes, see the policy.',
      userName: 'Ann',
      userEmail: 'ann@example.com',
      userProfileImage: undefined,
      sourceType: 'slack_dm',
      origin: 'slack',
      answeredAt: 1_700_000_000_123_456,
      feedback: '',
    });
    expect(await two.insights.listConversations({ page: 1, pageSize: 10 }, call)).toEqual({ data: [stored], total: 1 });
  });

  it('are recorded once each, on two replicas at once; the first record stays', async () => {
    const call = adminCall();
    const request = conversation();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? one : two).insights.recordConversation({ ...request, answer: `Answer ${i}` }, call),
      ),
    );
    expect(all.filter((reply) => reply.recorded)).toHaveLength(1);
    expect(new Set(all.map((reply) => reply.conversation?.answer)).size).toBe(1);
    expect((await one.insights.listConversations({ page: 1, pageSize: 10 }, call)).total).toBe(1);
  });

  it('with one id in two organizations are two', async () => {
    const request = conversation();
    const [a, b] = [adminCall(), adminCall()];
    expect((await one.insights.recordConversation(request, a)).recorded).toBe(true);
    expect((await one.insights.recordConversation({ ...request, answer: 'No.' }, b)).recorded).toBe(true);
    expect((await one.insights.listConversations({ page: 1, pageSize: 10 }, a)).data[0]?.answer).toBe('Yes.');
    expect((await one.insights.listConversations({ page: 1, pageSize: 10 }, b)).data[0]?.answer).toBe('No.');
  });

  it.each([
    { path: 'id', change: { id: 'x' } },
    { path: 'question', change: { question: ' ' } },
    { path: 'answer', change: { answer: 'x'.repeat(100_001) } },
    { path: 'source_type', change: { sourceType: 'fax' } },
    { path: 'origin', change: { origin: 'fax' } },
    { path: 'answered_at', change: { answeredAt: 9_000_000_000_000_000 } },
    // Seconds and milliseconds, taken for microseconds.
    { path: 'answered_at', change: { answeredAt: 1_700_000_000 } },
    { path: 'answered_at', change: { answeredAt: 1_700_000_000_000 } },
    { path: 'user_email', change: { userEmail: 'x'.repeat(2001) } },
  ])('need valid input: $path', async ({ path, change }) => {
    const record = one.insights.recordConversation(conversation(change), adminCall());
    await expect(record).rejects.toMatchObject({ kind: 'invalid', errors: [{ path }] });
  });

  it('are listed newest first, equal times by id, in pages that fit together', async () => {
    const call = adminCall();
    const now = micros(installation.clock);
    const made = Array.from({ length: 23 }, (_, i) =>
      conversation({ answeredAt: now - Math.floor(i / 5) * 1_000_000 }),
    );
    await Promise.all(made.map((request) => two.insights.recordConversation(request, call)));
    const expected = [...made]
      .sort((a, b) => (b.answeredAt ?? 0) - (a.answeredAt ?? 0) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    const page = async (number: number, pageSize: number) => {
      const { data, total } = await one.insights.listConversations({ page: number, pageSize }, call);
      expect(total).toBe(23);
      return data.map(({ id }) => id);
    };
    expect(await page(1, 100)).toEqual(expected);
    const pages = await Promise.all([1, 2, 3, 4].map((number) => page(number, 10)));
    expect(pages.map((ids) => ids.length)).toEqual([10, 10, 3, 0]);
    expect(pages.flat()).toEqual(expected);
    expect(await page(23, 1)).toEqual(expected.slice(22));
    expect(await page(1_000_000, 100)).toEqual([]);
  });

  it.each([
    { page: 0, pageSize: 10, path: 'page' },
    { page: -1, pageSize: 10, path: 'page' },
    { page: 1, pageSize: 0, path: 'page_size' },
    { page: 1, pageSize: 101, path: 'page_size' },
  ])('are not listed by page $page of $pageSize', async ({ path, ...request }) => {
    const list = one.insights.listConversations(request, adminCall());
    await expect(list).rejects.toMatchObject({ kind: 'invalid', errors: [{ path }] });
  });

  it('are listed for admins only', async () => {
    const list = one.insights.listConversations({ page: 1, pageSize: 10 }, adminCall({ role: 'MEMBER' }));
    await expect(list).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('are summed up by day and channel, with the questions that got no answer', async () => {
    const call = adminCall();
    const day = 86_400_000_000;
    const now = micros(installation.clock);
    const record = (change: Partial<RecordConversationRequest>) =>
      one.insights.recordConversation(conversation(change), call);
    await record({ answeredAt: now });
    await record({ answeredAt: now, sourceType: 'slack_dm' });
    const gap = await record({ answeredAt: now - day, unanswered: true, question: 'Do you have a moat?' });
    await record({ answeredAt: now - day });
    await record({ answeredAt: now - 40 * day, unanswered: true });
    const summary = await two.insights.summarizeConversations({ days: 30, gaps: 5, ...ALL }, call);
    expect(summary).toEqual({
      counts: [
        { day: '2030-01-01', sourceType: 'web_ui', conversations: 1, unanswered: 0 },
        { day: '2030-01-01', sourceType: 'slack_dm', conversations: 1, unanswered: 0 },
        { day: '2029-12-31', sourceType: 'web_ui', conversations: 2, unanswered: 1 },
      ],
      unanswered: [gap.conversation],
      unansweredTotal: 1,
      gapsTotal: 1,
    });
    await expect(two.insights.summarizeConversations({ days: 0, gaps: 5, ...ALL }, call)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('without an answer are named by page and by how they came', async () => {
    const call = adminCall();
    const now = micros(installation.clock);
    for (let n = 0; n < 5; n++) {
      const gap = { question: `Visitor ${n}?`, origin: 'trust_portal', unanswered: true, answeredAt: now - n };
      await one.insights.recordConversation(conversation(gap), call);
      await one.insights.recordConversation(conversation({ ...gap, origin: 'api', question: 'Other?' }), call);
    }
    const summary = async (gapsOffset: number, gapsOrigin = 'trust_portal') => {
      const { unanswered, gapsTotal, unansweredTotal } = await two.insights.summarizeConversations(
        { days: 30, gaps: 2, gapsOffset, gapsOrigin },
        call,
      );
      return { questions: unanswered.map(({ question }) => question), gapsTotal, unansweredTotal };
    };
    expect(await summary(0)).toEqual({ questions: ['Visitor 0?', 'Visitor 1?'], gapsTotal: 5, unansweredTotal: 10 });
    expect((await summary(4)).questions).toEqual(['Visitor 4?']);
    expect((await summary(0, '')).gapsTotal).toBe(10);
    await expect(summary(0, 'elsewhere')).rejects.toMatchObject({ errors: [{ path: 'gaps_origin' }] });
  });

  it('are imported from JSON lines in pieces, once, with a report of what is refused', async () => {
    const call = adminCall();
    const line = (change: object) =>
      JSON.stringify({
        question: 'Q [1]?',
        answer: 'A',
        source_type: 'slack_dm',
        answered_at: 1_700_000_000_000_000,
        ...change,
      });
    const id = newId();
    const file = Buffer.from(
      [
        `\ufeff${line({ id })}`,
        line({ id, answer: 'again' }),
        '',
        line({ question: 'ohne Kennung: ü?' }),
        line({ answered_at: '2024-01-01T00:00:00+01:00', user_name: null }),
        '{"question": ',
        line({ source_type: 'fax' }),
        line({ answered_at: 'yesterday' }),
        line({ answer: 'x'.repeat(600_000) }),
        line({ question: 7 }),
        line({ question: 'last' }),
      ].join('\n'),
    );
    const pieces = Array.from({ length: Math.ceil(file.length / 1001) }, (_, i) =>
      file.subarray(i * 1001, (i + 1) * 1001),
    );
    const report = await one.importLines(pieces, call);
    expect(report).toEqual({
      imported: 4,
      duplicates: 1,
      rejectedTotal: 5,
      rejected: [
        { line: 6, code: 'malformed_json' },
        { line: 7, code: 'source_type' },
        { line: 8, code: 'answered_at' },
        { line: 9, code: 'too_long' },
        { line: 10, code: 'question' },
      ],
    });
    expect(await two.importLines(pieces, call)).toMatchObject({ imported: 0, duplicates: 5 });
    const { data, total } = await two.insights.listConversations({ page: 1, pageSize: 10 }, call);
    expect(total).toBe(4);
    expect(data[0]).toMatchObject({ answeredAt: Date.parse('2023-12-31T23:00:00Z') * 1000, question: 'Q?' });
    expect(data.map(({ question }) => question)).toContain('ohne Kennung: ü?');
    expect(data.map(({ origin }) => origin)).toEqual(['import', 'import', 'import', 'import']);
  });

  it.each([
    ['web_ui', 'ask_page'],
    ['slack_dm', 'slack'],
    ['browser_extension', 'browser_extension'],
  ])('of a release before, which says only %s, came by %s', async (sourceType, origin) => {
    const call = adminCall();
    const request = conversation({ sourceType, origin: 'api' });
    const { conversation: stored } = await one.insights.recordConversation(request, call);
    expect(stored?.origin).toBe('api');
    await one.db.collection('conversations').updateOne({ conversation_id: request.id }, { $unset: { origin: '' } });
    const { data } = await two.insights.listConversations({ page: 1, pageSize: 10 }, call);
    expect(data.map((each) => each.origin)).toEqual([origin]);
  });

  it('are erased with their organization', async () => {
    const call = adminCall();
    await one.insights.recordConversation(conversation(), call);
    await one.insights.eraseOrganization({ organizationId: call.caller.organizationId }, call);
    for (const { name } of await one.db.listCollections().toArray()) {
      const left = await one.db.collection(name).countDocuments({ organization_id: call.caller.organizationId });
      expect({ name, left }).toEqual({ name, left: 0 });
    }
    expect(await one.insights.listConversations({ page: 1, pageSize: 10 }, call)).toEqual({ data: [], total: 0 });
  });
});
