import { afterEach, describe, expect, it } from '@jest/globals';
import { EndpointClient, type Endpoint } from './endpoint-client.js';
import {
  completionWith,
  MISBEHAVIOURS,
  refuse,
  reply,
  startEndpoint,
  type Behaviour,
  type TestEndpoint,
} from './endpoint.fixture.js';
import { EndpointError } from './endpoint-error.js';
import { PRESETS } from './presets.js';
import type { Ask } from './wire.js';

const KEY = 'sk-kestrel-under-test';
const open: TestEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

async function started(behave: Behaviour, more: Partial<Endpoint> = {}) {
  const endpoint = await startEndpoint(behave);
  open.push(endpoint);
  const rests: [string, number][] = [];
  const options: Endpoint = {
    baseUrl: endpoint.url,
    apiKey: KEY,
    model: 'm',
    dialect: PRESETS.openai.dialect,
    concurrency: 2,
    timeoutMs: 5_000,
    ...more,
  };
  const client = new EndpointClient(options, { resting: (reason, ms) => rests.push([reason, ms]) });
  return { endpoint, client, rests };
}

const ask: Ask<string> = {
  messages: [
    { role: 'system', content: 'Say it.' },
    { role: 'user', content: 'What?' },
  ],
  schema: { name: 'said', schema: { type: 'object', properties: { said: { type: 'string' } } } },
  read: (value) => {
    const { said } = value as { said?: unknown };
    if (typeof said !== 'string') throw new TypeError('not said');
    return said;
  },
  mostTokens: 100,
};
const patient = { urgent: false, until: Infinity };

const outcome = (client: EndpointClient): Promise<string> =>
  client.complete(ask, patient).then(
    ({ value }) => value,
    (error: unknown) => (error instanceof EndpointError ? error.reason : String(error)),
  );

describe('a model that is asked', () => {
  it('replies in the shape that was asked for, and what it cost is told', async () => {
    const { client, endpoint } = await started((_, response) => reply(response, { said: 'yes' }));
    expect(await client.complete(ask, patient)).toEqual({
      value: 'yes',
      spent: { requests: 1, promptTokens: 100, completionTokens: 20 },
    });
    expect(endpoint.calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(endpoint.calls[0]?.body).toMatchObject({
      response_format: { type: 'json_schema' },
      max_completion_tokens: 100,
      temperature: 0,
    });
  });

  it('is counted for when it does not count tokens itself', async () => {
    const { client } = await started((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(completionWith({ said: 'yes' }, { usage: null })),
    );
    const { spent } = await client.complete(ask, patient);
    expect(spent.promptTokens).toBeGreaterThan(0);
    expect(spent.completionTokens).toBeGreaterThan(0);
  });

  it('is asked by Azure with the key in its own header, and the version in the address', async () => {
    const { client, endpoint } = await started((_, response) => reply(response, { said: 'yes' }), {
      azure: { apiVersion: '2024-10-21' },
    });
    expect(await outcome(client)).toBe('yes');
    const [call] = endpoint.calls;
    expect(call?.url).toBe('/v1/chat/completions?api-version=2024-10-21');
    expect([call?.headers['api-key'], call?.headers.authorization]).toEqual([KEY, undefined]);
  });

  it('is asked without a key where there is none', async () => {
    const { client, endpoint } = await started((_, response) => reply(response, { said: 'yes' }), {
      apiKey: undefined,
    });
    expect(await outcome(client)).toBe('yes');
    expect(endpoint.calls[0]?.headers.authorization).toBeUndefined();
  });

  it('may send its reply in another charset, where it says so', async () => {
    const { client } = await started((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-16le' })
        .end(Buffer.from(completionWith({ said: 'Prüfung' }), 'utf16le')),
    );
    expect(await outcome(client)).toBe('Prüfung');
  });
});

/** Refuses what a server of some kind does not know. */
type Knows = (call: Parameters<Behaviour>[0]['body']) => [message: string, param?: string] | undefined;

describe('a server that does not take everything', () => {
  it.each<[string, Knows, object]>([
    [
      'knows no schema',
      ({ response_format: format }) =>
        format?.type === 'json_schema' ? ["'response_format.type' json_schema is not supported"] : undefined,
      { structure: 'json_object' },
    ],
    [
      'knows neither schema nor JSON',
      ({ response_format: format }) => (format ? ['Invalid parameter', 'response_format'] : undefined),
      { structure: 'text' },
    ],
    [
      'has only its own temperature',
      ({ temperature }) =>
        temperature === undefined ? undefined : ["Unsupported value: 'temperature' does not support 0", 'temperature'],
      { temperature: false, structure: 'json_schema' },
    ],
    [
      'knows the older bound',
      ({ max_completion_tokens: bound }) =>
        bound === undefined ? undefined : ['Unrecognized request argument supplied: max_completion_tokens'],
      { limit: 'max_tokens', structure: 'json_schema' },
    ],
    [
      'knows none of it, and does not say what',
      (body) =>
        body.response_format || body.temperature !== undefined || body.max_completion_tokens
          ? ['Bad request']
          : undefined,
      { structure: 'text', temperature: false, limit: 'max_tokens' },
    ],
  ])('that %s is asked as it wants to be, and only once otherwise', async (_, knows, dialect) => {
    const { client, endpoint } = await started(({ body }, response) => {
      const refused = knows(body);
      if (refused) refuse(response, 400, ...refused);
      else reply(response, { said: 'yes' });
    });
    expect(await outcome(client)).toBe('yes');
    expect(client.dialect).toMatchObject(dialect);
    const asked = endpoint.calls.length;
    expect(asked).toBeGreaterThan(1);
    expect(await outcome(client)).toBe('yes');
    expect(endpoint.calls).toHaveLength(asked + 1);
  });

  it('is told the shape in words where it takes no schema', async () => {
    const { client, endpoint } = await started(({ body }, response) => {
      if (body.response_format) refuse(response, 400, 'Invalid parameter', 'response_format');
      else reply(response, '<think>{a thought}</think>```json\n{"said": "yes",}\n```');
    });
    expect(await outcome(client)).toBe('yes');
    expect(endpoint.calls.at(-1)?.body.messages[0]?.content).toContain('"said":{"type":"string"}');
  });

  it('that passes over a schema in silence is told the shape in words', async () => {
    const { client } = await started(({ body }, response) =>
      reply(response, body.messages[0]?.content.includes('JSON schema') ? { said: 'yes' } : 'Yes, of course.'),
    );
    expect(await outcome(client)).toBe('yes');
  });

  it('that thinks aloud before it answers gets the room for it', async () => {
    const { client } = await started(({ body }, response) => {
      const { max_completion_tokens: bound = 0 } = body;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(bound < 400 ? completionWith('', { finish_reason: 'length' }) : completionWith({ said: 'yes' }));
    });
    expect(await outcome(client)).toBe('yes');
    expect(client.dialect.room).toBe(4);
  });

  it('that refuses a question alone is not searched for another way with each of them', async () => {
    const { client, endpoint } = await started((_, response) => refuse(response, 400, 'filtered'));
    expect(await outcome(client)).toBe('http_400');
    const searching = endpoint.calls.length;
    for (let n = 0; n < 5; n++) expect(await outcome(client)).toBe('http_400');
    expect(endpoint.calls).toHaveLength(searching + 5);
    expect(client.dialect).toEqual(PRESETS.openai.dialect);
  });
});

describe('an endpoint that fails', () => {
  it.each(Object.entries(MISBEHAVIOURS))(
    'and %s costs forty questions little time, and leaks nothing',
    async (_, behave) => {
      const { client, endpoint, rests } = await started(behave, { timeoutMs: 700, concurrency: 4 });
      const began = performance.now();
      const errors: unknown[] = [];
      await Promise.all(
        Array.from({ length: 40 }, () => client.complete(ask, patient).catch((e: unknown) => errors.push(e))),
      );
      // Each reply may take 0.7 s, and four are asked at a time: unchecked it would be 7 s.
      expect(performance.now() - began).toBeLessThan(3_500);
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) {
        expect(error).toBeInstanceOf(EndpointError);
        expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
      }
      // Half of the replies come, so it is the lost time that counts, in longer runs.
      if (endpoint.calls.length < 40) expect(rests.length).toBeGreaterThan(0);
    },
  );

  it('is waited for as it asks, up to a bound, and left alone as long as it asks beyond', async () => {
    const at: number[] = [];
    const patientOne = await started((_, response, number) => {
      at.push(performance.now());
      if (number === 1) response.writeHead(429, { 'retry-after': '1' }).end('{}');
      else reply(response, { said: 'yes' });
    });
    expect(await outcome(patientOne.client)).toBe('yes');
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(990);
    const { client, endpoint, rests } = await started((_, response) =>
      response.writeHead(429, { 'retry-after': '300' }).end('{}'),
    );
    expect([await outcome(client), await outcome(client)]).toEqual(['rate_limited', 'circuit_open']);
    expect(endpoint.calls).toHaveLength(1);
    expect(rests).toEqual([['rate_limited', 300_000]]);
  });

  it('is tried after its rest, without holding up a run, and used again once it works', async () => {
    let works = false;
    const waiting: (() => void)[] = [];
    const { client, endpoint, rests } = await started(
      (_, response) => {
        if (works) waiting.push(() => reply(response, { said: 'yes' }));
        else response.writeHead(500).end();
      },
      { breaker: { failures: 1, restMs: 50 } },
    );
    expect(await outcome(client)).toBe('http_500');
    expect(await outcome(client)).toBe('circuit_open');
    works = true;
    const asked = endpoint.calls.length;
    const tries: Promise<string>[] = [];
    const deadline = performance.now() + 5_000;
    while (endpoint.calls.length === asked && performance.now() < deadline) {
      tries.push(outcome(client));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // One goes through; the others do not wait for it.
    expect(await outcome(client)).toBe('circuit_open');
    waiting.splice(0).forEach((answer) => answer());
    expect((await Promise.all(tries)).filter((said) => said === 'yes')).toHaveLength(1);
    const after = outcome(client);
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    waiting.splice(0).forEach((answer) => answer());
    expect(await after).toBe('yes');
    expect(rests).toEqual([['http_500', 50]]);
  });

  it('that nobody reaches, and one whose proxy gives no way, are told apart', async () => {
    const gone = await started(() => undefined, { baseUrl: 'http://127.0.0.1:1/v1', timeoutMs: 2_500 });
    expect(await outcome(gone.client)).toBe('connection');
    const behind = await started(() => undefined, {
      baseUrl: 'https://model.invalid/v1',
      proxies: { https: 'http://127.0.0.1:1' },
    });
    expect(await outcome(behind.client)).toBe('proxy');
  });

  it('lets people before runs', async () => {
    const order: string[] = [];
    const waiting: (() => void)[] = [];
    const { client } = await started((_, response) => void waiting.push(() => reply(response, { said: 'yes' })), {
      concurrency: 1,
    });
    const one = (who: string, urgent: boolean): Promise<unknown> =>
      client.complete(ask, { urgent, until: Infinity }).then(() => order.push(who));
    const all = [one('first', false), one('run', false), one('person', true)];
    while (order.length < 3) {
      waiting.splice(0).forEach((answer) => answer());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(all);
    expect(order).toEqual(['first', 'person', 'run']);
  });

  it('begins nothing after the time of a batch', async () => {
    const { client, endpoint } = await started((_, response) => reply(response, { said: 'yes' }));
    await expect(client.complete(ask, { urgent: false, until: performance.now() - 1 })).rejects.toMatchObject({
      reason: 'batch_time',
    });
    expect(endpoint.calls).toHaveLength(0);
  });
});
