import { problem, type Body, type Client } from '../client.js';
import { holds, same } from '../report.js';
import { bool, filled, list, micros, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { fresh, newChild, UNKNOWN, withKey, type World } from '../world.js';

const CREATE = '/v1/organizations/tenant/create';
const LIST = '/v1/organizations/tenant/list';
const SWITCH = '/v1/organizations/tenant/switch';
const ORGANIZATION = {
  id: uuid,
  name: filled,
  tenant_name: filled,
  slug: filled,
  hd: list(text),
  logo_url: orNull(text),
  parent_id: orNull(uuid),
  created_at: micros,
  is_current: bool,
};
const KEY = {
  id: uuid,
  name: filled,
  prefix: filled,
  role: oneOf('ADMIN', 'MEMBER', 'VIEWER'),
  scopes: list(filled),
  expires_at: orNull(text),
  created_at: micros,
};

/** Children, sessions, keys, roles and scopes. */
export async function organizations({ report, parent, parentId, child, childId }: World): Promise<void> {
  let sessions = 0;
  const inSession = (client: Client = parent): Client =>
    client.with({ 'x-session-id': `${fresh('s').replace(' ', '-')}-${++sessions}`, 'x-organization-id': '' });
  const current = async (client: Client): Promise<unknown> =>
    (await client.get('/v1/questionnaire/list')).headers.get('x-organization-id');
  const listed = async (client: Client): Promise<Body[]> => JSON.parse((await client.get(LIST)).text) as Body[];

  report.chapter('S 4.4', 'ORG');
  await report.check('a child is made with all fields, and the session is switched to it', async () => {
    const session = inSession();
    const name = fresh('Child Ünit');
    const body = await session.ok('POST', CREATE, {
      json: { name, hd: ['Example.COM'], logo_url: 'https://example.com/l.png' },
    });
    shaped('organization', body, object(ORGANIZATION));
    same(
      'values',
      [body['name'], body['tenant_name'], body['hd'], body['parent_id'], body['is_current']],
      [name, name, ['example.com'], parentId, true],
    );
    holds('slug', /^[a-z0-9-]{1,63}$/.test(String(body['slug'])), body['slug']);
    same('session', await current(session), body['id']);
    same('other session', await current(inSession()), parentId);
  });
  await report.check('a display name becomes a slug; a given slug stays, and is unique', async () => {
    const session = inSession();
    const slug = fresh('conf').replace(' ', '-');
    const first = await session.ok('POST', CREATE, { json: { name: 'By slug', tenant_name: slug } });
    same('slug', first['slug'], slug);
    problem('taken', await session.post(CREATE, { name: 'By slug', tenant_name: slug }), 409);
    const shown = await session.ok('POST', CREATE, {
      json: { name: 'X', tenant_name: `ACME Europe Division ${slug}` },
    });
    same('name', shown['tenant_name'], `ACME Europe Division ${slug}`);
    same('made', shown['slug'], `acme-europe-division-${slug}`);
    same('sibling', shown['parent_id'], parentId);
  });
  await report.check('a name is required, domains are domains', async () => {
    problem('none', await inSession().post(CREATE, {}), 422);
    problem('domain', await inSession().post(CREATE, { name: 'X', hd: ['no domain'] }), 422);
    problem('long', await inSession().post(CREATE, { name: 'X', tenant_name: 'x'.repeat(101) }), 422);
  });
  await report.check('the list is an array of the parent and its children, one of them current', async () => {
    const all = await listed(inSession());
    shaped('list', all, list(object(ORGANIZATION)));
    holds(
      'both',
      [parentId, childId].every((id) => all.some((one) => one['id'] === id)),
      all.length,
    );
    same(
      'current',
      all.filter((one) => one['is_current']).map((one) => one['id']),
      [parentId],
    );
  });
  await report.check(
    'every later call of a session works in what it was switched to, until it is switched back',
    async () => {
      const session = inSession();
      const switched = await session.ok('POST', SWITCH, { json: { organization_id: childId } });
      same('reply', [switched['id'], switched['is_current']], [childId, true]);
      same('in the child', await current(session), childId);
      await session.ok('POST', SWITCH, { json: { organization_id: parentId } });
      same('back', await current(session), parentId);
    },
  );
  await report.check('an organization that is not there is a 404, and no id a 422', async () => {
    problem('unknown', await inSession().post(SWITCH, { organization_id: UNKNOWN }), 404);
    problem('none', await inSession().post(SWITCH, {}), 422);
  });
  await report.check('X-Organization-Id counts for one call, and leaves the session', async () => {
    const session = inSession();
    same('call', await current(session.with({ 'x-organization-id': childId })), childId);
    same('session', await current(session), parentId);
    problem('unknown', await session.get('/v1/questionnaire/list', { headers: { 'x-organization-id': UNKNOWN } }), 404);
  });
  await report.check('a session in a child that was deleted is a 409 until it is switched', async () => {
    const session = inSession();
    const { id } = await session.ok('POST', CREATE, { json: { name: fresh('Short-lived') } });
    same('deleted', (await inSession().delete(`/v1/organizations/tenant/${String(id)}`)).status, 200);
    problem('list', await session.get('/v1/questionnaire/list'), 409);
    await session.ok('POST', SWITCH, { json: { organization_id: parentId } });
    same('switched', await current(session), parentId);
  });
  await report.check('a key of a child uses that child alone', async () => {
    const { client } = await withKey(child, { role: 'ADMIN' });
    same(
      'list',
      (await listed(client)).map((one) => one['id']),
      [childId],
    );
    problem('switch', await client.post(SWITCH, { organization_id: parentId }), 404);
    problem('header', await client.get('/v1/questionnaire/list', { headers: { 'x-organization-id': parentId } }), 404);
  });

  report.chapter('D 2', 'KEYS');
  await report.check('a key is shown once, with all fields', async () => {
    const { record } = await withKey(child, { role: 'MEMBER', scopes: ['Knowledge: read'] });
    shaped('key', record, object({ ...KEY, key: filled }));
    holds('form', /^cnd_[^_]{8}_.{43}$/.test(String(record['key'])), String(record['key']).length);
    const { text: shown } = await child.get('/v1/api-keys?limit=1000');
    holds('not listed', !shown.includes(String(record['key'])) && shown.includes(String(record['id'])));
  });
  await report.check('a revoked key is a 401', async () => {
    const { client, record } = await withKey(child, { role: 'ADMIN' });
    await child.ok('DELETE', `/v1/api-keys/${String(record['id'])}`);
    const end = Date.now() + 10_000;
    while ((await client.get('/v1/session')).status !== 401 && Date.now() < end)
      await new Promise((r) => setTimeout(r, 200));
    problem('call', await client.get('/v1/session'), 401);
  });
  await report.check('a key that expires issues none that outlives it', async () => {
    const { client } = await withKey(child, { role: 'ADMIN', expires_at: '2031-01-01T00:00:00Z' });
    const answer = await client.post('/v1/api-keys', { name: 'Longer', role: 'VIEWER' });
    holds('expiry', answer.status === 403 || answer.status === 422 || answer.body['expires_at'] !== null, answer.text);
  });

  report.chapter('S 5', 'ROLE');
  const { client: own } = await newChild(parent, 'Roles');
  const member = (await withKey(own, { role: 'MEMBER' })).client;
  const viewer = (await withKey(own, { role: 'VIEWER' })).client;
  const TEXT = { text_content: 'Is it so? '.repeat(6) };
  await report.check('a viewer reads questionnaires and uploads none; a member uploads', async () => {
    same('list', (await viewer.get('/v1/questionnaire/list')).status, 200);
    problem('viewer', await viewer.post('/v1/questionnaire/upload/text', TEXT), 403);
    same('member', (await member.post('/v1/questionnaire/upload/text', TEXT)).status, 200);
  });
  for (const path of [
    '/v1/trustportal/updates',
    '/v1/trustportal/updates/subscribers',
    '/v1/trustportal/update-categories',
    '/v1/insights/conversations',
    '/v1/api-keys',
    '/v1/audit-log',
    '/v1/webhooks',
  ])
    await report.check(`${path} is for admins`, async () => {
      problem('member', await member.get(path), 403);
      same('admin', (await own.get(path)).status, 200);
    });
  await report.check('organizations are for admins; the list of others is empty', async () => {
    problem('create', await member.post(CREATE, { name: 'X' }), 403);
    problem('switch', await member.post(SWITCH, { organization_id: parentId }), 403);
    same('list', await listed(member), []);
  });
  const scopes: readonly (readonly [string, string, string, number])[] = [
    ['Trust portal: read', 'GET', '/v1/trustportal/updates', 200],
    ['Trust portal: read', 'POST', '/v1/trustportal/updates', 403],
    ['Trust portal: write', 'GET', '/v1/trustportal/updates', 200],
    ['Trust portal: write', 'POST', '/v1/trustportal/update-categories', 422],
    ['Trust portal: write', 'GET', '/v1/questionnaire/list', 403],
    ['Questionnaires: read', 'GET', '/v1/questionnaire/list', 200],
    ['Questionnaires: read', 'POST', '/v1/questionnaire/upload/text', 403],
    ['Organizations: write', 'POST', SWITCH, 422],
    ['Questionnaires: write', 'POST', SWITCH, 403],
    ['Insights: read', 'GET', '/v1/insights/conversations', 200],
    ['Insights: ask', 'GET', '/v1/insights/conversations', 403],
    ['Insights: ask', 'GET', '/v1/users', 403],
  ];
  const keys = new Map<string, Client>();
  for (const [scope, method, path, status] of scopes)
    await report.check(`a key with "${scope}" alone: ${method} ${path} is ${status}`, async () => {
      const client = keys.get(scope) ?? (await withKey(own, { role: 'ADMIN', scopes: [scope] })).client;
      keys.set(scope, client);
      const answer = await client.call(method, path, method === 'POST' ? { json: {} } : {});
      if (status === 200) same('status', answer.status, 200);
      else problem('call', answer, status);
    });
}
