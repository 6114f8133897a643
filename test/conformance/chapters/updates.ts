import { itemsOf, partOf, pathsOf, problem, type Answer, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { bool, count, filled, isoUtc, list, micros, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { newChild, UNKNOWN, type World } from '../world.js';

const PATH = '/v1/trustportal/updates';
const UPDATE = {
  id: uuid,
  title: filled,
  description: filled,
  update_date: isoUtc,
  link: orNull(text),
  link_text: orNull(text),
  category_ids: list(uuid),
  categories: list(object({ id: uuid, name: filled })),
  archived: bool,
  archived_at: orNull(micros),
  notification_status: oneOf('none', 'scheduled', 'sending', 'sent', 'cancelled', 'failed', 'kept'),
  scheduled_at: orNull(isoUtc),
  timezone: filled,
  sent_at: orNull(micros),
  recipient_count: count,
  delivered_count: count,
  failed_count: count,
  created_at: micros,
  updated_at: micros,
};
const LATER = '2031-03-04T05:06:07Z';
const MICROS_LATER = Date.parse(LATER) * 1000;

/** Updates: their fields, schedules and states. */
export async function updates({ report, parent }: World): Promise<void> {
  const { client } = await newChild(parent, 'Updates');
  const create = (more: object = {}): Promise<Answer> =>
    client.post(PATH, { title: 'News', description: 'Text', ...more });
  const made = async (more: object = {}): Promise<Body> => {
    const answer = await create(more);
    same(`status of ${JSON.stringify(more)}`, answer.status, 200);
    return answer.body;
  };
  const act = (update: Body, action: string): Promise<Answer> =>
    client.post(`${PATH}/${String(update['id'])}/${action}`);
  const patch = (update: Body, change: object): Promise<Answer> =>
    client.patch(`${PATH}/${String(update['id'])}`, change);
  const statusOf = ({ notification_status: status, scheduled_at: at }: Body): unknown[] => [status, at];

  report.chapter('S 4.2', 'UPD');
  await report.check('creating gives the record with all fields; nobody is notified, and it is of now', async () => {
    const before = Date.now();
    const update = await made();
    shaped('update', update, object(UPDATE));
    same(
      'values',
      [update['archived'], ...statusOf(update), update['timezone'], update['category_ids']],
      [false, 'none', null, 'UTC', []],
    );
    const of = Date.parse(String(update['update_date']));
    holds('update_date', Math.abs(of - before) < 60_000, update['update_date']);
  });
  await report.check('title and description are required', async () => {
    same('paths', pathsOf(problem('create', await client.post(PATH, {}), 422)).sort(), ['description', 'title']);
  });
  await report.check('an update is got by its id; an unknown one is a 404', async () => {
    const update = await made();
    same('update', await client.ok('GET', `${PATH}/${String(update['id'])}`), update);
    for (const action of ['archive', 'unarchive'])
      problem(action, await act({ id: UNKNOWN }, action), 404, 'update_not_found');
    problem('patch', await patch({ id: UNKNOWN }, { title: 'X' }), 404, 'update_not_found');
  });
  await report.check('an edit changes only what is sent; null removes the link', async () => {
    const update = await made({ link: 'https://example.com/a', link_text: 'More' });
    const edited = (await patch(update, { title: 'Newer' })).body;
    same(
      'values',
      [edited['title'], edited['description'], edited['link']],
      ['Newer', 'Text', 'https://example.com/a'],
    );
    same('removed', (await patch(update, { link: null })).body['link'], null);
    holds('updated_at', Number(edited['updated_at']) >= Number(update['updated_at']), edited['updated_at']);
  });
  await report.check('unknown categories are a 422', async () => {
    problem('create', await create({ category_ids: [UNKNOWN] }), 422);
  });
  await report.check('a link that is no address of the web is a 422', async () => {
    problem('create', await create({ link: 'javascript:alert(1)' }), 422);
  });

  report.chapter('S 3.2', 'PLAN');
  const times: readonly (readonly [string, object])[] = [
    ['ISO 8601 in UTC', { scheduled_at: LATER }],
    ['ISO 8601 with an offset', { scheduled_at: '2031-03-04T06:06:07+01:00' }],
    ['ISO 8601, local to the time zone', { scheduled_at: '2031-03-04T06:06:07', timezone: 'Europe/Berlin' }],
    ['10 digits: seconds', { scheduled_at: MICROS_LATER / 1e6 }],
    ['16 digits: microseconds', { scheduled_at: MICROS_LATER }],
  ];
  for (const [what, sent] of times)
    await report.check(`a time to come schedules the notification (${what})`, async () => {
      const [status, at] = statusOf(await made(sent));
      same('status and time', [status, Date.parse(String(at))], ['scheduled', Date.parse(LATER)]);
    });
  for (const [what, scheduled_at] of [
    ['in milliseconds', Date.parse(LATER)],
    ['in the past', '2020-01-01T00:00:00Z'],
    ['no time', 'soon'],
    ['in the year 9999', '9999-12-31T00:00:00Z'],
    ['in the year 1', '0001-01-01T00:00:00Z'],
  ] as const)
    await report.check(`a time that is ${what} is a 422`, async () => {
      same('path', pathsOf(problem('create', await create({ scheduled_at }), 422)), ['scheduled_at']);
    });
  await report.check('an unknown time zone is a 422', async () => {
    problem('create', await create({ scheduled_at: '2031-03-04T06:06:07', timezone: 'Moon/Base' }), 422);
  });
  await report.check('two options for the schedule are a 422', async () => {
    problem('both', await create({ send_immediately: true, scheduled_at: LATER }), 422);
    problem('both', await create({ schedule_disabled: true, scheduled_at: LATER }), 422);
    problem('both', await create({ send_immediately: true, schedule_disabled: true }), 422);
  });
  await report.check('schedule_disabled creates and notifies nobody', async () => {
    same('status', statusOf(await made({ schedule_disabled: true })), ['none', null]);
  });
  await report.check('send_immediately sends right away', async () => {
    const { id } = await made({ send_immediately: true });
    const sent = await client.until(
      `${PATH}/${String(id)}`,
      ({ notification_status: s }) => !['sending', 'scheduled'].includes(String(s)),
    );
    same('status', sent['notification_status'], 'sent');
    shaped('sent_at', sent['sent_at'], micros);
    problem('schedule', await patch(sent, { scheduled_at: LATER }), 409);
    same('content', (await patch(sent, { title: 'Corrected' })).body['title'], 'Corrected');
  });
  await report.check('a scheduled notification is sent at its time', async () => {
    const at = new Date(Date.now() + 3_000).toISOString();
    const { id } = await made({ scheduled_at: at });
    const sent = await client.until(`${PATH}/${String(id)}`, ({ notification_status: s }) => s === 'sent');
    holds('not before', Number(sent['sent_at']) >= Date.parse(at) * 1000, [at, sent['sent_at']]);
  });
  await report.check('categories can be set, replaced and taken away by an edit', async () => {
    const ids: unknown[] = [];
    for (const name of ['First', 'Second'])
      ids.push((await client.ok('POST', '/v1/trustportal/update-categories', { json: { name } }))['id']);
    const update = await made({ category_ids: [ids[0]] });
    same('set', update['categories'], [{ id: ids[0], name: 'First' }]);
    same('replaced', (await patch(update, { category_ids: [ids[1]] })).body['category_ids'], [ids[1]]);
    same('kept', (await patch(update, { title: 'Same' })).body['category_ids'], [ids[1]]);
    same('taken', (await patch(update, { category_ids: [] })).body['category_ids'], []);
  });
  await report.check('an edit replaces the schedule, and cancels it by null or schedule_disabled', async () => {
    const update = await made({ scheduled_at: LATER });
    const moved = (await patch(update, { scheduled_at: '2032-01-01T00:00:00Z' })).body;
    same('moved', Date.parse(String(moved['scheduled_at'])), Date.parse('2032-01-01T00:00:00Z'));
    same('null', statusOf((await patch(update, { scheduled_at: null })).body), ['cancelled', null]);
    const other = await made({ scheduled_at: LATER });
    same('disabled', statusOf((await patch(other, { schedule_disabled: true })).body), ['cancelled', null]);
  });

  report.chapter('S 3.2', 'ARCH');
  await report.check('archiving cancels what is scheduled; again it changes nothing', async () => {
    const update = await made({ scheduled_at: LATER });
    const { body } = await act(update, 'archive');
    same('values', [body['archived'], ...statusOf(body)], [true, 'cancelled', null]);
    shaped('archived_at', body['archived_at'], micros);
    same('again', (await act(update, 'archive')).body, body);
  });
  await report.check('unarchiving restores, and never schedules anew', async () => {
    const update = await made({ scheduled_at: LATER });
    await act(update, 'archive');
    const { status, body } = await act(update, 'unarchive');
    same(
      'values',
      [status, body['archived'], body['archived_at'], ...statusOf(body)],
      [200, false, null, 'cancelled', null],
    );
  });
  await report.check('unarchiving an active update is a 409', async () => {
    problem('unarchive', await act(await made(), 'unarchive'), 409);
  });
  await report.check('an archived update takes no schedule: 409; its text can be edited', async () => {
    const update = await made();
    await act(update, 'archive');
    problem('schedule', await patch(update, { scheduled_at: LATER }), 409);
    same('text', (await patch(update, { title: 'Still' })).body['title'], 'Still');
  });

  report.chapter('S 4.2', 'ULST');
  const { client: own } = await newChild(parent, 'Update list');
  const category = await own.ok('POST', '/v1/trustportal/update-categories', { json: { name: 'Filter' } });
  const listed: Body[] = [];
  for (const more of [{}, { category_ids: [category['id']] }, { scheduled_at: LATER }, { title: 'Old one' }])
    listed.push(await own.ok('POST', PATH, { json: { title: 'News', description: 'Text', ...more } }));
  await own.ok('POST', `${PATH}/${String(listed[3]?.['id'])}/archive`);
  const found = async (query: string): Promise<unknown[]> =>
    itemsOf(await own.ok('GET', `${PATH}?${query}`), 'updates').map(({ id }) =>
      listed.findIndex((one) => one['id'] === id),
    );
  for (const [query, promised] of [
    ['', [2, 1, 0]],
    ['archived=false', [2, 1, 0]],
    ['archived=true', [3]],
    ['archived=all', [3, 2, 1, 0]],
    [`category_id=${String(category['id'])}`, [1]],
    ['notification_status=scheduled', [2]],
    ['archived=all&query=old', [3]],
    ['limit=1&offset=1', [1]],
  ] as const)
    await report.check(`the list, newest first: ?${query.replace(String(category['id']), '{id}')}`, async () =>
      same('found', await found(query), promised),
    );
  await report.check('the list has its envelope', async () => {
    const body = await own.ok('GET', PATH);
    shaped('list', body, object({ updates: list(object(UPDATE)), pagination: object({}) }));
    same('pagination', partOf(body, 'pagination'), { total: 3, limit: 10, offset: 0 });
  });
  await report.check('limit is 1 to 1000, offset from 0, and filters have known values', async () => {
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'archived=perhaps', 'notification_status=x'])
      problem(query, await own.get(`${PATH}?${query}`), 422);
  });
}
