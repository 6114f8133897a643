/** @jest-environment ./test/support/models-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkEngine } from './check-engine.js';
import {
  MISBEHAVIOURS,
  NO_DRAFT,
  refuse,
  reply,
  startEndpoint,
  type Behaviour,
  type TestEndpoint,
} from './endpoint/endpoint.fixture.js';
import type { DraftingOptions } from './engine-config.js';

const KEY = 'sk-merganser-under-test';
const open: TestEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

async function checked(
  behave: Behaviour,
  more: Partial<DraftingOptions> = {},
): Promise<{ code: number; said: string[] }> {
  const endpoint = await startEndpoint(behave);
  open.push(endpoint);
  const said: string[] = [];
  const options = { baseUrl: endpoint.url, apiKey: KEY, model: 'm', concurrency: 2, ...more };
  const code = await checkEngine(options, (line) => said.push(line));
  expect(said.join('\n')).not.toContain(KEY);
  return { code, said };
}

/** A model that answers from the evidence, and knows when it cannot. */
const good: Behaviour = ({ url, body }, response) => {
  if (url.endsWith('/models')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"m"}]}');
    return;
  }
  const { question, evidence } = JSON.parse(body.messages.at(-1)!.content) as {
    question: string;
    evidence: { key: string; text: string }[];
  };
  const quoted = (words: RegExp, answer: string): void => {
    const item = evidence.find(({ text }) => words.test(text))!;
    reply(response, {
      status: 'ANSWERED',
      answer,
      comment: '',
      citations: [{ key: item.key, quote: words.exec(item.text)![0] }],
    });
  };
  if (/access rights/.test(question))
    quoted(/Access rights are reviewed[^.]*\./, 'Access rights are reviewed every three months.');
  else if (/encrypted/.test(question))
    quoted(/Customer data is encrypted[^.]*\./, 'Yes — customer data is encrypted at rest with AES-256.');
  else reply(response, NO_DRAFT);
};

describe('an endpoint that is checked', () => {
  it('works when it drafts what the evidence says, and knows what it does not', async () => {
    const { code, said } = await checked(good);
    expect(said).toEqual([
      expect.stringMatching(/^endpoint {3}127\.0\.0\.1:\d+, model m$/),
      'models     reached, and has m',
      expect.stringMatching(
        /^question {3}How often .*\? drafted, and passed the check; \d+\.\d s, 100 \+ 20 tokens in 1 requests$/,
      ),
      expect.stringMatching(/^question {3}Is customer data .*\? drafted, and passed the check;/),
      expect.stringMatching(/^question {3}Do you hold .*\? says that it does not know, as it should;/),
      'asked by   json_schema, max_completion_tokens, temperature 0',
      'It works: answers can be drafted with this endpoint.',
    ]);
    expect(code).toBe(0);
  });

  it.each<[string, Behaviour, RegExp]>([
    [
      'refuses the key',
      (_, response) => refuse(response, 401, `Incorrect API key provided: ${KEY}`),
      /refused the key \(401\)\. Correct OPENAI_API_KEY/,
    ],
    [
      'does not know the model',
      (_, response) => refuse(response, 404, 'no such model'),
      /does not know the model.* Correct OPENAI_MODEL/,
    ],
    ['sends a page', MISBEHAVIOURS['sends a page of HTML']!, /Choose a model that can write JSON/],
    [
      'has no quota',
      (_, response) =>
        response
          .writeHead(429, { 'content-type': 'application/json' })
          .end('{"error":{"code":"insufficient_quota","message":"x"}}'),
      /no quota left/,
    ],
    [
      'knows nothing',
      ({ url }, response) => (url.endsWith('/models') ? response.end('[]') : reply(response, NO_DRAFT)),
      /none of its drafts passed the check\. Choose a larger model/,
    ],
  ])('and %s fails with one line that says what to do', async (_, behave, advice) => {
    const { code, said } = await checked(behave);
    expect(said.at(-1)).toMatch(advice);
    expect(code).toBe(1);
  });

  it('is told from one that is not there', async () => {
    const { code, said } = await checked(good, { baseUrl: 'http://127.0.0.1:1/v1' });
    expect(said[1]).toBe('models     not reached (connection)');
    expect(said.at(-1)).toMatch(/Nothing answers at OPENAI_BASE_URL/);
    expect(code).toBe(1);
  });
});
