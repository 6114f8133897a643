import { csvOf } from '../../support/multipart.js';
import { itemsOf, problem, type Answer, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { filled, list, micros, object, oneOf, shaped, uuid } from '../shape.js';
import { newChild, PASTED, processed, UNKNOWN, upload, type World } from '../world.js';

const USER = { id: uuid, name: filled, email: filled, role: oneOf('ADMIN', 'MEMBER', 'VIEWER'), created_at: micros };
const GROUP = { id: uuid, name: filled, member_ids: list(uuid), created_at: micros };
/** What no name keeps: NUL, a control character, a lone surrogate, a blank without width, a turn of direction. */
const ODD = ['\u0000', '\u0007', '\ud800', '\u200b', '\u202e'];

/** Odd texts, times and numbers: refused or cleaned, and whatever was stored can be shown. People. */
export async function texts({ report, parent }: World): Promise<void> {
  const { client } = await newChild(parent, 'Texts');
  const UPDATES = '/v1/trustportal/updates';

  report.chapter('D 7', 'ODD');
  const stores: readonly (readonly [string, (name: string) => Promise<Answer>, string])[] = [
    ['a tag', (name) => client.post('/v1/tags/', { name }), '/v1/tags/'],
    [
      'a category',
      (name) => client.post('/v1/trustportal/update-categories', { name }),
      '/v1/trustportal/update-categories',
    ],
    ['a title', (name) => client.post(UPDATES, { title: name, description: 'Text' }), `${UPDATES}?limit=1000`],
    [
      'a user',
      (name) => client.post('/v1/users', { name, email: `u${name.length}@example.com`, role: 'VIEWER' }),
      '/v1/users',
    ],
    ['a key', (name) => client.post('/v1/api-keys', { name, role: 'VIEWER' }), '/v1/api-keys?limit=1000'],
    [
      'a company',
      (name) => client.post('/v1/questionnaire/upload/text', { text_content: PASTED, company_name: name }),
      '/v1/questionnaire/list?limit=1000',
    ],
  ];
  for (const [what, store, shown] of stores) {
    await report.check(
      `no control character, lone surrogate or invisible sign stays in ${what}; the list shows it`,
      async () => {
        for (const [i, odd] of ODD.entries()) {
          const answer = await store(`Odd${odd}${'n'.repeat(i + 1)}`);
          holds(`status of ${JSON.stringify(odd)}`, [200, 422].includes(answer.status), answer.text);
          holds(
            'it is gone',
            answer.status === 422 || !answer.text.includes(JSON.stringify(odd).slice(1, -1)),
            answer.text,
          );
        }
        const { status, text: all } = await client.get(shown);
        same('list', status, 200);
        holds(
          'clean',
          ODD.every((odd) => !all.includes(odd) && !all.includes(JSON.stringify(odd).slice(1, -1))),
          shown,
        );
      },
    );
    await report.check(`${what} of a million characters is refused, and the list stays`, async () => {
      problem('store', await store('x'.repeat(1_000_000)), 422);
      same('list', (await client.get(shown)).status, 200);
    });
  }
  await report.check('years before 1970 and after 2200 are a 422, and the list stays', async () => {
    for (const update_date of [
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '2201-01-01T00:00:00Z',
      '9999-12-31T00:00:00Z',
      '+275760-09-13T00:00:00Z',
    ])
      problem(update_date, await client.post(UPDATES, { title: 'Odd', description: 'Text', update_date }), 422);
    same('list', (await client.get(UPDATES)).status, 200);
  });
  await report.check('numbers that no program keeps exactly are a 422', async () => {
    for (const update_date of [2 ** 53, 1e300, -1, 0.5])
      problem(String(update_date), await client.post(UPDATES, { title: 'Odd', description: 'Text', update_date }), 422);
  });
  await report.check('-0 is 0, and a deal value is kept exactly', async () => {
    const { body } = await client.call('POST', '/v1/questionnaire/upload/text', {
      body: `{"text_content": ${JSON.stringify(PASTED)}, "deal_value": -0}`,
      headers: { 'content-type': 'application/json' },
    });
    const path = `/v1/questionnaire/${String(body['questionnaire_id'])}`;
    same('-0', (await processed(client, String(body['questionnaire_id'])))['deal_value'], 0);
    const exact = await client.patch(path, { deal_value: '1234567890.123456789' });
    holds('as text', exact.status === 422 || exact.text.includes('1234567890.12345'), exact.text);
  });
  await report.check('a deal value of 60,000 zeros and an x is a 422 at once', async () => {
    const started = performance.now();
    problem(
      'upload',
      await client.post('/v1/questionnaire/upload/text', {
        text_content: PASTED,
        deal_value: `${'0'.repeat(60_000)}x`,
      }),
      422,
    );
    holds('time', performance.now() - started < 5_000, String(performance.now() - started));
  });
  await report.check('a file name with quotes and %22 keeps them, and the export names it', async () => {
    const file = csvOf(['Is it so?', 'Is that so?'], 'a%22b "c".csv');
    const { body } = await upload(client, ['company_name', 'Quoted'], ['file', file]);
    const id = String(body['questionnaire_id']);
    holds('title', String((await processed(client, id))['title']).startsWith('a'), body);
    const { status, headers } = await client.get(`/v1/questionnaire/${id}/export`);
    same('status', status, 200);
    holds(
      'disposition',
      !/[\r\n]/.test(headers.get('content-disposition') ?? ''),
      headers.get('content-disposition') ?? '',
    );
  });
  await report.check('Markdown that nests without an end is refused or shown, and page and feed stay', async () => {
    const { body: session } = await client.get('/v1/session');
    for (const description of ['>'.repeat(4_000), '*_'.repeat(10_000), '['.repeat(20_000), `${'- '.repeat(5_000)}x`]) {
      const answer = await client.post(UPDATES, { title: 'Deep', description });
      holds('status', [200, 422].includes(answer.status), answer.text.slice(0, 200));
    }
    const listed = JSON.parse((await client.get('/v1/organizations/tenant/list')).text) as Body[];
    const { slug } = listed.find(({ id }) => id === session['organization_id']) ?? {};
    for (const path of [`/portal/${String(slug)}`, `/portal/${String(slug)}/feed.atom`])
      same(path, (await client.get(path)).status, 200);
  });

  report.chapter('D 2', 'PEOP');
  await report.check('users have all fields, and can be changed and deleted', async () => {
    const user = await client.ok('POST', '/v1/users', {
      json: { name: 'Ada', email: 'Ada@Example.com', role: 'MEMBER' },
    });
    shaped('user', user, object(USER));
    same('address', String(user['email']).toLowerCase(), 'ada@example.com');
    problem('taken', await client.post('/v1/users', { name: 'B', email: 'ada@example.com', role: 'VIEWER' }), 409);
    const path = `/v1/users/${String(user['id'])}`;
    same('changed', (await client.patch(path, { name: 'Ada L.' })).body['name'], 'Ada L.');
    const group = await client.ok('POST', '/v1/groups', { json: { name: 'Legal', member_ids: [user['id']] } });
    shaped('group', group, object(GROUP));
    same('members', group['member_ids'], [user['id']]);
    const listed = await client.ok('GET', '/v1/groups');
    shaped('groups', listed, object({ groups: list(object(GROUP)) }));
    same('deleted', await client.ok('DELETE', path), { id: user['id'], deleted: true });
    same('left', (await client.ok('GET', `/v1/groups/${String(group['id'])}`))['member_ids'], []);
    problem('unknown', await client.get(`/v1/users/${UNKNOWN}`), 404);
  });
  await report.check('an assignee that is known is kept', async () => {
    const user = await client.ok('POST', '/v1/users', {
      json: { name: 'Grace', email: 'g@example.com', role: 'MEMBER' },
    });
    const { body } = await client.post('/v1/questionnaire/upload/text', {
      text_content: PASTED,
      assignees: [{ id: user['id'], type: 'USER' }],
    });
    const seen = await processed(client, String(body['questionnaire_id']));
    same(
      'assignee',
      itemsOf(seen, 'assignees').map(({ id, type }) => [id, type]),
      [[user['id'], 'USER']],
    );
  });
}
