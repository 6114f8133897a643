import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api, ApiResponse } from '../support/api.js';
import { startReplicas, type Replicas } from '../support/replicas.js';

let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas(2);
}, 60_000);
afterAll(() => replicas.close());

const both = (headers: Record<string, string> = {}): [Api, Api] => [
  replicas.api(0).with(headers),
  replicas.api(1).with(headers),
];
const currentOf = async (api: Api): Promise<string> =>
  (await api.get('/v1/tags/')).headers.get('x-organization-id') ?? '';
const create = (api: Api, name: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  api.post('/v1/organizations/tenant/create', { json: { name }, headers });
const idOf = ({ body }: ApiResponse): string => (body as { id: string }).id;

/** A key of its own, so that a test's calls count alone. */
async function newKey(name: string): Promise<{ id: string; key: string }> {
  const { body } = await replicas.api(0).post('/v1/api-keys', { json: { name, role: 'ADMIN' } });
  return body as { id: string; key: string };
}

describe('two replicas', () => {
  it('let 120 of 150 calls of the insights list pass, and leave the other budget alone', async () => {
    const apis = both({ 'x-api-key': (await newKey('Limited')).key });
    const calls = await Promise.all(
      Array.from({ length: 150 }, (_value, index) => apis[index % 2]!.get('/v1/insights/conversations')),
    );
    const passed = calls.filter(({ status }) => status === 200);
    const refused = calls.filter(({ status }) => status === 429);
    expect([passed.length, refused.length]).toEqual([120, 30]);
    for (const { headers } of calls) {
      expect(headers.get('ratelimit-limit')).toBe('120');
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    }
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
      expect(headers.get('ratelimit-remaining')).toBe('0');
      expect((body as { code: string }).code).toBe('rate_limit_exceeded');
    }
    for (const api of apis) {
      const { status, headers } = await api.get('/v1/questionnaire/list');
      expect([status, headers.get('ratelimit-limit')]).toEqual([200, '1200']);
      expect(Number(headers.get('ratelimit-remaining'))).toBeGreaterThan(1100);
    }
  });

  it('know of a session that was switched on the other, also after a restart; other sessions stay', async () => {
    const [one, other] = both({ 'x-session-id': 'mine' });
    const [theirs] = both({ 'x-session-id': 'theirs' });
    const parent = await currentOf(theirs);
    const child = idOf(await create(one, 'Switched'));
    expect([await currentOf(one), await currentOf(other)]).toEqual([child, child]);
    expect(await currentOf(theirs)).toBe(parent);
    await replicas.restart(1);
    const restarted = replicas.api(1).with({ 'x-session-id': 'mine' });
    expect(await currentOf(restarted)).toBe(child);
    await restarted.post('/v1/organizations/tenant/switch', { json: { organization_id: parent } });
    expect(await currentOf(one)).toBe(parent);
  }, 60_000);

  it('list where a session is, though each has just listed where it was', async () => {
    const [one, other] = both({ 'x-session-id': 'listing' });
    const totals = async (): Promise<number[]> => {
      const replies = await Promise.all([one, other].map((api) => api.get('/v1/questionnaire/list')));
      return replies.map(({ body }) => (body as { pagination: { total: number } }).pagination.total);
    };
    const parent = await currentOf(one);
    const [before] = await totals();
    await create(one, 'Listing');
    expect(await totals()).toEqual([0, 0]);
    const uploaded = await other.post('/v1/questionnaire/upload/text', {
      json: { text_content: 'Do you encrypt data at rest? '.repeat(5) },
    });
    expect(uploaded.status).toBe(200);
    expect(await totals()).toEqual([1, 1]);
    await one.post('/v1/organizations/tenant/switch', { json: { organization_id: parent } });
    expect(await totals()).toEqual([before, before]);
  }, 60_000);

  it('do a repeated call once, wherever it arrives, and though it moved the session', async () => {
    const [one, other] = both({ 'x-session-id': 'repeating' });
    const key = { 'idempotency-key': 'create-once' };
    const first = await create(one, 'Once', key);
    const again = await create(other, 'Once', key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(idOf(again)).toBe(idOf(first));
    const { body } = await one.get('/v1/organizations/tenant/list');
    expect((body as { name: string }[]).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  it('refuse a key within 5 s of its being revoked on the other', async () => {
    const { id, key } = await newKey('Revoked');
    const [, other] = both({ 'x-api-key': key });
    expect((await other.get('/v1/tags/')).status).toBe(200);
    await replicas.api(0).call('DELETE', `/v1/api-keys/${id}`);
    const deadline = Date.now() + 5000;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      ({ status } = await other.get('/v1/tags/'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(status).toBe(401);
  });
});
