import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { adminCall } from '@candor/runtime/service.fixture';
import { DELIVERY_STATES } from '../store/webhook-deliveries.js';
import { startInstallation, type Installation, type Replica } from '../tenant.fixture.js';

let installation: Installation;
let replica: Replica;
beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica();
});
afterAll(() => installation.close());

const rows = () => replica.db.collection<{ _id: string }>('webhook_deliveries');
type Call = ReturnType<typeof adminCall>;

/** A delivery as the worst crash leaves it: in its state, and it never falls due. */
async function deliveryIn(state: string, enabled: boolean): Promise<{ call: Call; webhookId: string; id: string }> {
  const call = adminCall();
  const input = { url: 'https://hooks.example.com/a', description: '', events: [], enabled };
  const webhookId = (await replica.webhooks.createWebhook(input, call)).webhook?.id ?? '';
  const id = newId();
  await rows().insertOne({
    ...{ _id: id, organization_id: call.caller.organizationId, webhook_id: webhookId, event_id: newId() },
    ...{ event_type: 'webhook.test', payload: '{}', state, due_at: 0, round: 0, attempts: [], created_at: 1 },
    ...{ delivered_at: 0 },
  });
  return { call, webhookId, id };
}

describe.each([...DELIVERY_STATES])('a delivery of a webhook that is %s', (state) => {
  it('is sent again by a person', async () => {
    const { call, webhookId, id } = await deliveryIn(state, true);
    await replica.webhooks.replayWebhookDelivery({ webhookId, id }, call);
    const row = await replica.db
      .collection<Record<string, unknown> & { _id: string }>('webhook_deliveries')
      .findOne({ _id: id });
    expect(row?.['state']).toBe('pending');
    expect(row?.['due_at']).toBeGreaterThan(0);
  });

  it.each([true, false])('goes with its webhook (switched on: %s)', async (enabled) => {
    const { call, webhookId } = await deliveryIn(state, enabled);
    await replica.webhooks.updateWebhook({ id: webhookId, enabled: !enabled, events: undefined }, call);
    await replica.webhooks.deleteWebhook({ id: webhookId }, call);
    await expect(replica.webhooks.getWebhook({ id: webhookId }, call)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await rows().countDocuments({ webhook_id: webhookId })).toBe(0);
  });
});
