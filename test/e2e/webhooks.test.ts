import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox } from '../support/mail-box.js';
import { OpenApiChecker } from '../support/openapi-checker.js';
import { eventually } from '../support/poll.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';

interface Delivery {
  id: string;
  event_id: string;
  event_type: string;
  state: string;
  attempts: { status_code: number | null; error: string | null }[];
  next_attempt_at: number | null;
}

let system: TestSystem;
let mails: MailBox;
let checker: OpenApiChecker;
const open: Receiver[] = [];
beforeAll(async () => {
  mails = await MailBox.start();
  system = await startSystem({
    SMTP_URL: mails.url,
    // The receivers are on loopback; of it only this address may be reached.
    CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32',
    CANDOR_WEBHOOK_RETRY_SECONDS: '0.05, 0.1, 0.1',
  });
  checker = new OpenApiChecker(system.document);
}, 60_000);
afterAll(async () => {
  await Promise.all(open.map((receiver) => receiver.close()));
  await system.close();
  await mails.close();
});

const receiving = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...args);
  open.push(receiver);
  return receiver;
};

async function register(api: Api, url: string, events: string[] = []): Promise<{ id: string; secret: string }> {
  const { status, body } = await api.post('/v1/webhooks', { json: { url, events } });
  expect([status, body]).toMatchObject([200, { secret: expect.stringMatching(/^whsec_/) }]);
  return body as { id: string; secret: string };
}

const deliveriesOf = async (api: Api, id: string): Promise<Delivery[]> =>
  ((await api.get(`/v1/webhooks/${id}/deliveries`)).body as { deliveries: Delivery[] }).deliveries;

const settled = (api: Api, id: string, count = 1): Promise<Delivery[]> =>
  eventually('the deliveries end', async () => {
    const all = await deliveriesOf(api, id);
    return all.length >= count && all.every(({ state }) => state !== 'pending') ? all : undefined;
  });

interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}
/** As a receiver does it, with the public library of Standard Webhooks; and the message is one that is documented. */
function verified({ body, headers }: Received, secret: string): Message {
  const message = new StandardWebhook(secret).verify(body, headers as Record<string, string>) as Message;
  if (message.type !== 'webhook.test') checker.checkMessage(message);
  return message;
}

describe('a webhook', () => {
  it('gets what happens to questionnaires, signed so that the public library verifies it', async () => {
    const api = await system.inNewOrganization('Hooked');
    const receiver = await receiving();
    const { id, secret } = await register(api, `${receiver.url}/candor`);
    const questionnaire = await uploadQuestionnaire(api, { company: 'Northgate', questions: ['Do you encrypt data?'] });
    await api.post(`/v1/questionnaire/${questionnaire}/complete`, { json: { force: true } });
    await eventually('the end is told', () => receiver.received.some(({ body }) => body.includes('"COMPLETED"')));
    await settled(api, id, 8);
    const messages = receiver.received.map((one) => verified(one, secret));
    const statuses = messages
      .filter(({ type }) => type === 'questionnaire.status_changed')
      .map(({ data }) => data.status);
    expect(new Set(statuses)).toEqual(
      new Set([
        'UPLOADED',
        'QUEUED_PENDING_REVIEW',
        'QUEUED_FOR_EXTRACTION',
        'ANALYSIS_IN_PROGRESS',
        'QUESTION_EXTRACTION_IN_PROGRESS',
        'ANSWERING_IN_PROGRESS',
        'ANSWERING_COMPLETED',
        'COMPLETED',
      ]),
    );
    const ends = messages.filter(({ type }) => type === 'questionnaire.completed');
    expect(ends).toMatchObject([{ data: { questionnaire_id: questionnaire, company_name: 'Northgate' } }]);
    // Each event once, under an id of its own.
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    const [first] = receiver.received;
    expect(() => verified({ ...first!, body: `${first!.body} ` }, secret)).toThrow('No matching signature found');
  });

  it('is told of a questionnaire that fails, if it listens to that', async () => {
    const api = await system.inNewOrganization('Failing');
    const receiver = await receiving();
    const { id, secret } = await register(api, receiver.url, ['questionnaire.failed']);
    const form = new FormData();
    form.set('company_name', 'X');
    form.set('file', new Blob(['no workbook'], { type: 'application/vnd.ms-excel' }), 'broken.xls');
    await api.post('/v1/questionnaire/upload/file', { body: form });
    await settled(api, id);
    expect(receiver.received.map((one) => verified(one, secret))).toMatchObject([
      { type: 'questionnaire.failed', data: { status: 'ANALYSIS_FAILED' } },
    ]);
  });

  it('gets updates that were sent and subscribers who left', async () => {
    const api = await system.inNewOrganization('Portal');
    const receiver = await receiving();
    const { id, secret } = await register(api, receiver.url);
    const { body } = await api.post('/v1/trustportal/updates/subscribers', {
      json: { email: 'reader@example.com', status: 'confirmed' },
    });
    const update = { title: 'New report', description: 'Text', send_immediately: true };
    await api.post('/v1/trustportal/updates', { json: update });
    await eventually('the update is told', () => receiver.received.length === 1, 20_000);
    await api.post(`/v1/trustportal/updates/subscribers/${(body as { id: string }).id}/unsubscribe`);
    await settled(api, id, 2);
    const told = receiver.received.map((one) => verified(one, secret));
    expect(told).toMatchObject([
      { type: 'update.sent', data: { title: 'New report', recipient_count: 1, delivered_count: 1 } },
      { type: 'subscriber.unsubscribed', data: { email: 'reader@example.com' } },
    ]);
  });

  it('is called again after a failure with the same id, and given up in the end', async () => {
    const api = await system.inNewOrganization('Retried');
    const receiver = await receiving('127.0.0.1', (_one, count) => ({ status: count < 3 ? 500 : 204 }));
    const { id, secret } = await register(api, receiver.url);
    await api.post(`/v1/webhooks/${id}/test`);
    const [delivery] = await settled(api, id);
    expect(delivery).toMatchObject({ state: 'delivered', event_type: 'webhook.test', next_attempt_at: null });
    expect(delivery?.attempts.map(({ status_code: code }) => code)).toEqual([500, 500, 204]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery?.event_id]),
    );
    receiver.received.forEach((one) => verified(one, secret));

    const refusing = await receiving('127.0.0.1', () => ({ status: 500 }));
    const other = await register(api, refusing.url);
    await api.post(`/v1/webhooks/${other.id}/test`);
    expect(await settled(api, other.id)).toMatchObject([{ state: 'failed', attempts: { length: 4 } }]);
  });

  it('gets a replay of what it got or missed', async () => {
    const api = await system.inNewOrganization('Replayed');
    const receiver = await receiving();
    const { id, secret } = await register(api, receiver.url);
    await api.post(`/v1/webhooks/${id}/test`);
    const [delivery] = await settled(api, id);
    const replayed = await api.post(`/v1/webhooks/${id}/deliveries/${delivery?.id}/replay`);
    expect(replayed).toMatchObject({ status: 200, body: { state: 'pending' } });
    await eventually('it comes again', () => receiver.received.length === 2);
    const [first, again] = receiver.received.map((one) => [one.headers['webhook-id'], verified(one, secret)]);
    expect(again).toEqual(first);
  });

  it('is signed with the old secret too after a rotation', async () => {
    const api = await system.inNewOrganization('Rotated');
    const receiver = await receiving();
    const { id, secret } = await register(api, receiver.url);
    const { body } = await api.post(`/v1/webhooks/${id}/rotate-secret`);
    await api.post(`/v1/webhooks/${id}/test`);
    await settled(api, id);
    const fresh = (body as { secret: string }).secret;
    expect(fresh).not.toBe(secret);
    for (const known of [secret, fresh]) verified(receiver.received[0]!, known);
    expect(JSON.stringify((await api.get(`/v1/webhooks/${id}`)).body)).not.toContain('whsec_');
  });

  it('that is gone or switched off gets nothing more', async () => {
    const api = await system.inNewOrganization('Gone');
    const receiver = await receiving('127.0.0.1', () => ({ status: 410 }));
    const { id } = await register(api, receiver.url);
    await api.post(`/v1/webhooks/${id}/test`);
    await eventually(
      'it is off',
      async () => !((await api.get(`/v1/webhooks/${id}`)).body as { enabled: boolean }).enabled,
    );
    expect((await api.post(`/v1/webhooks/${id}/test`)).status).toBe(409);
    expect(receiver.received).toHaveLength(1);
    const on = await api.call('PATCH', `/v1/webhooks/${id}`, { json: { enabled: true } });
    expect(on.body).toMatchObject({ enabled: true, disabled_reason: null });
  });
});

describe('an address that is not on the public internet', () => {
  const REFUSED = [
    'http://127.0.0.2/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
    'http://2130706434/',
    'http://0x7f000002/',
    'http://0/',
    'ftp://example.com/',
    'http://user:secret@example.com/',
    'no url',
  ];

  it('cannot be registered in any way of writing it', async () => {
    const api = await system.inNewOrganization('Refused');
    for (const url of REFUSED) {
      const { status, body } = await api.post('/v1/webhooks', { json: { url } });
      expect([url, status, (body as { errors: { path: string }[] }).errors[0]?.path]).toEqual([url, 422, 'url']);
    }
    const receiver = await receiving();
    const { id } = await register(api, receiver.url);
    expect((await api.call('PATCH', `/v1/webhooks/${id}`, { json: { url: 'http://127.0.0.2/' } })).status).toBe(422);
  });

  it('is not reached by a redirect', async () => {
    const api = await system.inNewOrganization('Redirected');
    const inside = await receiving('127.0.0.2');
    const receiver = await receiving('127.0.0.1', () => ({
      status: 307,
      headers: { location: `${inside.url}/admin` },
    }));
    const { id } = await register(api, receiver.url);
    await api.post(`/v1/webhooks/${id}/test`);
    const [delivery] = await settled(api, id);
    expect(delivery?.state).toBe('failed');
    expect(delivery?.attempts[0]).toMatchObject({ status_code: 307, error: expect.stringContaining('redirect') });
    expect(inside.received).toEqual([]);
  });
});
