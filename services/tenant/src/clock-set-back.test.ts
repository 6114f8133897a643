import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RateBudget } from '@candor/proto/candor/tenant/v1/tenant';
import { micros, newId, type DueItem } from '@candor/runtime';
import { SystemScope } from './store/system-scope.js';
import { WebhookDeliveryStore, type WebhookDelivery } from './store/webhook-deliveries.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from './tenant.fixture.js';

const TWO_DAYS_MS = 2 * 86_400_000;

describe('a clock that is set back two days', () => {
  let installation: Installation;
  let replica: Replica;
  const from = { requestId: 'r' };
  beforeEach(async () => {
    installation = await startInstallation();
    replica = await installation.replica();
    await replica.service.bootstrap();
  });
  afterEach(() => installation.close());

  it('begins a new rate window, where a key would have waited for two days', async () => {
    const request = {
      keyId: newId(),
      organizationId: newId(),
      budget: RateBudget.RATE_BUDGET_INSIGHTS,
      count: 120,
    };
    await replica.tenant.takeRate(request, from);
    installation.clock.advance(-TWO_DAYS_MS);
    const next = await replica.tenant.takeRate({ ...request, count: 1 }, from);
    expect(next).toMatchObject({ granted: 1, remaining: 119, resetSeconds: 60 });
    await replica.tenant.takeRate({ ...request, count: 119 }, from);
    expect(await replica.tenant.takeRate({ ...request, count: 1 }, from)).toMatchObject({
      granted: 0,
      resetSeconds: 60,
    });
  });

  it('lets a repeat run whose first call was lost', async () => {
    const call = {
      keyId: newId(),
      organizationId: newId(),
      method: 'POST',
      path: '/v1/tags/',
      idempotencyKey: 'one',
      fingerprint: 'print',
    };
    const first = await replica.tenant.beginIdempotent(call, from);
    expect(first.outcome?.$case).toBe('fresh');
    expect((await replica.tenant.beginIdempotent(call, from)).outcome?.$case).toBe('conflict');
    installation.clock.advance(-TWO_DAYS_MS);
    expect((await replica.tenant.beginIdempotent(call, from)).outcome?.$case).toBe('fresh');
  });

  it('lets no replaced secret work two days longer', async () => {
    const admin = await replica.callerFor(BOOTSTRAP_KEY);
    const call = { caller: admin, requestId: 'r' };
    const { key: old, apiKey } = await replica.keys.issueKey({ name: 'key', role: 'ADMIN', scopes: [] }, call);
    const { key: fresh } = await replica.keys.rotateKey({ id: apiKey!.id }, call);
    await replica.callerFor(old);
    installation.clock.advance(-TWO_DAYS_MS);
    await expect(replica.callerFor(old)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await replica.callerFor(fresh);
  });

  it('delays no call of a webhook by more than its wait', async () => {
    const now = micros(installation.clock);
    const deliveries = new WebhookDeliveryStore(replica.db);
    const delivery: WebhookDelivery = {
      id: newId(),
      organizationId: newId(),
      webhookId: newId(),
      eventId: newId(),
      eventType: 'update.sent',
      payload: '{}',
      state: 'pending',
      dueAt: now + 5_000_000,
      round: 1,
      attempts: [],
      createdAt: now,
      deliveredAt: 0,
    };
    await deliveries.insert(delivery);
    const system = new SystemScope(replica.db);
    const dueAt = (by: number): Promise<DueItem[]> => system.dueWebhooks({ now: by, by }, 10);
    expect(await dueAt(now)).toEqual([]);
    installation.clock.advance(-TWO_DAYS_MS);
    const back = micros(installation.clock);
    expect(await dueAt(back)).toMatchObject([{ id: delivery.webhookId }]);
    expect(await deliveries.claim(delivery.webhookId, back, back + 60e6)).toMatchObject({ id: delivery.id });
    expect(await dueAt(back)).toEqual([]);
  });
});
