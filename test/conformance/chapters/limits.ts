import { problem, type Client } from '../client.js';
import { holds, NotObserved, same } from '../report.js';
import { csvOf } from '../../support/multipart.js';
import { QUESTIONS, upload, withKey, type World } from '../world.js';

const CONVERSATIONS = '/v1/insights/conversations';
/** Of the insights list, with its burst. */
const INSIGHTS_LIMIT = 120;
const MB = 1024 * 1024;

/** Rates, sizes, and calls that are repeated. */
export async function limits({ report, child }: World): Promise<void> {
  report.chapter('S 8', 'RATE');
  const { client } = await withKey(child, { role: 'ADMIN' });
  await report.check('every answer tells the limit, what is left, and when it begins anew', async () => {
    const { headers } = await client.get('/v1/questionnaire/list');
    for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'])
      holds(name, /^\d+$/.test(headers.get(name) ?? ''), headers.get(name) ?? 'none');
    holds(
      'reset within the minute',
      Number(headers.get('RateLimit-Reset')) <= 60,
      headers.get('RateLimit-Reset') ?? '',
    );
  });
  await report.check('100 calls a minute and a burst on the insights list, then 429 with Retry-After', () =>
    overTheLimit(client),
  );
  await report.check('the insights list has a budget of its own: other calls go on', async () => {
    same('status', (await client.get('/v1/questionnaire/list')).status, 200);
  });
  await report.check('the budget is per key', async () => {
    same('another key', (await child.get(CONVERSATIONS)).status, 200);
  });

  await report.check('all other calls share 1,000 a minute and a burst of 200', async () => {
    const limit = (await child.get('/v1/questionnaire/list')).headers.get('RateLimit-Limit');
    if (limit !== '1200') throw new NotObserved(`this installation allows ${limit} calls, not 1200`);
  });
  await report.check('the window begins anew every minute', () => {
    throw new NotObserved('the run does not wait for a minute');
  });

  report.chapter('D 1', 'SIZE');
  await report.check('a JSON body above 2 MB is 413', async () => {
    problem('tag', await child.post('/v1/tags/', { name: 'x'.repeat(3 * MB) }), 413);
  });
  await report.check('a pasted text above 8 MB is 422, as one that is too long', async () => {
    problem('text', await child.post('/v1/questionnaire/upload/text', { text_content: 'x'.repeat(9 * MB) }), 422);
  });

  report.chapter('D 1', 'IDEM');
  const name = 'Made once';
  const headers = { 'idempotency-key': `conformance-${Date.now()}` };
  const create = (sent: object): ReturnType<Client['post']> => child.post('/v1/trustportal/updates', sent, headers);
  await report.check('a repeat with the same key and body gets the first response', async () => {
    const sent = { title: name, description: 'Text' };
    const first = await create(sent);
    const again = await create({ description: 'Text', title: name });
    same('status', [first.status, again.status], [200, 200]);
    same('id', again.body['id'], first.body['id']);
    const { body } = await child.get(`/v1/trustportal/updates?query=${encodeURIComponent(name)}`);
    same('made', (body['pagination'] as { total: number }).total, 1);
  });
  await report.check('the same key with another body is 422 idempotency_key_reused', async () => {
    problem('reused', await create({ title: 'Other', description: 'Text' }), 422, 'idempotency_key_reused');
  });
  await report.check('of an upload the fingerprint is the fields and the file, not the bytes of the form', async () => {
    const client = child.with({ 'idempotency-key': `conformance-file-${Date.now()}` });
    const send = (asked: string[]): ReturnType<typeof upload> =>
      upload(client, ['company_name', 'Once'], ['file', csvOf(asked)]);
    const [first, again] = [await send(QUESTIONS), await send(QUESTIONS)];
    same('id', again.body['questionnaire_id'], first.body['questionnaire_id']);
    problem('another file', await send(['Is it so?']), 422, 'idempotency_key_reused');
  });
  await report.check('the same key on another path is another call', async () => {
    same('status', (await child.post('/v1/trustportal/update-categories', { name: 'By key' }, headers)).status, 200);
  });
}

async function overTheLimit(client: Client): Promise<void> {
  const first = await client.get(CONVERSATIONS);
  const limit = Number(first.headers.get('RateLimit-Limit'));
  if (limit !== INSIGHTS_LIMIT) throw new NotObserved(`this installation allows ${limit} calls, not ${INSIGHTS_LIMIT}`);
  same('left after the first', first.headers.get('RateLimit-Remaining'), String(limit - 1));
  const rest = await Promise.all(Array.from({ length: limit - 1 }, () => client.get(CONVERSATIONS)));
  same('refused within the limit', rest.filter(({ status }) => status !== 200).length, 0);
  const over = await client.get(CONVERSATIONS);
  problem('above the limit', over, 429);
  const after = Number(over.headers.get('Retry-After'));
  holds('Retry-After', Number.isInteger(after) && after >= 1 && after <= 60, over.headers.get('Retry-After') ?? 'none');
}
