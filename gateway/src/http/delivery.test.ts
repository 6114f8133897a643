import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KEY, startTestGateway, tenantHandlers, type Handlers, type TestGateway } from '../services.fixture.js';

let candor: TestGateway;
let tags: object[] = [];
let calls = 0;
/** What the tenant service grants at once. */
let granted = 20;

const tag = (index: number): object => ({
  id: '33333333-3333-4333-8333-333333333333',
  name: `Tag ${index}`,
  description: '',
  isAiGenerated: false,
  status: 'ACTIVE',
});
const handlers: Handlers = {
  ...tenantHandlers(),
  listTags: () => {
    calls++;
    return Promise.resolve({ tags, total: tags.length });
  },
  takeRate: ({ budget, count }: { budget: number; count: number }) =>
    Promise.resolve({
      granted: Math.min(granted, count),
      limit: budget === 1 ? 120 : 1200,
      remaining: 0,
      resetAt: 0,
      resetSeconds: 17,
    }),
};

beforeAll(async () => {
  candor = await startTestGateway({ handlers, corsOrigins: 'https://app.example.com' });
});
afterAll(() => candor.close());

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Without what fetch does of its own: it asks for compressed answers and reads them. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      candor.url + path,
      { method, headers: { 'x-api-key': KEY, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    request.on('error', reject).end();
  });
}

describe('an answer', () => {
  it('is compressed for clients that take it, when it is worth it', async () => {
    tags = Array.from({ length: 100 }, (_value, index) => tag(index));
    const plain = await raw('/v1/tags/');
    const packed = await raw('/v1/tags/', { 'accept-encoding': 'gzip, br' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    tags = [];
    expect((await raw('/v1/tags/', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it('that the client has already costs no body', async () => {
    tags = [tag(1)];
    const first = await raw('/v1/tags/');
    const etag = first.headers.etag ?? '';
    expect(etag).not.toBe('');
    const again = await raw('/v1/tags/', { 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    tags = [tag(2)];
    expect((await raw('/v1/tags/', { 'if-none-match': etag })).status).toBe(200);
  });

  it('to HEAD has the headers and no body', async () => {
    const { status, headers, body } = await raw('/v1/tags/', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(2);
  });

  it('says what is left of the budget; without any, it is a 429 that says when to come back', async () => {
    const { headers } = await raw('/v1/tags/');
    expect(headers['ratelimit-limit']).toBe('1200');
    granted = 0;
    const before = calls;
    // An administrator's route, with a member's key: 429 comes before 403.
    for (const path of ['/v1/insights/conversations', '/v1/tags/']) {
      let refused = await raw(path);
      while (refused.status === 200) refused = await raw(path);
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused.headers['ratelimit-remaining']).toBe('0');
      expect(refused.headers['x-organization-id']).toBeDefined();
      const problem = JSON.parse(refused.body.toString()) as Record<string, unknown>;
      expect(problem).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    }
    expect(calls).toBeLessThanOrEqual(before + 20);
    expect((await raw('/v1/tags/', { 'x-api-key': 'wrong' })).status).toBe(401);
  });
});

describe('a page of another origin', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };

  it('may call when it is allowed to', async () => {
    const origin = 'https://app.example.com';
    const asked = await raw('/v1/tags/', { origin, ...preflight }, 'OPTIONS');
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBe(origin);
    expect(asked.headers['access-control-allow-headers']).toContain('X-API-Key');
    const answered = await raw('/healthz', { origin });
    expect(answered.headers['access-control-allow-origin']).toBe(origin);
    expect(answered.headers['access-control-expose-headers']).toContain('X-Organization-Id');
  });

  it('may not otherwise', async () => {
    const asked = await raw('/v1/tags/', { origin: 'https://evil.example', ...preflight }, 'OPTIONS');
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
    expect(asked.headers.vary).toContain('Origin');
  });
});
