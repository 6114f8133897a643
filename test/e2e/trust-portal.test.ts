import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { form } from '../support/multipart.js';
import { eventually } from '../support/poll.js';

interface Update {
  id: string;
  title: string;
  notification_status: string;
  scheduled_at: string | null;
  category_ids: string[];
}

const PORTAL = '/v1/trustportal';
let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

const create = (json: object): Promise<ApiResponse> => system.api.post(`${PORTAL}/updates`, { json });
async function created(json: object = {}): Promise<Update> {
  const { status, body } = await create({ title: 'Title', description: '# Text', ...json });
  expect(status).toBe(200);
  return body as Update;
}
const edit = (id: string, json: object): Promise<ApiResponse> =>
  system.api.call('PATCH', `${PORTAL}/updates/${id}`, { json });
const act = (id: string, verb: string): Promise<ApiResponse> => system.api.post(`${PORTAL}/updates/${id}/${verb}`);
async function idOf(path: string, json: object): Promise<string> {
  const { status, body } = await system.api.post(PORTAL + path, { json });
  expect(status).toBe(200);
  return (body as { id: string }).id;
}
const codeOf = ({ status, body }: ApiResponse): unknown[] => [status, (body as { code: string }).code];

describe('an update', () => {
  it('is created, edited field by field, and found', async () => {
    const category = await idOf('/update-categories', { name: 'Incidents' });
    const update = await created({
      title: ' Pen test ',
      update_date: 1893456000,
      link: 'https://example.com/report',
      link_text: 'Report',
      category_ids: [category],
    });
    expect(update).toMatchObject({
      title: 'Pen test',
      description: '# Text',
      update_date: '2030-01-01T00:00:00.000Z',
      link: 'https://example.com/report',
      categories: [{ id: category, name: 'Incidents' }],
      archived: false,
      notification_status: 'none',
      scheduled_at: null,
      timezone: 'UTC',
      recipient_count: 0,
    });
    const edited = (await edit(update.id, { title: 'Pen test 2030', link: null })).body;
    expect(edited).toMatchObject({ title: 'Pen test 2030', link: null, link_text: 'Report', category_ids: [category] });
    expect((await system.api.get(`${PORTAL}/updates/${update.id}`)).body).toEqual(edited);
    for (const query of [`category_id=${category}`, 'query=PEN', 'notification_status=none&limit=1']) {
      const { body } = await system.api.get(`${PORTAL}/updates?${query}`);
      expect((body as { updates: Update[] }).updates.map(({ id }) => id)).toContain(update.id);
    }
  });

  it('is scheduled in its timezone, rescheduled and cancelled', async () => {
    const update = await created({ scheduled_at: '2090-07-01T09:00:00', timezone: 'Europe/Berlin' });
    expect(update).toMatchObject({ notification_status: 'scheduled', scheduled_at: '2090-07-01T07:00:00.000Z' });
    const later = await edit(update.id, { scheduled_at: 3803976000 });
    expect(later.body).toMatchObject({ notification_status: 'scheduled', scheduled_at: '2090-07-17T12:00:00.000Z' });
    expect((await edit(update.id, { scheduled_at: null })).body).toMatchObject({ notification_status: 'cancelled' });
  });

  it.each([
    [
      'a time that daylight saving skips, an hour later',
      '2090-03-26T02:30',
      'Europe/Berlin',
      '2090-03-26T01:30:00.000Z',
    ],
    ['the first of two that it repeats', '2090-10-29T02:30', 'Europe/Berlin', '2090-10-29T00:30:00.000Z'],
    ['the first of two in another zone', '2090-11-05T01:30', 'America/New_York', '2090-11-05T05:30:00.000Z'],
  ])('is scheduled for %s', async (_what, scheduled_at, timezone, instant) => {
    expect(await created({ scheduled_at, timezone })).toMatchObject({ scheduled_at: instant, timezone });
  });

  it('that was sent takes new content and no other schedule', async () => {
    const { id } = await created({ send_immediately: true });
    const sent = await eventually('the update is sent', async () => {
      const { body } = await system.api.get(`${PORTAL}/updates/${id}`);
      return (body as Update).notification_status === 'sent' ? (body as Update) : undefined;
    });
    const again = await system.api.post(`${PORTAL}/updates/${id}/deliveries/retry`, { json: {} });
    expect(codeOf(again)).toEqual([409, 'no_failed_deliveries']);
    expect((await edit(id, { title: 'A typo mended' })).body).toMatchObject({ title: 'A typo mended' });
    for (const option of [{ send_immediately: true }, { scheduled_at: '2090-01-01' }, { schedule_disabled: true }]) {
      expect(codeOf(await edit(id, option))).toEqual([409, 'notification_already_sent']);
    }
    expect((await system.api.get(`${PORTAL}/updates/${id}`)).body).toMatchObject({
      notification_status: 'sent',
      sent_at: (sent as Update & { sent_at: number }).sent_at,
    });
  });

  it('is not there for unknown ids, nor for keys that may not see it', async () => {
    const unknown = '44444444-4444-4444-8444-444444444444';
    const routes = ['archive', 'unarchive'].map((verb) => ['POST', `/updates/${unknown}/${verb}`] as const);
    for (const [method, path] of [
      ...routes,
      ['GET', `/updates/${unknown}`],
      ['GET', `/updates/${unknown}/recipients`],
      ['GET', `/updates/${unknown}/deliveries`],
      ['POST', `/updates/${unknown}/deliveries/retry`],
      ['POST', `/updates/subscribers/${unknown}/unsubscribe`],
      ['DELETE', `/update-categories/${unknown}`],
    ] as const) {
      expect([path, (await system.api.call(method, PORTAL + path)).status]).toEqual([path, 404]);
    }
    expect((await edit(unknown, { title: 'x' })).status).toBe(404);
    const keyOf = async (json: object): Promise<string> =>
      ((await system.api.post('/v1/api-keys', { json: { name: 'k', ...json } })).body as { key: string }).key;
    const member = system.api.with({ 'x-api-key': await keyOf({ role: 'MEMBER' }) });
    const reader = system.api.with({ 'x-api-key': await keyOf({ role: 'ADMIN', scopes: ['Trust portal: read'] }) });
    expect((await member.get(`${PORTAL}/updates`)).status).toBe(403);
    expect((await reader.get(`${PORTAL}/updates`)).status).toBe(200);
    expect((await reader.get(`${PORTAL}/update-categories`)).status).toBe(200);
    expect((await reader.post(`${PORTAL}/updates`, { json: { title: 'T', description: 'D' } })).status).toBe(403);
    expect((await reader.post(`${PORTAL}/update-categories`, { json: { name: 'C' } })).status).toBe(403);
  });

  it('that is archived loses its schedule, and does not get it back', async () => {
    const { id } = await created({ scheduled_at: '2090-07-01T09:00:00Z' });
    const archived = await act(id, 'archive');
    expect(archived.body).toMatchObject({ archived: true, notification_status: 'cancelled' });
    expect((await act(id, 'archive')).body).toEqual(archived.body);
    expect(codeOf(await edit(id, { send_immediately: true }))).toEqual([409, 'update_archived']);
    const restored = await act(id, 'unarchive');
    expect(restored.body).toMatchObject({ archived: false, archived_at: null, notification_status: 'cancelled' });
    expect((await act(id, 'unarchive')).status).toBe(409);
    const listed = async (query: string): Promise<boolean> => {
      const { body } = await system.api.get(`${PORTAL}/updates?limit=1000${query}`);
      return (body as { updates: Update[] }).updates.some((update) => update.id === id);
    };
    await act(id, 'archive');
    expect([await listed(''), await listed('&archived=true'), await listed('&archived=all')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('that is sent at once says to whom, and is sent once', async () => {
    const api = await system.inNewOrganization('Sending');
    const { body } = await api.post(`${PORTAL}/updates/subscribers`, {
      json: { email: 'Reader@Example.com', status: 'confirmed' },
    });
    expect(body).toMatchObject({
      email: 'reader@example.com',
      status: 'confirmed',
      category_ids: null,
      source: 'admin',
    });
    const options = {
      json: { title: 'Now', description: 'Now', send_immediately: true },
      headers: { 'idempotency-key': 'send-now' },
    };
    const update = (await api.post(`${PORTAL}/updates`, options)).body as Update;
    const again = (await api.post(`${PORTAL}/updates`, options)).body as Update;
    expect(again.id).toBe(update.id);
    expect(['sending', 'sent']).toContain(update.notification_status);
    const { body: recipients } = await api.get(`${PORTAL}/updates/${update.id}/recipients`);
    expect(recipients).toMatchObject({ receiving: 1, recipients: [{ email: 'reader@example.com', receives: true }] });
    const { body: list } = await api.get(`${PORTAL}/updates`);
    expect((list as { pagination: object }).pagination).toMatchObject({ total: 1 });
    expect((await api.get(`${PORTAL}/updates/${update.id}/deliveries?state=pending`)).status).toBe(200);
  });

  it.each([
    ['no title', { title: undefined }],
    ['no description', { description: undefined }],
    ['a blank title', { title: ' ' }],
    ['two scheduling options', { send_immediately: true, schedule_disabled: true }],
    ['a past schedule', { scheduled_at: '2020-01-01T00:00:00Z' }],
    ['milliseconds', { scheduled_at: 3803976000000 }],
    ['no time', { scheduled_at: 'soon' }],
    ['an unknown category', { category_ids: ['44444444-4444-4444-8444-444444444444'] }],
    ['an unknown timezone', { timezone: 'Mars/Olympus' }],
    ['a link that is none', { link: 'javascript:alert(1)' }],
  ])('with %s is a 422', async (_what, wrong) => {
    const { status, body } = await create({ title: 'T', description: 'D', ...wrong });
    expect(status).toBe(422);
    expect((body as { errors: unknown[] }).errors.length).toBeGreaterThan(0);
  });
});

describe('a category', () => {
  it('has a name that no other has, on creating and on renaming', async () => {
    const path = `${PORTAL}/update-categories`;
    const policy = await idOf('/update-categories', { name: 'Policies' });
    await idOf('/update-categories', { name: 'Audits' });
    expect(codeOf(await system.api.post(path, { json: { name: ' policies ' } }))).toEqual([409, 'category_name_taken']);
    expect((await system.api.call('PATCH', `${path}/${policy}`, { json: { name: 'AUDITS' } })).status).toBe(409);
    expect((await system.api.call('PATCH', `${path}/${policy}`, { json: { name: '' } })).status).toBe(422);
    const renamed = await system.api.call('PATCH', `${path}/${policy}`, { json: { name: 'Policy changes' } });
    expect(renamed.body).toMatchObject({ id: policy, name: 'Policy changes', update_count: 0 });
    expect((await system.api.get(`${path}?query=policy`)).body).toMatchObject({ categories: [{ id: policy }] });
  });

  it('that is deleted is gone from every update and subscriber', async () => {
    const category = await idOf('/update-categories', { name: 'Going' });
    const update = await created({ category_ids: [category], scheduled_at: '2090-07-01T09:00:00Z' });
    const subscriber = await idOf('/updates/subscribers', {
      email: 'going@example.com',
      category_ids: [category],
      status: 'confirmed',
    });
    const { body } = await system.api.call('DELETE', `${PORTAL}/update-categories/${category}`);
    expect(body).toEqual({ id: category, deleted: true });
    expect((await system.api.get(`${PORTAL}/updates/${update.id}`)).body).toMatchObject({
      category_ids: [],
      notification_status: 'cancelled',
    });
    const left = (await system.api.get(`${PORTAL}/updates/subscribers/${subscriber}`)).body;
    expect(left).toMatchObject({ category_ids: [] });
  });
});

describe('a subscriber', () => {
  const SUBSCRIBERS = `${PORTAL}/updates/subscribers`;

  it('is added, unsubscribed for good, and erased', async () => {
    const id = await idOf('/updates/subscribers', { email: 'leaver@example.com', status: 'confirmed' });
    const again = await system.api.post(SUBSCRIBERS, { json: { email: 'LEAVER@example.com', category_ids: [] } });
    expect(again.body).toMatchObject({ id, status: 'confirmed', category_ids: null });
    const gone = await system.api.post(`${SUBSCRIBERS}/${id}/unsubscribe`);
    expect(gone.body).toMatchObject({ id, status: 'unsubscribed' });
    expect((await system.api.post(`${SUBSCRIBERS}/${id}/unsubscribe`)).body).toEqual(gone.body);
    const back = await system.api.post(SUBSCRIBERS, { json: { email: 'leaver@example.com' } });
    expect(codeOf(back)).toEqual([409, 'subscriber_unsubscribed']);
    expect((await system.api.get(`${SUBSCRIBERS}?status=unsubscribed&query=leaver`)).body).toMatchObject({ total: 1 });
    expect((await system.api.call('DELETE', `${SUBSCRIBERS}/${id}`)).body).toEqual({ id, deleted: true });
    expect(codeOf(await system.api.get(`${SUBSCRIBERS}/${id}`))).toEqual([404, 'subscriber_not_found']);
    expect(codeOf(await system.api.get(`${SUBSCRIBERS}/nonsense`))).toEqual([404, 'subscriber_not_found']);
  });

  it('is imported once, and what is wrong with a row is told', async () => {
    const csv = 'email,name\na@example.com,A\nnonsense,B\na@example.com,A\nb@example.com,C\n';
    const file = { fileName: 'list.csv', type: 'text/csv', content: csv };
    const imported = await system.api.post(`${SUBSCRIBERS}/import?status=confirmed`, { body: form(['file', file]) });
    expect(imported.body).toEqual({
      imported: 2,
      unsubscribed: 0,
      bounced: 0,
      duplicates: 1,
      rejected_total: 1,
      rejected: [{ row: 3, code: 'invalid_email' }],
      email_column: 'email',
      other_email_columns: [],
    });
    const again = await system.api.post(`${SUBSCRIBERS}/import`, { body: form(['file', file]) });
    expect(again.body).toMatchObject({ imported: 0, duplicates: 3 });
    expect((await system.api.get(`${SUBSCRIBERS}?query=a@example`)).body).toMatchObject({
      data: [{ email: 'a@example.com', status: 'confirmed', source: 'import' }],
    });
  });

  it('is not imported by a call whose idempotency key was used for another file', async () => {
    const send = (email: string): Promise<ApiResponse> =>
      system.api.post(`${SUBSCRIBERS}/import?status=confirmed`, {
        body: form(['file', { fileName: 'x.csv', type: 'text/csv', content: `email\n${email}\n` }]),
        headers: { 'idempotency-key': 'import-1' },
      });
    expect((await send('first@example.com')).body).toMatchObject({ imported: 1 });
    expect((await send('first@example.com')).body).toMatchObject({ imported: 1, duplicates: 0 });
    expect(codeOf(await send('second@example.com'))).toEqual([422, 'idempotency_key_reused']);
    expect((await system.api.get(`${SUBSCRIBERS}?query=second@`)).body).toMatchObject({ total: 0 });
  });

  it.each([[{}], [{ email: 'nonsense' }], [{ email: 'x@example.com', status: 'bounced' }]])(
    'is not made of %j',
    async (json) => {
      expect((await system.api.post(SUBSCRIBERS, { json })).status).toBe(422);
    },
  );
});
