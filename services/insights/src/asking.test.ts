import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, armFailpoint, InProcessBus, newId, silentLogger, type Bus, type CallFor } from '@candor/runtime';
import type { AskRequest } from '@candor/proto/candor/insights/v1/insights';
import type { EngineReply } from './clients/engine.js';
import { adminCall, startInstallation, type Installation, type Replica } from './insights.fixture.js';

const KNOWN: EngineReply = {
  answer: 'Yes, with **AES-256** [1].',
  answerStatus: 'AI_ANSWERED',
  confidence: { score: 0.9, band: 'HIGH' },
  citations: [{ sourceId: newId(), sourceType: 'library', title: 'T', locator: 'L', quote: 'Q' }],
};

describe('a question that is asked', () => {
  let installation: Installation;
  let one: Replica;
  /** What the engine was asked, and by whom. */
  let asked: { question: string; call: CallFor }[] = [];
  let out = false;
  const engine = {
    ask: (call: CallFor, question: string): Promise<EngineReply> => {
      asked.push({ question, call });
      if (out) return Promise.reject(new AppError('unavailable', 'service_unavailable', 'Try again.'));
      const unknown = { answer: '', answerStatus: 'NEEDS_INFO', confidence: undefined, citations: [] };
      return Promise.resolve(question.includes('airline') ? unknown : KNOWN);
    },
  };
  beforeAll(async () => {
    installation = await startInstallation();
    one = await installation.replica({ engine });
  });
  afterAll(() => installation.close());

  const ask = (change: Partial<AskRequest> = {}, call = adminCall(), replica = one) =>
    replica.insights.ask(
      { question: 'Is data encrypted?', sourceType: 'web_ui', origin: '', idempotencyKey: '', ...change },
      call,
    );
  const listed = (call: CallFor) => one.insights.listConversations({ page: 1, pageSize: 10 }, call);
  const until = async (what: () => Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (!(await what())) {
      if (Date.now() > deadline) throw new Error('not within 20 s');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const total = async (call: CallFor): Promise<number> => (await listed(call)).total;
  const kept = (call: { caller: { organizationId: string } }) =>
    one.db.collection('conversation_intake').countDocuments({ organization_id: call.caller.organizationId });

  it('goes to the engine clean, for its caller, and is in the list when the reply comes', async () => {
    asked = [];
    const call = adminCall({ role: 'VIEWER' });
    const reply = await ask({ question: '**Is data** encrypted [1] ?', sourceType: 'slack_dm', userName: 'Ann' }, call);
    expect(asked.map(({ question }) => question)).toEqual(['Is data encrypted?']);
    expect(asked[0]?.call.caller).toEqual(call.caller);
    expect(reply).toEqual({ ...KNOWN, conversationId: expect.any(String), reply: KNOWN.answer, smallTalk: false });
    const admin = adminCall({ organizationId: call.caller.organizationId });
    expect((await listed(admin)).data).toEqual([
      expect.objectContaining({
        id: reply.conversationId,
        question: 'Is data encrypted?',
        answer: 'Yes, with AES-256.',
        sourceType: 'slack_dm',
        userName: 'Ann',
      }),
    ]);
    await until(async () => (await kept(call)) === 0);
  });

  it('of which nothing is known is told so, recorded, and a gap', async () => {
    const call = adminCall();
    const reply = await ask({ question: 'Which airline?' }, call);
    expect(reply).toMatchObject({ answer: '', answerStatus: 'NEEDS_INFO', citations: [] });
    expect(reply.reply).toBe('There is no answer to this question yet.');
    const summary = await one.insights.summarizeConversations(
      { days: 1, gaps: 10, gapsOffset: 0, gapsOrigin: '' },
      call,
    );
    expect(summary).toMatchObject({
      unansweredTotal: 1,
      unanswered: [{ id: reply.conversationId, question: 'Which airline?', answer: reply.reply }],
    });
  });

  it('is none when it only greets: it is told what can be asked, recorded, and no gap', async () => {
    asked = [];
    const call = adminCall();
    const reply = await ask({ question: 'Hi there!' }, call);
    expect(reply).toMatchObject({ answer: '', smallTalk: true, reply: expect.stringMatching(/^Hello! Ask me about/) });
    expect(asked).toEqual([]);
    const summary = await one.insights.summarizeConversations(
      { days: 1, gaps: 10, gapsOffset: 0, gapsOrigin: '' },
      call,
    );
    expect(summary).toMatchObject({ unansweredTotal: 0, counts: [{ conversations: 1, unanswered: 0 }] });
    expect((await listed(call)).data).toMatchObject([{ question: 'Hi there!', answer: reply.reply }]);
  });

  it.each<[string, Partial<AskRequest>]>([
    ['question', { question: ' ' }],
    ['question', { question: '![](x.png)' }],
    ['question', { question: 'x'.repeat(20_001) }],
    ['source_type', { sourceType: 'fax' }],
    ['user_email', { userEmail: 'x'.repeat(2001) }],
  ])('with a wrong %s is refused before the engine works', async (path, change) => {
    asked = [];
    await expect(ask(change)).rejects.toMatchObject({ kind: 'invalid', errors: [{ path }] });
    expect(asked).toEqual([]);
  });

  it('while the engine is out is refused, and nothing is recorded', async () => {
    const call = adminCall();
    out = true;
    try {
      await expect(ask({}, call)).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      out = false;
    }
    expect(await total(call)).toBe(0);
  });

  it('is recorded once when its client repeats it, and anew after a day', async () => {
    const call = adminCall();
    const again = { idempotencyKey: 'a' };
    const replies = await Promise.all([ask(again, call), ask(again, call), ask(again, call)]);
    expect(new Set(replies.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(await total(call)).toBe(1);
    await ask({ ...again, question: 'Another?' }, call);
    await ask({ idempotencyKey: 'b' }, call);
    expect(await total(call)).toBe(3);
    installation.clock.advance(25 * 3600e3);
    expect((await ask(again, call)).conversationId).not.toBe(replies[0].conversationId);
    expect(await total(call)).toBe(4);
  });

  it('is recorded once when its message comes twice and late', async () => {
    const bus = new InProcessBus({ logger: silentLogger(), mischief: () => ({ copies: 3, delayMs: 5 }) });
    const replica = await installation.replica({ engine, bus });
    const call = adminCall();
    await Promise.all(Array.from({ length: 20 }, () => ask({}, call, replica)));
    await until(async () => (await kept(call)) === 0);
    expect(await total(call)).toBe(20);
  });

  it('is answered while the bus swallows messages, and recorded by the sweeper', async () => {
    const swallowing: Bus = Object.assign(Object.create(new InProcessBus({ logger: silentLogger() })) as Bus, {
      publish: () => Promise.resolve(),
    });
    const replica = await installation.replica({ engine, bus: swallowing });
    const call = adminCall();
    expect((await ask({}, call, replica)).answer).toBe(KNOWN.answer);
    expect(await kept(call)).toBe(1);
    installation.clock.advance(16_000);
    await until(async () => (await kept(call)) === 0);
    expect(await total(call)).toBe(1);
  });

  it('is recorded once when its recorder dies after it wrote', async () => {
    const call = adminCall();
    const died = new Promise<void>((resolve) => {
      armFailpoint('conversation.recorded', () => {
        resolve();
        throw new Error('died');
      });
    });
    await ask({}, call);
    await died;
    installation.clock.advance(31_000);
    await until(async () => (await kept(call)) === 0);
    expect(await total(call)).toBe(1);
  });

  it('is gone with its organization, also while it waits', async () => {
    const call = adminCall();
    const replica = await installation.replica({
      engine,
      bus: Object.assign(Object.create(new InProcessBus({ logger: silentLogger() })) as Bus, {
        publish: () => Promise.resolve(),
      }),
    });
    await ask({}, call, replica);
    await one.insights.eraseOrganization({ organizationId: call.caller.organizationId }, call);
    expect(await kept(call)).toBe(0);
  });
});
