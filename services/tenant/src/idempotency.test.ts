import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BeginIdempotentReply, BeginIdempotentRequest } from '@candor/proto/candor/tenant/v1/tenant';
import { newId } from '@candor/runtime';
import { startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('idempotency records on two replicas', () => {
  let installation: Installation;
  let replicas: Replica[];
  beforeAll(async () => {
    installation = await startInstallation();
    replicas = [await installation.replica(), await installation.replica()];
  });
  afterAll(() => installation.close());

  const organizationId = newId();
  const newCall = (): BeginIdempotentRequest => ({
    keyId: newId(),
    organizationId,
    method: 'POST',
    path: '/v1/trustportal/updates',
    idempotencyKey: 'same',
    fingerprint: 'print',
  });
  const begin = (call: BeginIdempotentRequest, replica = replicas[0]!): Promise<BeginIdempotentReply> =>
    replica.tenant.beginIdempotent(call, { requestId: 'r' });
  const claim = async (call: BeginIdempotentRequest) => {
    const { outcome } = await begin(call);
    if (outcome?.$case !== 'fresh') throw new Error(`expected a fresh call, got ${outcome?.$case ?? 'nothing'}`);
    return { organizationId, ...outcome.value };
  };
  const response = {
    status: 200,
    headers: { 'content-type': 'application/json', 'x.odd': '$1' },
    body: Buffer.from('{"a":1}'),
  };
  const complete = (claimed: { organizationId: string; recordId: string; token: string }) =>
    replicas[1]!.tenant.completeIdempotent({ ...claimed, ...response }, { requestId: 'r' });

  it('let one of many equal calls run; the others conflict until it is done and then get its response', async () => {
    const call = newCall();
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => begin(call, replicas[i % 2])));
    const kinds = all.map((reply) => reply.outcome?.$case);
    expect(kinds.filter((kind) => kind === 'fresh')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'conflict')).toHaveLength(19);
    const first = all.find((reply) => reply.outcome?.$case === 'fresh')?.outcome;
    if (first?.$case !== 'fresh') throw new Error('no call ran');
    expect(await complete({ organizationId, ...first.value })).toEqual({ stored: true });
    expect((await begin(call, replicas[1])).outcome).toEqual({ $case: 'replay', value: response });
  });

  it('refuse the key with another fingerprint, before and after the first call is done', async () => {
    const call = newCall();
    const claimed = await claim(call);
    expect((await begin({ ...call, fingerprint: 'other' })).outcome?.$case).toBe('reused');
    await complete(claimed);
    expect((await begin({ ...call, fingerprint: 'other' })).outcome?.$case).toBe('reused');
  });

  it.each([
    { part: 'key', change: () => ({ keyId: newId() }) },
    { part: 'organization', change: () => ({ organizationId: newId() }) },
    { part: 'method', change: () => ({ method: 'PATCH' }) },
    { part: 'path', change: () => ({ path: '/v1/other' }) },
    { part: 'idempotency key', change: () => ({ idempotencyKey: 'another' }) },
  ])('are apart by $part', async ({ change }) => {
    const call = newCall();
    await claim(call);
    expect((await begin({ ...call, ...change() })).outcome?.$case).toBe('fresh');
  });

  it('that are abandoned let the next call run, with the id of what the first may have created', async () => {
    const call = newCall();
    const claimed = await claim(call);
    await replicas[1]!.tenant.abandonIdempotent(claimed, { requestId: 'r' });
    const again = await claim(call);
    expect(again.creationId).toBe(claimed.creationId);
    expect(await complete(claimed)).toEqual({ stored: false });
    expect(await complete(again)).toEqual({ stored: true });
  });

  it('that are abandoned let a call with other contents run, which creates something else', async () => {
    const call = newCall();
    const claimed = await claim(call);
    await replicas[1]!.tenant.abandonIdempotent(claimed, { requestId: 'r' });
    const other = await claim({ ...call, fingerprint: 'other' });
    expect(other.creationId).not.toBe(claimed.creationId);
    expect((await begin(call)).outcome?.$case).toBe('reused');
  });

  it('of a call that never ended are taken over, and the lost call stores nothing', async () => {
    const call = newCall();
    const lost = await claim(call);
    installation.clock.advance(121_000);
    const taken = await claim(call);
    expect(await complete(lost)).toEqual({ stored: false });
    expect(await complete(taken)).toEqual({ stored: true });
  });

  it('end after 24 hours', async () => {
    const call = newCall();
    await complete(await claim(call));
    installation.clock.advance(24 * 3600_000 - 1);
    expect((await begin(call)).outcome?.$case).toBe('replay');
    installation.clock.advance(1);
    expect((await begin({ ...call, fingerprint: 'other' })).outcome?.$case).toBe('fresh');
  });
});
