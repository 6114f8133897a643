import { AppError } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, startTestGateway, tenantHandlers, type TestGateway } from '../services.fixture.js';

let gateway: TestGateway;
let failure: Error | undefined;
beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      ...tenantHandlers(),
      appendAudit: () => Promise.resolve({}),
      listAnswers: () => Promise.reject(failure ?? new Error('a detail of the inside')),
    },
  });
});
afterAll(() => gateway.close());

const send = (message: unknown, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': KEY,
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
const call = (name: string, args: object) =>
  send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

describe('a message to /mcp', () => {
  it('needs a key, and no more than one call a message', async () => {
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await send(listing)).status).toBe(200);
    expect((await send(listing, { 'x-api-key': 'cnd_wrong' })).status).toBe(401);
    const batch = await send([listing, listing]);
    expect([batch.status, await batch.json()]).toMatchObject([422, { code: 'batch_refused' }]);
    expect((await send('{"jsonrpc"')).status).toBe(400);
    expect((await send(`"${'x'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413);
  });

  it('is a POST; a page of another site cannot send one with its visitor’s cookie', async () => {
    const read = await fetch(`${gateway.url}/mcp`, { headers: { 'x-api-key': KEY } });
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const foreign = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { cookie: `candor_session=${'a'.repeat(43)}`, origin: 'https://elsewhere.example' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
  });

  it('with arguments that are wrong or unknown says which, and calls nothing', async () => {
    for (const args of [{}, { query: 5 }, { query: 'x', limit: 51 }, { query: 'x', colour: 'red' }]) {
      const { result } = (await (await call('search_answers', args)).json()) as { result: { isError: boolean } };
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain('Something went wrong');
    }
  });

  it('that fails says what may be said: our errors in their words, others not at all', async () => {
    const textOf = async (): Promise<string> =>
      JSON.stringify(await (await call('search_answers', { query: 'x' })).json());
    expect(await textOf()).toMatch(/went wrong on the server/);
    failure = new AppError('unavailable', 'busy', 'The service is busy. Try again shortly.');
    expect(await textOf()).toMatch(/Try again shortly/);
    expect(await textOf()).not.toMatch(/detail of the inside/);
  });
});
