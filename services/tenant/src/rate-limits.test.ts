import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RateBudget, type TakeRateReply } from '@candor/proto/candor/tenant/v1/tenant';
import { newId } from '@candor/runtime';
import { startInstallation, type Installation, type Replica } from './tenant.fixture.js';

describe('rate windows on two replicas', () => {
  let installation: Installation;
  let replicas: Replica[];
  beforeAll(async () => {
    installation = await startInstallation();
    replicas = [await installation.replica(), await installation.replica()];
  });
  afterAll(() => installation.close());

  const organizationId = newId();
  const take = (replica: Replica, keyId: string, budget: RateBudget, count: number): Promise<TakeRateReply> => {
    const request = { keyId, organizationId, budget, count };
    return replica.tenant.takeRate(request, { requestId: 'r' });
  };

  it('let exactly 120 of 150 insights calls of a minute through, and all again after it', async () => {
    const keyId = newId();
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, i) => take(replicas[i % 2]!, keyId, RateBudget.RATE_BUDGET_INSIGHTS, 1)),
    );
    expect(replies.filter((reply) => reply.granted === 1)).toHaveLength(120);
    expect(replies.every((reply) => reply.limit === 120 && reply.resetSeconds === 60)).toBe(true);
    const passed = replies.filter((reply) => reply.granted === 1).map((reply) => reply.remaining);
    expect(passed.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i));

    installation.clock.advance(20_500);
    const late = await take(replicas[0]!, keyId, RateBudget.RATE_BUDGET_INSIGHTS, 1);
    expect(late).toMatchObject({ granted: 0, remaining: 0, resetSeconds: 40 });
    installation.clock.advance(39_500);
    const next = await take(replicas[1]!, keyId, RateBudget.RATE_BUDGET_INSIGHTS, 1);
    expect(next).toMatchObject({ granted: 1, remaining: 119, resetSeconds: 60 });
  });

  it('count each budget and each key for itself', async () => {
    const keyId = newId();
    await take(replicas[0]!, keyId, RateBudget.RATE_BUDGET_INSIGHTS, 120);
    expect(await take(replicas[1]!, keyId, RateBudget.RATE_BUDGET_INSIGHTS, 1)).toMatchObject({ granted: 0 });
    expect(await take(replicas[1]!, keyId, RateBudget.RATE_BUDGET_GENERAL, 20)).toMatchObject({ granted: 20 });
    expect(await take(replicas[1]!, newId(), RateBudget.RATE_BUDGET_INSIGHTS, 1)).toMatchObject({ granted: 1 });
  });

  it('grant what is left of a block', async () => {
    const keyId = newId();
    await take(replicas[0]!, keyId, RateBudget.RATE_BUDGET_GENERAL, 1190);
    const last = await take(replicas[1]!, keyId, RateBudget.RATE_BUDGET_GENERAL, 20);
    expect(last).toMatchObject({ granted: 10, limit: 1200, remaining: 0 });
    expect(await take(replicas[0]!, keyId, RateBudget.RATE_BUDGET_GENERAL, 20)).toMatchObject({ granted: 0 });
  });
});
