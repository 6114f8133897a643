import { itemsOf, pathsOf, problem, type Answer, type Body } from '../client.js';
import { holds, same } from '../report.js';
import { count, filled, list, micros, object, oneOf, orNull, shaped, text, uuid } from '../shape.js';
import { newChild, UNKNOWN, type World } from '../world.js';

const CATEGORIES = '/v1/trustportal/update-categories';
const UPDATES = '/v1/trustportal/updates';
const SUBSCRIBERS = '/v1/trustportal/updates/subscribers';
const CATEGORY = { id: uuid, name: filled, created_at: micros, update_count: count };
const SUBSCRIBER = {
  id: uuid,
  email: filled,
  status: oneOf('pending', 'confirmed', 'unsubscribed', 'bounced'),
  category_ids: orNull(list(uuid)),
  source: text,
  created_at: micros,
  confirmed_at: orNull(micros),
  unsubscribed_at: orNull(micros),
};

/** Categories, subscribers, and the pages that need no key. */
export async function portal({ report, parent }: World): Promise<void> {
  const { client, record } = await newChild(parent, 'Portal');
  const categoryOf = (name: string): Promise<Body> => client.ok('POST', CATEGORIES, { json: { name } });
  const add = (sent: object): Promise<Answer> => client.post(SUBSCRIBERS, sent);

  report.chapter('S 4.3', 'CAT');
  await report.check('a category is made with all fields', async () => {
    const category = await categoryOf('Incidents');
    shaped('category', category, object(CATEGORY));
    same('values', [category['name'], category['update_count']], ['Incidents', 0]);
  });
  await report.check('a name that exists is a 409, whatever its case, outer blanks, ß or ss', async () => {
    await categoryOf('Straße');
    for (const name of ['Incidents', ' INCIDENTS ', 'STRASSE'])
      problem(name, await client.post(CATEGORIES, { name }), 409);
  });
  await report.check('a name is required', async () => {
    for (const sent of [{}, { name: '  ' }, { name: 7 }]) problem('create', await client.post(CATEGORIES, sent), 422);
  });
  await report.check(
    'renaming gives the record; to a name that exists it is a 409, to its own in other case not',
    async () => {
      const category = await categoryOf('Audits');
      const path = `${CATEGORIES}/${String(category['id'])}`;
      same('renamed', (await client.patch(path, { name: 'Audit reports' })).body['name'], 'Audit reports');
      problem('taken', await client.patch(path, { name: 'incidents' }), 409);
      same('own', (await client.patch(path, { name: 'AUDIT REPORTS' })).status, 200);
      problem('unknown', await client.patch(`${CATEGORIES}/${UNKNOWN}`, { name: 'X' }), 404);
    },
  );
  await report.check('the list has all of them, and can be searched', async () => {
    const all = await client.ok('GET', CATEGORIES);
    shaped('list', all, object({ categories: list(object(CATEGORY)) }));
    const found = itemsOf(await client.ok('GET', `${CATEGORIES}?query=incid`), 'categories');
    same(
      'found',
      found.map(({ name }) => name),
      ['Incidents'],
    );
  });
  await report.check(
    'deleting one removes it from updates and subscribers; updates that lose their last are cancelled',
    async () => {
      const { id } = await categoryOf('Short-lived');
      const json = { title: 'News', description: 'Text', category_ids: [id], scheduled_at: '2031-01-01T00:00:00Z' };
      const update = await client.ok('POST', UPDATES, { json });
      same('carried', itemsOf(update, 'categories'), [{ id, name: 'Short-lived' }]);
      const { body: subscriber } = await add({ email: 'loses@example.com', status: 'confirmed', category_ids: [id] });
      same('deleted', await client.ok('DELETE', `${CATEGORIES}/${String(id)}`), { id, deleted: true });
      const after = await client.until(
        `${UPDATES}/${String(update['id'])}`,
        (body) => itemsOf(body, 'categories').length === 0,
      );
      same('update', [after['category_ids'], after['notification_status']], [[], 'cancelled']);
      const left = await client.until(
        `${SUBSCRIBERS}/${String(subscriber['id'])}`,
        (body) => JSON.stringify(body['category_ids']) === '[]',
      );
      same('subscriber', left['category_ids'], []);
      problem('again', await client.delete(`${CATEGORIES}/${String(id)}`), 404);
    },
  );

  report.chapter('S 4.2', 'SUB');
  await report.check('a subscriber has all fields, its address in lower case, and waits for confirmation', async () => {
    const { status, body } = await add({ email: 'Person@Example.COM' });
    same('status', status, 200);
    shaped('subscriber', body, object(SUBSCRIBER));
    same('values', [body['email'], body['status'], body['category_ids']], ['person@example.com', 'pending', null]);
  });
  await report.check('an address that is there is given as it is, also in punycode', async () => {
    const { body } = await add({ email: 'person@example.com', status: 'confirmed' });
    same('status', body['status'], 'pending');
    const first = await add({ email: 'a@bücher.example' });
    same('punycode', (await add({ email: 'a@xn--bcher-kva.example' })).body['id'], first.body['id']);
  });
  await report.check('an address that is none is a 422, as are unknown categories', async () => {
    same('path', pathsOf(problem('add', await add({ email: 'nobody' }), 422)), ['email']);
    problem('category', await add({ email: 'x@example.com', category_ids: [UNKNOWN] }), 422);
  });
  await report.check('unsubscribing needs no body, is repeated without harm, and is kept against adding', async () => {
    const { body } = await add({ email: 'leaves@example.com', status: 'confirmed' });
    const path = `${SUBSCRIBERS}/${String(body['id'])}/unsubscribe`;
    const left = await client.ok('POST', path);
    same('status', left['status'], 'unsubscribed');
    shaped('unsubscribed_at', left['unsubscribed_at'], micros);
    same('again', await client.ok('POST', path), left);
    problem('added', await add({ email: 'leaves@example.com' }), 409);
    problem('unknown', await client.post(`${SUBSCRIBERS}/${UNKNOWN}/unsubscribe`), 404);
  });
  await report.check('the list has pages and filters', async () => {
    const all = await client.ok('GET', SUBSCRIBERS);
    const page = { data: list(object(SUBSCRIBER)), total: count, page: count, page_size: count, total_pages: count };
    shaped('list', all, object(page));
    same('defaults', [all['page'], all['page_size']], [1, 10]);
    const one = await client.ok('GET', `${SUBSCRIBERS}?page=2&page_size=1`);
    same('page', [itemsOf(one, 'data').length, one['total_pages']], [1, all['total']]);
    same('newest first', itemsOf(one, 'data')[0]?.['id'], itemsOf(all, 'data')[1]?.['id']);
    const gone = itemsOf(await client.ok('GET', `${SUBSCRIBERS}?status=unsubscribed`), 'data');
    same(
      'status',
      gone.map(({ email }) => email),
      ['leaves@example.com'],
    );
    same('query', itemsOf(await client.ok('GET', `${SUBSCRIBERS}?query=person`), 'data').length, 1);
    for (const query of ['page=0', 'page_size=0', 'page_size=101', 'status=gone'])
      problem(query, await client.get(`${SUBSCRIBERS}?${query}`), 422);
  });
  await report.check('an import reports what it did, and revives nobody', async () => {
    const data = new FormData();
    const rows = ['Name,Company,Work email', 'A,X,new@example.com', 'B,Y,leaves@example.com', 'C,Z,no address'];
    data.append('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'people.csv');
    const body = await client.ok('POST', `${SUBSCRIBERS}/import?status=confirmed`, { body: data });
    same('report', [body['imported'], body['rejected_total']], [1, 2]);
    const gone = itemsOf(await client.ok('GET', `${SUBSCRIBERS}?query=leaves@`), 'data')[0];
    same('status', gone?.['status'], 'unsubscribed');
  });
  await report.check('a dry run tells who would get an update, and why others would not', async () => {
    const update = await client.ok('POST', UPDATES, { json: { title: 'Dry', description: 'Run' } });
    const body = await client.ok('GET', `${UPDATES}/${String(update['id'])}/recipients?limit=100`);
    const reasons = itemsOf(body, 'recipients').map(({ email, receives, reason }) => [email, receives, reason]);
    for (const one of [
      ['person@example.com', false, 'pending'],
      ['leaves@example.com', false, 'unsubscribed'],
      ['loses@example.com', false, 'no_categories'],
      ['new@example.com', true, null],
    ])
      holds(
        String(one[0]),
        reasons.some((seen) => JSON.stringify(seen) === JSON.stringify(one)),
        reasons,
      );
  });

  report.chapter('D 5', 'PAGE');
  const open = client.with({ 'x-api-key': '', 'x-organization-id': '', 'x-session-id': '' });
  const page = `/portal/${String(record['slug'])}`;
  await report.check('the portal shows what is active to everybody, as a page and a feed', async () => {
    await client.ok('POST', UPDATES, { json: { title: 'Shown <b>', description: '**Bold** <script>x</script>' } });
    for (const path of [page, `${page}/feed.atom`]) {
      const answer = await open.get(path);
      same('status', answer.status, 200);
      holds('title', answer.text.includes('Shown') && !answer.text.includes('Shown <b>'), answer.text.slice(0, 200));
      holds('no script', !answer.text.includes('<script>x'), path);
    }
  });
  await report.check('an unknown portal is a 404', async () =>
    same('status', (await open.get('/portal/nobody-here')).status, 404),
  );
}
