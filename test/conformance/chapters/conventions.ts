import { problem } from '../client.js';
import { holds, same } from '../report.js';
import { UNKNOWN, type World } from '../world.js';

/** What holds of every endpoint. */
export async function conventions({ report, parent, parentId, child, childId, key }: World): Promise<void> {
  report.chapter('S 5', 'AUTH');
  const LIST = '/v1/questionnaire/list';
  const endpoints: readonly (readonly [string, string])[] = [
    ['POST', '/v1/questionnaire/upload/file'],
    ['POST', '/v1/questionnaire/upload/text'],
    ['GET', LIST],
    ['GET', '/v1/questionnaire/search'],
    ['GET', `/v1/questionnaire/${UNKNOWN}/overview`],
    ['POST', '/v1/trustportal/updates'],
    ['PATCH', `/v1/trustportal/updates/${UNKNOWN}`],
    ['POST', `/v1/trustportal/updates/${UNKNOWN}/archive`],
    ['POST', `/v1/trustportal/updates/${UNKNOWN}/unarchive`],
    ['GET', '/v1/trustportal/updates'],
    ['GET', '/v1/trustportal/updates/subscribers'],
    ['POST', `/v1/trustportal/updates/subscribers/${UNKNOWN}/unsubscribe`],
    ['GET', '/v1/trustportal/update-categories'],
    ['POST', '/v1/trustportal/update-categories'],
    ['PATCH', `/v1/trustportal/update-categories/${UNKNOWN}`],
    ['DELETE', `/v1/trustportal/update-categories/${UNKNOWN}`],
    ['POST', '/v1/organizations/tenant/create'],
    ['GET', '/v1/organizations/tenant/list'],
    ['POST', '/v1/organizations/tenant/switch'],
    ['GET', '/v1/insights/conversations'],
  ];
  for (const [method, path] of endpoints)
    await report.check(`${method} ${path.replace(UNKNOWN, '{id}')} needs a key`, async () => {
      problem('without a key', await parent.call(method, path, { headers: { 'x-api-key': '' } }), 401);
      problem('with an unknown key', await parent.call(method, path, { headers: { 'x-api-key': 'cnd_x' } }), 401);
    });
  await report.check('missing, malformed and unknown keys get one text', async () => {
    const wrong = ['', 'nonsense', 'cnd_00000000_0000000000000000000000000000000000000000000'];
    const details = [];
    for (const one of wrong) details.push((await parent.get(LIST, { headers: { 'x-api-key': one } })).body['detail']);
    same('details', new Set(details).size, 1);
  });
  await report.check('a bearer token is an alias of the header', async () => {
    const headers = { 'x-api-key': '', authorization: `Bearer ${key}` };
    same('status', (await parent.get(LIST, { headers })).status, 200);
  });

  report.chapter('D 1', 'CONV');
  await report.check('a request id that is sane is kept, on success and in problems', async () => {
    const headers = { 'x-request-id': 'conformance-7' };
    same('of a success', (await child.get(LIST, { headers })).headers.get('x-request-id'), 'conformance-7');
    const refused = await child.get(`${LIST}?limit=0`, { headers });
    same('in a problem', refused.body['request_id'], 'conformance-7');
  });
  await report.check('a request id that is not sane is replaced', async () => {
    const sent = 'x'.repeat(5_000);
    const { headers } = await child.get(LIST, { headers: { 'x-request-id': sent } });
    holds('request id', ![null, '', sent].includes(headers.get('x-request-id')), headers.get('x-request-id') ?? '');
  });
  await report.check('responses of keyed calls name the organization they worked in', async () => {
    same('of the child', (await child.get(LIST)).headers.get('x-organization-id'), childId);
    same(
      'of the parent',
      (await parent.with({ 'x-organization-id': parentId }).get(LIST)).headers.get('x-organization-id'),
      parentId,
    );
  });
  await report.check('a wrong method is a 405 that names those there are', async () => {
    const answer = await child.call('PUT', LIST);
    problem('PUT', answer, 405);
    holds('Allow', answer.headers.get('allow')?.includes('GET') === true, answer.headers.get('allow') ?? 'none');
  });
  await report.check('an unknown path is a 404', async () => {
    problem('GET', await child.get('/v1/nothing-here'), 404);
  });
  await report.check('a malformed id is the same 404 as an unknown one', async () => {
    for (const path of ['/v1/questionnaire/ID/overview', '/v1/trustportal/updates/ID', '/v1/knowledge/answers/ID']) {
      const unknown = problem('unknown', await child.get(path.replace('ID', UNKNOWN)), 404);
      const malformed = problem('malformed', await child.get(path.replace('ID', 'no-id')), 404);
      same(`${path}: detail`, malformed['detail'], unknown['detail']);
    }
  });
  await report.check('an id may be written in capitals', async () => {
    const { body } = await child.post('/v1/trustportal/update-categories', { name: 'In capitals' });
    const path = `/v1/trustportal/update-categories/${String(body['id']).toUpperCase()}`;
    same('status', (await child.patch(path, { name: 'Renamed' })).status, 200);
  });
  await report.check('a missing key is told before a body that is wrong, and a 404 before a 422', async () => {
    problem(
      '401',
      await parent.call('POST', '/v1/questionnaire/upload/text', { json: {}, headers: { 'x-api-key': '' } }),
      401,
    );
    problem('404', await child.patch(`/v1/questionnaire/${UNKNOWN}`, { deadline: 'soon' }), 404);
  });
  await report.check('an absent body counts as {}', async () => {
    problem('create', await child.post('/v1/trustportal/update-categories'), 422);
  });
  await report.check('JSON that cannot be parsed is 422 on questionnaires, 400 elsewhere', async () => {
    const broken = { body: '{"name": ', headers: { 'content-type': 'application/json' } };
    problem('questionnaires', await child.call('POST', '/v1/questionnaire/upload/text', broken), 422);
    problem('categories', await child.call('POST', '/v1/trustportal/update-categories', broken), 400);
  });
  await report.check("unknown fields are ignored on the specification's paths and named elsewhere", async () => {
    const update = { title: 'Ignores', description: 'Text', nobody_knows: 1 };
    same('update', (await child.post('/v1/trustportal/updates', update)).status, 200);
    const tag = problem('tag', await child.post('/v1/tags/', { name: 'Tag', nobody_knows: 1 }), 422);
    holds('the name', JSON.stringify(tag).includes('nobody_knows'), tag);
  });
  await report.check('unknown query parameters are ignored', async () => {
    same('status', (await child.get(`${LIST}?nobody_knows=1`)).status, 200);
  });
}
