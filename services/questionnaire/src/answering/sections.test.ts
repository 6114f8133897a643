import { afterEach, describe, expect, it } from '@jest/globals';
import type { CheckDrafts } from './checking/draft.js';
import { reply, startEndpoint, type TestEndpoint } from './endpoint/endpoint.fixture.js';
import { PRESETS } from './endpoint/presets.js';
import { HARBOUR, request } from './evidence.fixture.js';
import { needsInfo } from './local-engine.js';
import { OpenAiEngine, type DraftTask } from './openai-engine.js';
import { askedTogether, promptTokens } from './sections.js';

const task = (name: string, section: string, evidence = HARBOUR.slice(0, 1)): DraftTask => ({
  request: request(`Is ${name} reviewed?`, { questionId: name, section }),
  evidence,
  local: needsInfo(name, 'local', ''),
});
const names = (groups: DraftTask[][]): string[][] => groups.map((group) => group.map((t) => t.request.questionId));
const section = ['a', 'b', 'c'].map((name) => task(name, 'Access'));

/** Accepts what does not say "invented". */
const check: CheckDrafts = (drafts) =>
  Promise.resolve(
    drafts.map(({ draft }) =>
      draft.answer.includes('invented')
        ? { accepted: false, fault: 'claim_not_in_evidence', detail: 'It is not said.' }
        : { accepted: true, citations: [], confidence: { score: 0.9, band: 'MEDIUM' } },
    ),
  );

interface Asked {
  questions?: { key: string; question: string; evidence: unknown[] }[];
}
const draft = (answer: string): object => ({ status: 'ANSWERED', answer, comment: '', citations: [] });

let endpoint: TestEndpoint;
const endings: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

/** An engine whose endpoint replies to a prompt with several questions as told, and to one question with "alone". */
async function engineFor(together: (asked: Required<Asked>) => unknown): Promise<OpenAiEngine> {
  endpoint = await startEndpoint(({ body }, response) => {
    const asked = JSON.parse(body.messages.at(-1)?.content ?? '{}') as Asked;
    reply(response, asked.questions ? together({ questions: asked.questions }) : draft('alone'));
  });
  endings.push(() => endpoint.close());
  return new OpenAiEngine({
    baseUrl: endpoint.url,
    apiKey: 'test',
    model: 'm',
    dialect: PRESETS.openai.dialect,
    timeoutMs: 30_000,
    batchMs: 60_000,
    concurrency: 2,
    tokenBudget: 1_000_000,
  });
}

describe('questions of one section', () => {
  it('are asked together, neighbours only, and at most four', () => {
    const tasks = ['Access', 'Access', '', '', 'Backup', 'Access'].map((s, i) => task(String(i), s));
    expect(names(askedTogether(tasks))).toEqual([['0', '1'], ['2'], ['3'], ['4'], ['5']]);
    const many = Array.from({ length: 9 }, (_, i) => task(String(i), 'Access'));
    expect(askedTogether(many).map((group) => group.length)).toEqual([4, 4, 1]);
  });

  it('are asked apart where one prompt would get too long, or nothing was found for one of them', () => {
    const long = HARBOUR.slice(0, 1).map((item) => ({ ...item, text: 'Access is reviewed. '.repeat(100) }));
    const tasks = Array.from({ length: 4 }, (_, i) =>
      task(
        String(i),
        'Access',
        Array.from({ length: 8 }, () => long[0]!),
      ),
    );
    expect(askedTogether(tasks).map((group) => group.length)).toEqual([1, 1, 1, 1]);
    expect(names(askedTogether([task('a', 'Access'), task('b', 'Access', [])]))).toEqual([['a'], ['b']]);
  });

  it('cost fewer tokens together than apart', () => {
    const apart = section.reduce((sum, one) => sum + promptTokens([one]), 0);
    expect(promptTokens(section)).toBeLessThan(apart * 0.6);
  });

  it('have each their own evidence, draft and share of the tokens', async () => {
    const engine = await engineFor(({ questions }) => ({
      drafts: questions.map(({ key, question }) => ({ key, ...draft(question) })).reverse(),
    }));
    const { answers, usage } = await engine.answer(section, check);
    expect(answers.map(({ answer }) => answer)).toEqual(['Is a reviewed?', 'Is b reviewed?', 'Is c reviewed?']);
    expect(usage).toMatchObject({ requests: 1, promptTokens: 100, completionTokens: 20 });
    expect(answers.map(({ drafting }) => drafting?.promptTokens)).toEqual([34, 33, 33]);
  });

  it('are asked alone where their draft is missing, comes twice, or is not accepted', async () => {
    const engine = await engineFor(() => ({
      drafts: [
        { key: 'Q1', ...draft('invented') },
        { key: 'Q2', ...draft('one') },
        { key: 'Q2', ...draft('another') },
        { key: 'Q9', ...draft('nobody asked') },
      ],
    }));
    const { answers } = await engine.answer([...section, task('d', 'Other')], check);
    expect(answers.map(({ answer }) => answer)).toEqual(['alone', 'alone', 'alone', 'alone']);
  });

  it('keep a good draft beside a bad one', async () => {
    const engine = await engineFor(() => ({
      drafts: [{ key: 'Q1', ...draft('good') }, { key: 'Q2' }, { key: 'Q3', ...draft('good, too') }],
    }));
    const { answers } = await engine.answer(section, check);
    expect(answers.map(({ answer }) => answer)).toEqual(['good', 'alone', 'good, too']);
  });

  it('are asked one by one from then on where an endpoint cannot do it', async () => {
    const engine = await engineFor(() => ({ sorry: 'one question at a time' }));
    for (let round = 0; round < 3; round++) {
      const { answers } = await engine.answer(section, check);
      expect(answers.map(({ answer }) => answer)).toEqual(['alone', 'alone', 'alone']);
    }
    const together = endpoint.calls.filter(({ body }) => body.messages.at(-1)?.content.includes('"questions"'));
    expect(new Set(together.map(({ body }) => body.messages.at(-1)?.content)).size).toBe(1);
    const { calls } = endpoint;
    const before = calls.length;
    await engine.answer(section, check);
    expect(calls.length - before).toBe(3);
  });
});
