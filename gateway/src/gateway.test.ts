import { AppError, notFound, type CallContext } from '@candor/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  KEY,
  ORGANIZATION,
  startTestGateway,
  tenantHandlers,
  type Handlers,
  type TestGateway,
} from './services.fixture.js';

const ID = '22222222-2222-4222-8222-222222222222';
let candor: TestGateway;
let seen: CallContext | undefined;
let now = 1_000_000;
let verified = 0;

const page = { questionnaires: [], pagination: { total: 0, limit: 10, offset: 0 }, shouldPoll: false };
const handlers: Handlers = {
  ...tenantHandlers(),
  listQuestionnaires: (_request: never, context: CallContext) => {
    seen = context;
    return Promise.resolve(page);
  },
  getOverview: () => Promise.reject(notFound('questionnaire')),
  updateTag: ({ id }: { id: string }) =>
    id === ID
      ? Promise.resolve({ id, name: 'n', description: '', isAiGenerated: false, status: 'ACTIVE' })
      : Promise.reject(notFound('tag')),
  retryQuestionnaire: () =>
    Promise.reject(
      new AppError('conflict', 'invalid_transition', 'It has not failed.', { data: { status: 'COMPLETED' } }),
    ),
  searchQuestionnaires: () => Promise.reject(new Error('secret internals')),
};

beforeAll(async () => {
  const verify = handlers['verifyKey']!;
  const counted: Handlers = {
    ...handlers,
    verifyKey: (request, context) => {
      verified++;
      return verify(request, context);
    },
  };
  candor = await startTestGateway({ handlers: counted, clock: { now: () => now } });
});
afterAll(() => candor.close());

const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(candor.url + path, { ...init, headers: { 'x-api-key': KEY, ...headers } });

async function problem(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body['status']).toBe(response.status);
  expect(body['request_id']).toBe(response.headers.get('x-request-id'));
  return body;
}

const json = (method: string, body: string): RequestInit => ({ method, body });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a call', () => {
  it('works in the organization of its key, says so, and carries the caller to the service', async () => {
    const response = await call('/v1/questionnaire/list', {}, { 'x-request-id': 'my-id.1' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-organization-id')).toBe(ORGANIZATION);
    expect(response.headers.get('x-request-id')).toBe('my-id.1');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(seen?.caller).toMatchObject({ organizationId: ORGANIZATION, keyId: 'key-1', role: 'MEMBER' });
    expect(seen?.requestId).toBe('my-id.1');
  });

  it('may show its key as a bearer token', async () => {
    const response = await fetch(`${candor.url}/v1/questionnaire/list`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(response.status).toBe(200);
  });

  it('gets an id of our making when its own is not fit for logs', async () => {
    const response = await call('/v1/questionnaire/list', {}, { 'x-request-id': 'a b"c' });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is refused with one text whatever is wrong with the key', async () => {
    const details = new Set<unknown>();
    for (const key of ['', 'wrong', 'x'.repeat(5000), `${KEY}x`]) {
      const response = await fetch(`${candor.url}/v1/questionnaire/list`, { headers: { 'x-api-key': key } });
      expect(response.status).toBe(401);
      const { detail, code } = await problem(response);
      details.add(`${String(code)} ${String(detail)}`);
    }
    expect(details.size).toBe(1);
  });

  it('has its key verified again after less than 5 seconds', async () => {
    await call('/v1/questionnaire/list');
    const before = verified;
    await call('/v1/questionnaire/list');
    expect(verified).toBe(before);
    now += 5000;
    await call('/v1/questionnaire/list');
    expect(verified).toBe(before + 1);
  });
});

describe('the order of checks', () => {
  it('puts the key before everything', async () => {
    const response = await fetch(`${candor.url}/v1/tags/not-an-id`, { method: 'PATCH', body: '{' });
    expect(response.status).toBe(401);
  });

  it('puts the role before the organization and the identifier', async () => {
    const response = await call('/v1/insights/conversations?page=0', {}, { 'x-organization-id': ID });
    expect(response.status).toBe(403);
    expect((await problem(response))['required_role']).toBe('ADMIN');
  });

  it('puts a missing thing before wrong input', async () => {
    const wrong = json('PATCH', '{"status": 1}');
    expect((await call(`/v1/tags/${ORGANIZATION}`, wrong, JSON_TYPE)).status).toBe(404);
    expect((await call(`/v1/tags/${ID}`, wrong, JSON_TYPE)).status).toBe(422);
    expect((await call(`/v1/tags/${ORGANIZATION}`, json('PATCH', '{'), JSON_TYPE)).status).toBe(404);
    expect((await call(`/v1/tags/${ID}`, json('PATCH', '{'), JSON_TYPE)).status).toBe(400);
    expect((await call(`/v1/questionnaire/${ID}/questions?limit=0`)).status).toBe(404);
  });
});

describe('a path', () => {
  it('that is unknown is a 404', async () => {
    const response = await call('/v1/questionnaires');
    expect(response.status).toBe(404);
    expect((await problem(response))['code']).toBe('path_not_found');
  });

  it.each(['/v1/questionnaire/123/overview', '/v1/questionnaire/%zz/overview', '/v1/questionnaire/x'])(
    'with a malformed identifier is a 404: %s',
    async (path) => {
      const response = await call(path);
      expect(response.status).toBe(404);
      await problem(response);
    },
  );

  it('answers a malformed identifier as it answers one that does not exist', async () => {
    const [malformed, missing] = await Promise.all(
      ['123', ID].map(async (id) => problem(await call(`/v1/questionnaire/${id}/overview`))),
    );
    expect(malformed).toMatchObject({ code: missing?.['code'], detail: missing?.['detail'] });
  });

  it('with another method is a 405 that names the right ones', async () => {
    const response = await call('/v1/questionnaire/list', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await problem(response))['code']).toBe('method_not_allowed');
    expect((await call('/v1/tags', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  });
});

describe('a body', () => {
  const upload = '/v1/questionnaire/upload/text';
  const text = 'x'.repeat(50);

  it.each([
    ['not JSON', '{"text_content": ', JSON_TYPE],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE],
    ['no object', '[]', JSON_TYPE],
    ['of another type', JSON.stringify({ text_content: text }), { 'content-type': 'text/plain' }],
    ['wrong', '{"text_content": 5}', JSON_TYPE],
    ['absent', '', JSON_TYPE],
    ['too large', JSON.stringify({ text_content: 'x'.repeat(9 * 1024 * 1024) }), JSON_TYPE],
  ])('of a questionnaire that is %s is a 422 with the errors', async (_what, body, type) => {
    const response = await call(upload, { method: 'POST', body }, type);
    expect(response.status).toBe(422);
    const { errors } = await problem(response);
    expect(Array.isArray(errors) && errors.length > 0).toBe(true);
  });

  it('elsewhere is a 400 when it is not JSON, a 413 when it is too large, a 422 when it is wrong', async () => {
    const statusOf = async (body: string): Promise<number> =>
      (await call('/v1/tags/', { method: 'POST', body }, JSON_TYPE)).status;
    expect(await statusOf('{')).toBe(400);
    expect(await statusOf(JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }))).toBe(413);
    expect(await statusOf('{"name": " "}')).toBe(422);
    expect(await statusOf('')).toBe(422);
  });

  it('names each field that is wrong by its path', async () => {
    const body = JSON.stringify({ text_content: text, assignees: [{ id: 'a', type: 'X' }], deadline: '2026-02-30' });
    const { errors } = await problem(await call(upload, { method: 'POST', body }, JSON_TYPE));
    expect((errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(['assignees.0.type', 'deadline']);
  });
});

describe('an error of a service', () => {
  it('comes out with its code and its facts', async () => {
    const response = await call(`/v1/questionnaire/${ID}/retry`, { method: 'POST' });
    expect(response.status).toBe(409);
    expect(await problem(response)).toMatchObject({ code: 'invalid_transition', detail: 'It has not failed.' });
  });

  it('that is unknown is a 500 without internals', async () => {
    const response = await call('/v1/questionnaire/search');
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problem(response))).not.toContain('secret');
  });

  it('that refuses the gateway itself is a 503, not the caller’s 401', async () => {
    const refused = await startTestGateway({ handlers, token: 'another' });
    try {
      const response = await fetch(`${refused.url}/v1/questionnaire/list`, { headers: { 'x-api-key': KEY } });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    } finally {
      await refused.close();
    }
  });
});

describe('an organization asked for by header', () => {
  it('that is outside what the key may use is a 404', async () => {
    const response = await call('/v1/questionnaire/list', {}, { 'x-organization-id': ID });
    expect(response.status).toBe(404);
    expect((await problem(response))['code']).toBe('organization_not_found');
  });

  it('is not looked up for a session name that cannot be one', async () => {
    const response = await call('/v1/questionnaire/list', {}, { 'x-session-id': 'x'.repeat(129) });
    expect(response.status).toBe(422);
  });
});

describe('operations', () => {
  it('say that the process is up and its services are reached, without a key', async () => {
    expect((await fetch(`${candor.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${candor.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ ready: true });
  });

  it('show the measurements on the internal port only', async () => {
    expect((await fetch(`${candor.url}/metrics`)).status).toBe(404);
    const internal = await candor.gateway.listenInternal();
    try {
      const text = await (await fetch(`${internal.url}/metrics`)).text();
      expect(text).toContain('candor_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}');
    } finally {
      await internal.close();
    }
  });

  it('serve the description of the API and a page to read it from here alone', async () => {
    const document = (await (await fetch(`${candor.url}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const html = await (await fetch(`${candor.url}/docs/`)).text();
    expect(html).not.toMatch(/(src|href)="https?:/);
    for (const [, file] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      expect((await fetch(`${candor.url}/docs/${file ?? ''}`)).status).toBe(200);
    }
  });
});
