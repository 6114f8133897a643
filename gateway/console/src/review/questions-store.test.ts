import { describe, expect, it } from '@jest/globals';
import { createClient } from '@candor/client';
import type { Question } from '../api/types.js';
import { question as asked } from './question.fixture.js';
import { Outdated, QuestionsStore } from './questions-store.js';

/** A server with one question, which keeps its versions as the service does; replies can be held up. */
function serverOf(first: Question) {
  let question = first;
  const calls: string[] = [];
  let gate: Promise<void> | undefined;
  const reply = (status: number, body: unknown): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

  const answer = (method: string, path: string, version: string | null, body: string): Response => {
    calls.push(`${method} ${path.split('/').at(-1) ?? ''} ${version ?? ''}`.trim());
    if (method === 'GET' && path.endsWith('/questions'))
      return reply(200, { questions: [question], pagination: { total: 1, limit: 250, offset: 0 } });
    if (method === 'GET') return reply(200, question);
    if (version !== null && version !== `"${question.version}"`)
      return reply(412, { error: { code: 'question_changed', message: 'It was changed.' } });
    const changes: Record<string, Partial<Question>> = {
      approve: { approved_at: 1, approved_by: 'key:1' },
      unapprove: { approved_at: null, approved_by: null },
    };
    const change = method === 'PATCH' ? (JSON.parse(body) as Partial<Question>) : changes[path.split('/').at(-1) ?? ''];
    question = { ...question, ...change, version: question.version + 1 };
    return reply(200, question);
  };

  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const made = answer(
      request.method,
      new URL(request.url).pathname,
      request.headers.get('if-match'),
      await request.text(),
    );
    const held = gate;
    gate = undefined;
    await held;
    return made;
  };
  const call = createClient({ baseUrl: 'http://candor.test', apiKey: 'key', sessionId: 'session', fetch });
  const api = {
    call,
    once: call,
    headers: {},
    credentials: 'omit' as const,
    onUnauthorized: () => undefined,
  };
  return {
    calls,
    store: new QuestionsStore(api, 'questionnaire', () => undefined),
    /** The next reply is made, but on its way until this is let go. */
    hold: (): (() => void) => {
      let letGo = (): void => undefined;
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
    changedByOthers: () => void (question = { ...question, answer: 'Theirs.', version: question.version + 1 }),
  };
}

describe('what is done to a question', () => {
  it('is done in its order, each on what the one before made, while replies are on their way', async () => {
    const { store, calls, hold } = serverOf(asked());
    await store.load();
    const seen = store.get('q') ?? asked();
    const letGo = hold();
    const done = [store.approve(seen), store.unapprove(seen), store.edit(seen, { comment: 'By Dana.' })];
    expect(store.state.get().busy.has('q')).toBe(true);
    letGo();
    await Promise.all(done);
    expect(calls.slice(1)).toEqual(['POST approve "1"', 'POST unapprove "2"', 'PATCH q "3"']);
    expect(store.get('q')).toMatchObject({ approved_at: null, comment: 'By Dana.', version: 4 });
    expect(store.state.get().busy.size).toBe(0);
  });

  it('is not done when what was done before it met somebody else’s change', async () => {
    const { store, calls, changedByOthers } = serverOf(asked());
    await store.load();
    const seen = store.get('q') ?? asked();
    changedByOthers();
    const done = await Promise.allSettled([store.assign(seen, null), store.approve(seen)]);
    expect(done.map((one) => one.status === 'rejected' && one.reason instanceof Outdated)).toEqual([true, true]);
    expect(calls.slice(1)).toEqual(['PATCH q "1"', 'GET q']);
    expect(store.get('q')).toMatchObject({ answer: 'Theirs.', approved_at: null });
    await store.approve(store.get('q') ?? asked());
    expect(store.get('q')?.approved_at).toBe(1);
  });

  it('is not taken back by a list that was read before it', async () => {
    const { store, calls, hold } = serverOf(asked());
    await store.load();
    const letGo = hold();
    const listed = store.load();
    while (calls.length < 2) await new Promise((resolve) => setTimeout(resolve));
    await store.approve(store.get('q') ?? asked());
    letGo();
    await listed;
    expect(store.get('q')?.approved_at).toBe(1);
  });

  it('asks nothing of the server when there is nothing to do', async () => {
    const { store, calls } = serverOf(asked());
    await store.load();
    await store.unapprove(store.get('q') ?? asked());
    expect(calls).toHaveLength(1);
  });
});
