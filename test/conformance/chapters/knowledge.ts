import { form, markdown } from '../../support/multipart.js';
import { itemsOf, partOf, pathsOf, problem, type Answer, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { bool, count, filled, list, micros, num, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { newChild, UNKNOWN, type World } from '../world.js';

const CONVERSATIONS = '/v1/insights/conversations';
const CONVERSATION = {
  id: uuid,
  question: filled,
  answer: filled,
  user_name: orNull(text),
  user_email: orNull(text),
  user_profile_image: orNull(text),
  source_type: oneOf('web_ui', 'slack_dm', 'browser_extension'),
  answered_at: micros,
};
const ANSWER = {
  id: uuid,
  question: filled,
  answer: filled,
  tags: list(text),
  owner_id: orNull(text),
  expires_at: orNull(text),
  last_verified_at: orNull(micros),
  status: oneOf('APPROVED', 'DRAFT', 'ARCHIVED'),
  origin: filled,
  created_at: micros,
  updated_at: micros,
};
const DOCUMENT = {
  id: uuid,
  name: filled,
  mime_type: filled,
  size: count,
  status: oneOf('PROCESSING', 'READY', 'FAILED'),
  should_poll: bool,
  passage_count: count,
  created_at: micros,
};

/** Knowledge, questions that people ask, and the conversations that are kept of them. */
export async function knowledge({ report, parent }: World): Promise<void> {
  const { client } = await newChild(parent, 'Knowledge');
  const ask = (sent: object): Promise<Answer> => client.post('/v1/insights/ask', sent);

  report.chapter('D 4', 'KNOW');
  const LIBRARY = '/v1/knowledge/answers';
  await report.check('an answer of the library has all fields, and can be changed, verified and deleted', async () => {
    const made = await client.ok('POST', LIBRARY, { json: { question: 'Where is data kept?', answer: 'In Norway.' } });
    shaped('answer', made, object(ANSWER));
    same('status', made['status'], 'APPROVED');
    const path = `${LIBRARY}/${String(made['id'])}`;
    same('changed', (await client.patch(path, { answer: 'In Finland.' })).body['answer'], 'In Finland.');
    shaped('verified', (await client.ok('POST', `${path}/verify`))['last_verified_at'], micros);
    same(
      'listed',
      itemsOf(await client.ok('GET', LIBRARY), 'answers').map(({ id }) => id),
      [made['id']],
    );
    same('deleted', await client.ok('DELETE', path), { id: made['id'], deleted: true });
    problem('gone', await client.get(path), 404);
  });
  await report.check('an expiry far away means never', async () => {
    const json = { question: 'Q far?', answer: 'A', expires_at: '9999-12-31T00:00:00Z' };
    const made = await client.ok('POST', LIBRARY, { json });
    same('expires_at', made['expires_at'], null);
    await client.ok('DELETE', `${LIBRARY}/${String(made['id'])}`);
  });
  await report.check('a document is read into passages', async () => {
    const policy = markdown('# Backups\n\nBackups are tested every quarter.\n');
    const made = await client.ok('POST', '/v1/knowledge/documents', { body: form(['file', policy]) });
    shaped('document', made, object(DOCUMENT));
    const path = `/v1/knowledge/documents/${String(made['id'])}`;
    const read = await client.until(path, ({ should_poll: more }) => more === false);
    same('status', read['status'], 'READY');
    holds('passages', Number(read['passage_count']) > 0, read);
    same('name', itemsOf(await client.ok('GET', '/v1/knowledge/documents'), 'documents')[0]?.['name'], 'policy.md');
  });

  report.chapter('D 4', 'ASK');
  await report.check('an answer cites what it stands on, and has a confidence', async () => {
    const { status, body } = await ask({
      question: 'How often are backups tested?',
      source_type: 'web_ui',
      user_name: 'Ada',
    });
    same('status', status, 200);
    const cited = { source_id: filled, source_type: filled, title: filled, locator: text, quote: filled };
    const confidence = object({ score: num, band: oneOf('HIGH', 'MEDIUM', 'LOW') });
    shaped(
      'answer',
      body,
      object({ conversation_id: uuid, answer: filled, citations: list(object(cited)), confidence }),
    );
    same('status', body['answer_status'], 'AI_ANSWERED');
    holds(
      'cites',
      itemsOf(body, 'citations').some(({ title }) => title === 'policy.md'),
      body['citations'],
    );
  });
  await report.check('nothing known is said so, with no answer and no citation', async () => {
    const { body } = await ask({
      question: 'Who painted the **lobby** [1]?',
      source_type: 'slack_dm',
      user_email: 'a@example.com',
    });
    same('values', [body['answer'], body['answer_status'], body['citations']], [null, 'NEEDS_INFO', []]);
  });
  await report.check('a question and a known source are required', async () => {
    same('paths', pathsOf(problem('ask', await ask({}), 422)).sort(), ['question', 'source_type']);
    problem('source', await ask({ question: 'Is it so?', source_type: 'fax' }), 422);
  });
  await report.check('a question in the form of a large table row is answered quickly', async () => {
    const started = performance.now();
    const { status } = await ask({ question: `| ${'a | '.repeat(4_000)}b |`, source_type: 'web_ui' });
    holds('status', status === 200 || status === 422, String(status));
    holds('time', performance.now() - started < 20_000, String(performance.now() - started));
  });

  report.chapter('S 4.5', 'TALK');
  const all = await client.until(CONVERSATIONS, ({ total }) => Number(total) >= 2);
  await report.check('conversations have all fields, in their envelope', () => {
    const envelope = {
      data: list(object(CONVERSATION)),
      total: count,
      page: count,
      page_size: count,
      total_pages: count,
    };
    shaped('list', all, object(envelope));
    same('defaults', [all['page'], all['page_size']], [1, 10]);
  });
  await report.check('the newest come first, of all source types', () => {
    const data = itemsOf(all, 'data');
    holds(
      'order',
      data.slice(1).every(({ answered_at: at }, i) => Number(at) <= Number(data[i]?.['answered_at'])),
      data,
    );
    holds('sources', new Set(data.map(({ source_type: source }) => source)).size === 2, data);
  });
  await report.check('question and answer are clean of markdown and citation marks', () => {
    const lobby = itemsOf(all, 'data').find(({ question }) => String(question).includes('lobby'));
    same('question', lobby?.['question'], 'Who painted the lobby?');
    same('person', [lobby?.['user_name'], lobby?.['user_email']], [null, 'a@example.com']);
  });
  await report.check('total_pages is the number of pages at the page size', async () => {
    const page = await client.ok('GET', `${CONVERSATIONS}?page=2&page_size=1`);
    same(
      'page',
      [page['page'], page['page_size'], page['total_pages'], itemsOf(page, 'data').length],
      [2, 1, all['total'], 1],
    );
    same('beyond', itemsOf(await client.ok('GET', `${CONVERSATIONS}?page=1000`), 'data'), []);
  });
  for (const query of ['page=0', 'page=-1', 'page=x', 'page_size=0', 'page_size=101', 'page_size=1.5'])
    await report.check(`?${query} is a 400`, async () => {
      const body = problem(query, await client.get(`${CONVERSATIONS}?${query}`), 400);
      same('path', pathsOf(body), [query.split('=')[0]]);
    });
  await report.check('page_size may be 100', async () => {
    same('size', (await client.ok('GET', `${CONVERSATIONS}?page_size=100`))['page_size'], 100);
  });

  report.chapter('D 3', 'TAGS');
  await report.check('tags are a bare array by name; names are unique, also folded', async () => {
    const { client: own } = await newChild(parent, 'Tags');
    for (const name of ['Zeta', 'alpha']) await own.ok('POST', '/v1/tags/', { json: { name, description: 'd' } });
    const tags = JSON.parse((await own.get('/v1/tags/')).text) as Body[];
    same(
      'names',
      tags.map(({ name }) => name),
      ['alpha', 'Zeta'],
    );
    const shape = { id: uuid, name: filled, description: text, is_ai_generated: bool, status: oneOf('ACTIVE') };
    shaped('tags', tags, list(object(shape)));
    problem('taken', await own.post('/v1/tags/', { name: 'ZETA' }), 409);
    problem('status', await own.get('/v1/tags/?status=OLD'), 422);
    const path = `/v1/tags/${String(tags[0]?.['id'])}`;
    same('renamed', (await own.patch(path, { name: 'beta' })).body['name'], 'beta');
    same('deleted', (await own.delete(path)).body['deleted'], true);
    problem('unknown', await own.patch(`/v1/tags/${UNKNOWN}`, { name: 'x' }), 404);
  });

  report.chapter('D 7', 'OPER');
  await report.check('health, readiness, OpenAPI and its pages need no key', async () => {
    const open = client.with({ 'x-api-key': '', 'x-organization-id': '', 'x-session-id': '' });
    for (const path of ['/healthz', '/readyz', '/openapi.json']) same(path, (await open.get(path)).status, 200);
    holds('docs', [200, 301, 302].includes((await open.get('/docs')).status));
  });
  await report.check('OpenAPI has every endpoint of the specification', async () => {
    const paths = Object.keys(partOf(await client.ok('GET', '/openapi.json'), 'paths'));
    for (const path of [
      '/v1/questionnaire/upload/file',
      '/v1/questionnaire/upload/text',
      '/v1/questionnaire/list',
      '/v1/questionnaire/search',
      '/v1/questionnaire/{questionnaire_id}/overview',
      '/v1/trustportal/updates',
      '/v1/trustportal/updates/{update_id}',
      '/v1/trustportal/updates/{update_id}/archive',
      '/v1/trustportal/updates/{update_id}/unarchive',
      '/v1/trustportal/updates/subscribers',
      '/v1/trustportal/updates/subscribers/{subscription_id}/unsubscribe',
      '/v1/trustportal/update-categories',
      '/v1/trustportal/update-categories/{category_id}',
      '/v1/organizations/tenant/create',
      '/v1/organizations/tenant/list',
      '/v1/organizations/tenant/switch',
      '/v1/insights/conversations',
    ])
      holds(path, paths.includes(path), 'absent');
  });
  await report.check('webhooks into private networks are refused; a secret is shown once', async () => {
    problem('private', await client.post('/v1/webhooks', { url: 'http://127.0.0.1:9/x' }), 422);
    const made = await client.post('/v1/webhooks', { url: 'https://hooks.example.com/x' });
    holds('secret', /^whsec_/.test(String(made.body['secret'])), made.text);
    holds('not listed', !(await client.get('/v1/webhooks')).text.includes('whsec_'));
  });
  await report.check('the audit log tells what was done', async () => {
    const action = (body: Body): boolean =>
      itemsOf(body, 'entries').some(({ action: one }) => String(one).includes('webhook'));
    shaped(
      'entries',
      (await client.until('/v1/audit-log?limit=100', action))['entries'],
      list(object({ id: uuid, at: micros, action: filled })),
    );
  });
}
