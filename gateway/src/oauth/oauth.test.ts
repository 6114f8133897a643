import { AppError } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, ORGANIZATION, startTestGateway, tenantHandlers, type TestGateway } from '../services.fixture.js';

const CLIENT = '33333333-3333-4333-8333-333333333333';
const TOKEN = `cat_${'a'.repeat(43)}`;

let gateway: TestGateway;
let failure: Error | undefined;
let asked: unknown;
beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      ...tenantHandlers(),
      registerAgentClient: (request: object) => {
        if (failure) return Promise.reject(failure);
        return Promise.resolve({ ...request, id: CLIENT, createdAt: 1_700_000_000_000_000 });
      },
      exchangeAgentCode: (request: object) => {
        asked = request;
        if (failure) return Promise.reject(failure);
        return Promise.resolve({
          accessToken: TOKEN,
          refreshToken: 'crt_x.y',
          expiresInSeconds: 900,
          scopes: ['Insights: ask'],
        });
      },
      verifyAgentToken: ({ token, resource }: { token: string; resource: string }) => {
        if (token !== TOKEN || resource !== `${gateway.url}/mcp`)
          throw new AppError('unauthenticated', 'invalid_token', 'The access token is unknown or over.');
        const connectionId = 'agent-1';
        const scopes = ['Questionnaires: read'];
        return Promise.resolve({
          connectionId,
          organizationId: ORGANIZATION,
          role: 'MEMBER',
          scopes,
          userId: 'u',
          expiresAt: 1,
        });
      },
    },
  });
});
afterAll(() => gateway.close());

const json = async (response: Response): Promise<[number, Record<string, unknown>]> => [
  response.status,
  (await response.json()) as Record<string, unknown>,
];
const token = (fields: Record<string, string> | string, headers = {}): Promise<Response> =>
  fetch(`${gateway.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields), headers });
const register = (body: unknown): Promise<Response> =>
  fetch(`${gateway.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const list = (headers: Record<string, string>): Promise<Response> =>
  fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
const good = {
  grant_type: 'authorization_code',
  client_id: CLIENT,
  code: 'cac_x',
  code_verifier: 'v',
  redirect_uri: 'https://agent.example/back',
};

describe('a program that looks for a way in', () => {
  it('is led from the refusal to the resource, and from there to the server that gives tokens', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer nothing' },
      { authorization: `Bearer cat_${'b'.repeat(43)}` },
    ]) {
      const refused = await list(headers);
      expect(refused.status).toBe(401);
      const challenge = refused.headers.get('www-authenticate') ?? '';
      expect(challenge.includes('error="invalid_token"')).toBe('authorization' in headers);
      const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      expect(metadata).toBe(`${gateway.url}/.well-known/oauth-protected-resource/mcp`);
    }
    for (const path of ['/mcp', '']) {
      const resource = await fetch(`${gateway.url}/.well-known/oauth-protected-resource${path}`);
      expect(await resource.json()).toMatchObject({
        resource: `${gateway.url}/mcp`,
        authorization_servers: [gateway.url],
      });
    }
    const server = await fetch(`${gateway.url}/.well-known/oauth-authorization-server`);
    expect(await server.json()).toMatchObject({
      issuer: gateway.url,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      registration_endpoint: `${gateway.url}/oauth/register`,
    });
  });

  // Without an address of its own the documents say the one that the caller has sent: a shared cache would tell it to others.
  it('finds what no cache keeps for others where the server has no address of its own', async () => {
    const paths = ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server'];
    const own = await startTestGateway({ handlers: tenantHandlers(), publicUrl: 'https://candor.example.com' });
    try {
      for (const path of paths) {
        const kept = async (url: string): Promise<string | null> =>
          (await fetch(`${url}/.well-known/${path}`)).headers.get('cache-control');
        expect([await kept(gateway.url), await kept(own.url)]).toEqual(['no-store', 'public, max-age=300']);
      }
    } finally {
      await own.close();
    }
  });

  it('is told nothing of OAuth by other calls, and comes in with its token at /mcp alone', async () => {
    const rest = await fetch(`${gateway.url}/v1/tags/`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect([rest.status, rest.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="candor"']);
    const [status, body] = await json(await list({ authorization: `Bearer ${TOKEN}` }));
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('list_questionnaires')]);
    expect(JSON.stringify(body)).not.toContain('"upload_text"');
    expect((await list({ 'x-api-key': KEY, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    expect((await list({ 'x-api-key': TOKEN })).status).toBe(401);
  });
});

describe('what a program sends', () => {
  it('to register is a description with places to be sent back to, of 16 KB at most', async () => {
    const uris = ['https://agent.example/back'];
    const [status, made] = await json(await register({ redirect_uris: uris, client_name: 'A', client_secret: 'mine' }));
    expect([status, made]).toMatchObject([201, { client_id: CLIENT, token_endpoint_auth_method: 'none' }]);
    expect(made).not.toHaveProperty('client_secret');
    const wrong = [
      {},
      { redirect_uris: 'x' },
      { redirect_uris: uris, grant_types: ['password'] },
      [],
      'x'.repeat(20_000),
    ];
    for (const body of [...wrong, '{"redirect_uris']) expect((await json(await register(body)))[0]).toBe(400);
  });

  it('to the token endpoint is a form, in which nothing is missing or there twice', async () => {
    expect(await json(await token(good))).toMatchObject([
      200,
      { access_token: TOKEN, token_type: 'Bearer', expires_in: 900, scope: 'insights:ask' },
    ]);
    expect(asked).toMatchObject({ clientId: CLIENT, code: 'cac_x', codeVerifier: 'v', resource: '' });
    for (const missing of Object.keys(good).filter((name) => name !== 'redirect_uri'))
      expect(await json(await token({ ...good, [missing]: '' }))).toMatchObject([400, { error: 'invalid_request' }]);
    const twice = `${new URLSearchParams(good).toString()}&code=another`;
    expect(await json(await token(twice))).toMatchObject([400, { error: 'invalid_request' }]);
    const password = { ...good, grant_type: 'password' };
    expect(await json(await token(password))).toMatchObject([400, { error: 'unsupported_grant_type' }]);
    const asJson = await token(good, { 'content-type': 'application/json' });
    expect(await json(asJson)).toMatchObject([400, { error: 'invalid_request' }]);
    expect((await token({ ...good, code: 'x'.repeat(2001) })).status).toBe(400);
    expect((await token({ ...good, more: 'x'.repeat(80_000) })).status).toBe(400);
    expect((await fetch(`${gateway.url}/oauth/token`)).status).toBe(405);
  });

  it('and fails is answered in the words of OAuth, without internals', async () => {
    const failures: [Error, number, string][] = [
      [new AppError('invalid', 'invalid_grant', 'Not good any more.'), 400, 'invalid_grant'],
      [new AppError('unauthenticated', 'invalid_client', 'Not known.'), 401, 'invalid_client'],
      [
        new AppError('unavailable', 'too_many_clients', 'Later.', { data: { retry_after: 600 } }),
        503,
        'temporarily_unavailable',
      ],
      [
        new AppError('rate_limited', 'too_many_tries', 'Later.', { data: { retry_after: 5 } }),
        429,
        'temporarily_unavailable',
      ],
      [new Error('a detail of the inside'), 500, 'server_error'],
    ];
    for (const [thrown, status, error] of failures) {
      failure = thrown;
      const answer = await token(good);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const text = await answer.text();
      expect([answer.status, JSON.parse(text)]).toMatchObject([status, { error }]);
      expect(text).not.toContain('detail of the inside');
    }
    failure = undefined;
  });
});
