import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '../support/api.js';
import { AgentMemory, BACK, codeIn, decide } from '../support/agent-consent.js';
import { Browserlike } from '../support/browserlike.js';
import { joinSystemWithMail } from '../support/join-system.js';

let system: Awaited<ReturnType<typeof joinSystemWithMail>>;
let organization: Api;
let names = 0;
beforeAll(async () => {
  system = await joinSystemWithMail();
  organization = await system.inNewOrganization('Agents');
  const json = { question: 'Is data encrypted at rest?', answer: 'Yes, with AES-256.', tags: ['encryption'] };
  expect((await organization.post('/v1/knowledge/answers', { json })).status).toBe(200);
}, 60_000);
afterAll(() => system.close());

interface Person {
  id: string;
  browser: Browserlike;
}

/** Somebody of the organization who is signed in. */
async function person(role: string, api = organization): Promise<Person> {
  const email = `agent-person-${++names}-${process.pid}@example.com`;
  const { body } = await api.post('/v1/users', { json: { name: `Person ${names}`, email, role } });
  const browser = new Browserlike(system.url);
  await browser.post('/auth/mail', { email });
  const code = (await system.mails.next(email)).fragment('sign-in-mail');
  expect((await browser.post('/auth/mail/redeem', { code })).status).toBe(200);
  return { id: (body as { id: string }).id, browser };
}

const transportOf = (memory: AgentMemory): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL('/mcp', system.url), { authProvider: memory });

/** Where the SDK's client sends the person. */
async function sentTo(memory: AgentMemory): Promise<string> {
  expect(await auth(memory, { serverUrl: new URL('/mcp', system.url) })).toBe('REDIRECT');
  const { pathname, search } = memory.sentTo ?? new URL('about:blank');
  return pathname + search;
}

/** The whole way of the SDK's client, with a person who allows what is asked. */
async function connected({ browser }: Person, change = {}): Promise<{ memory: AgentMemory; client: Client }> {
  const memory = new AgentMemory();
  const first = new Client({ name: 'a test', version: '1' });
  const transport = transportOf(memory);
  await expect(first.connect(transport)).rejects.toThrow(/unauthorized/i);
  const { pathname, search } = memory.sentTo ?? new URL('about:blank');
  const answer = await decide(browser, pathname + search, change);
  expect(answer.status).toBe(303);
  await transport.finishAuth(codeIn(answer));
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transportOf(memory));
  return { memory, client };
}

const toolsOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).sort();
const agentsOf = async ({ browser }: Person, of = 'me'): Promise<{ id: string; name: string }[]> =>
  ((await browser.get(`/v1/connected-agents?of=${of}`)).body as { agents: { id: string; name: string }[] }).agents;
const logged = async (): Promise<string[]> => {
  const { body } = await organization.get('/v1/audit-log?limit=100');
  return (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
};

describe('an agent that comes by OAuth', () => {
  it('learns from a refusal where to ask, and works as the person who allowed it', async () => {
    const ann = await person('ADMIN');
    const { client, memory } = await connected(ann);
    expect(await toolsOf(client)).toContain('propose_answer');
    const found = await client.callTool({ name: 'search_answers', arguments: { query: 'encrypted' } });
    expect(JSON.stringify(found)).toContain('AES-256');
    expect(memory.kept.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(await agentsOf(ann)).toMatchObject([
      { name: 'A test agent', redirect_host: '127.0.0.1:49152', user_id: ann.id },
    ]);
    const { body } = await organization.get('/v1/audit-log?limit=5');
    expect(body).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ action: 'tool.used', user_id: ann.id })]),
    });
    await client.close();
  });

  it('gets no more than what the person left ticked, nor than the role that the person has now', async () => {
    const ann = await person('ADMIN');
    const { client } = await connected(ann, { allow: 'questionnaires:read' });
    const reading = ['get_questionnaire', 'list_open_questions', 'list_questionnaires'];
    expect(await toolsOf(client)).toEqual(reading);
    const { client: writer } = await connected(ann);
    expect(await toolsOf(writer)).toContain('upload_text');
    await organization.call('PATCH', `/v1/users/${ann.id}`, { json: { role: 'VIEWER' } });
    expect(await toolsOf(writer)).not.toContain('upload_text');
    await organization.post(`/v1/users/${ann.id}/deactivate`, {});
    await expect(writer.listTools()).rejects.toThrow();
    for (const one of [client, writer]) await one.close();
  });

  it('refreshes its tokens, and is out when an old refresh token comes again', async () => {
    const { memory, client } = await connected(await person('VIEWER'));
    const before = memory.kept.tokens?.refresh_token;
    expect(await auth(memory, { serverUrl: new URL('/mcp', system.url) })).toBe('AUTHORIZED');
    expect(memory.kept.tokens?.refresh_token).not.toBe(before);
    expect(await auth(memory, { serverUrl: new URL('/mcp', system.url) })).toBe('AUTHORIZED');
    expect(await toolsOf(client)).toContain('ask');
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: before ?? '',
      client_id: memory.kept.client?.client_id ?? '',
    });
    const again = await fetch(`${system.url}/oauth/token`, { method: 'POST', body });
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    await expect(client.listTools()).rejects.toThrow();
    expect(await logged()).toContain('agent.disconnected');
  });

  it('is ended by its person, and by an administrator: one, all, and by switching agents off', async () => {
    const [ann, boss] = [await person('MEMBER'), await person('ADMIN')];
    const { client } = await connected(ann);
    const [mine] = await agentsOf(ann);
    expect((await ann.browser.send('DELETE', `/v1/connected-agents/${mine?.id}`)).status).toBe(200);
    await expect(client.listTools()).rejects.toThrow();
    expect((await ann.browser.get('/v1/connected-agents?of=everyone')).status).toBe(403);

    const { client: second } = await connected(ann);
    const theirs = (await agentsOf(boss, 'everyone')).map(({ id }) => id);
    const [now] = await agentsOf(ann);
    expect(theirs).toContain(now?.id);
    expect((await boss.browser.send('DELETE', `/v1/connected-agents/${now?.id}`)).status).toBe(200);
    await expect(second.listTools()).rejects.toThrow();

    const { client: third } = await connected(ann);
    const setMayConnect = async (may: boolean): Promise<void> => {
      const { body } = await boss.browser.get('/v1/session');
      const path = `/v1/organizations/tenant/${(body as { organization_id: string }).organization_id}`;
      expect((await boss.browser.send('PATCH', path, { agents_may_connect: may })).status).toBe(200);
    };
    await setMayConnect(false);
    await expect(third.listTools()).rejects.toThrow();
    const off = await ann.browser.get(await sentTo(new AgentMemory()));
    expect([off.status, String(off.body)]).toEqual([403, expect.stringContaining('switched connecting agents off')]);
    await setMayConnect(true);
    const { client: fourth } = await connected(ann);
    expect((await boss.browser.send('DELETE', '/v1/connected-agents')).body).toMatchObject({
      disconnected: expect.any(Number),
    });
    await expect(fourth.listTools()).rejects.toThrow();
    for (const one of [client, second, third, fourth]) await one.close();
  });

  it('of one organization sees nothing of another', async () => {
    const other = await system.inNewOrganization('Other agents');
    const eve = await person('ADMIN', other);
    const { client } = await connected(eve);
    const found = await client.callTool({ name: 'search_answers', arguments: { query: '' } });
    expect(JSON.stringify(found)).not.toContain('AES-256');
    expect(await agentsOf(eve, 'everyone')).toHaveLength(1);
    const ann = await person('MEMBER');
    const { client: hers } = await connected(ann);
    const [mine] = await agentsOf(ann);
    expect((await eve.browser.send('DELETE', `/v1/connected-agents/${mine?.id}`)).status).toBe(404);
    expect(await toolsOf(hers)).toContain('ask');
    for (const one of [client, hers]) await one.close();
  });

  it('gives its tokens back when it is removed', async () => {
    const { memory, client } = await connected(await person('MEMBER'));
    const { client: information, tokens } = memory.kept;
    const body = new URLSearchParams({ client_id: information?.client_id ?? '', token: tokens?.refresh_token ?? '' });
    expect((await fetch(`${system.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    await expect(client.listTools()).rejects.toThrow();
  });

  it('has a token that is good for no other call than those to its address', async () => {
    const { memory, client } = await connected(await person('ADMIN'));
    const authorization = `Bearer ${memory.kept.tokens?.access_token}`;
    const rest = await fetch(`${system.url}/v1/tags/`, { headers: { authorization } });
    expect(rest.status).toBe(401);
    const elsewhere = await fetch(`${system.url.replace('127.0.0.1', 'localhost')}/mcp`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(elsewhere.status).toBe(401);
    await client.close();
  });
});

describe('the page on which a person decides', () => {
  it('leads to the sign-in page and back, and says who asks, for what, and where one is sent', async () => {
    const path = await sentTo(new AgentMemory());
    const { body } = await new Browserlike(system.url).get(path);
    const way = /href="(\/console\?return_to=[^"]+)"/.exec(String(body))?.[1] ?? '';
    expect(new URL(way, system.url).searchParams.get('return_to')).toBe(path);
    const email = `agent-person-${++names}-${process.pid}@example.com`;
    await organization.post('/v1/users', { json: { name: 'Ann <b>', email, role: 'MEMBER' } });
    const browser = new Browserlike(system.url);
    await browser.post('/auth/mail', { email, return_to: path });
    const code = (await system.mails.next(email)).fragment('sign-in-mail');
    const signedIn = await browser.post('/auth/mail/redeem', { code });
    expect(signedIn.body).toEqual({ return_to: path });
    const asked = await browser.get(path);
    for (const said of ['A test agent', 'Agents', '127.0.0.1:49152', email, 'propose answers'])
      expect(String(asked.body)).toContain(said);
    expect(String(asked.body)).not.toContain('<b>');
    expect(asked.headers.get('content-security-policy')).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:49152;/);
    expect(asked.headers.get('x-frame-options')).toBe('DENY');
  });

  it('offers reading ticked, and writing to administrators alone, unticked', async () => {
    const path = await sentTo(new AgentMemory());
    const boxes = async ({ browser }: Person): Promise<string[]> =>
      [...String((await browser.get(path)).body).matchAll(/value="([\w:]+)"( \w+)?><span>/g)].map(
        ([, word = '', state = '']) => word + state,
      );
    const reading = ['insights:ask checked', 'knowledge:read checked', 'questionnaires:read checked'];
    expect(await boxes(await person('ADMIN'))).toEqual([...reading, 'questionnaires:write']);
    const ann = await person('APPROVER');
    expect(await boxes(ann)).toEqual([...reading, 'questionnaires:write disabled']);
    // Whatever a page sends.
    const forged = await decide(ann.browser, path, { allow: ['questionnaires:write'] });
    expect([forged.status, forged.headers.get('location')]).toEqual([422, null]);
    const url = new URL(path, system.url);
    url.searchParams.delete('scope');
    const asked = await ann.browser.get(url.pathname + url.search);
    expect(String(asked.body)).not.toContain('questionnaires:write');
  });

  it('sends a refusal back, and nothing without a form of its own page', async () => {
    const { browser } = await person('MEMBER');
    const path = await sentTo(new AgentMemory());
    const refused = await decide(browser, path, { decision: 'refuse' });
    const location = new URL(refused.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe(BACK);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'access_denied',
      iss: system.url,
      state: 'the state of the test',
    });
    const forged = await decide(browser, path, { csrf_token: 'guessed' });
    expect([forged.status, forged.headers.get('location')]).toEqual([403, null]);
    const foreign = await decide(browser, path, {}, { 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers.get('location')]).toEqual([403, null]);
    const { browser: other } = await person('MEMBER');
    const stolen = await decide(other, path);
    expect(stolen.status).toBe(303);
    const another = await decide(browser, path, { csrf_token: 'x'.repeat(64) });
    expect(another.status).toBe(403);
    const nothing = await decide(browser, path, { allow: [] });
    expect(nothing.status).toBe(422);
  });

  it('sends nobody anywhere for a request that is wrong', async () => {
    const { browser } = await person('MEMBER');
    const good = await sentTo(new AgentMemory());
    const changes: [name: string, value: string | undefined][] = [
      ['redirect_uri', 'https://evil.example/back'],
      ['redirect_uri', 'http://127.0.0.1:49152/other'],
      ['redirect_uri', 'javascript:alert(1)'],
      ['client_id', '00000000-0000-4000-8000-000000000000'],
      ['client_id', undefined],
      ['response_type', 'token'],
      ['code_challenge', undefined],
      ['code_challenge_method', 'plain'],
      ['code_challenge_method', undefined],
      ['resource', 'https://other.example/mcp'],
      ['state', 'x'.repeat(1900)],
    ];
    for (const [name, value] of changes) {
      const url = new URL(good, system.url);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      const answer = await browser.get(url.pathname + url.search);
      expect([name, value, answer.status, answer.headers.get('location')]).toEqual([name, value, 400, null]);
      const decided = await browser.form('/oauth/authorize', { request: url.search.slice(1), decision: 'refuse' });
      expect([decided.status, decided.headers.get('location')]).toEqual([400, null]);
    }
    const twice = await browser.get(`${good}&redirect_uri=https%3A%2F%2Fevil.example`);
    expect(twice.status).toBe(400);
  });
});
