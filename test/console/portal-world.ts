import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from '../support/api.js';
import type { TestSystem } from '../support/harness.js';
import { form } from '../support/multipart.js';
import { eventually } from '../support/poll.js';

type Where = Pick<TestSystem, 'url' | 'dataDir'>;

const PORTAL = '/v1/trustportal';
const DOCUMENTS = [
  ['ISO 27001 certificate', 'Certificates', 'public', 'Valid for all products and both data centers.'],
  ['SOC 2 Type II report 2026', 'Reports', 'nda', 'What the auditor tested, and what was found.'],
  ['Summary of the penetration test', 'Reports', 'request', 'By an independent firm, in spring.'],
  ['Information security policy', 'Policies', 'request', ''],
] as const;
const VISITORS = [
  ['Ann Reader', 'ann@northgate.example', 'Northgate Bank', 'Our yearly review of suppliers.'],
  ['<b>Robert</b> Tables', 'robert@tables.example', 'Tables & Sons', 'We compare three providers.'],
  ['Chiara Conti', 'chiara@fjord.example', 'Fjord Insurance', 'Renewal of the contract in March.'],
] as const;

/** Documents of each kind in a portal whose front page is published; visitors who got one, were declined, and wait; a download; a question that nothing answered. */
export async function addDocuments(api: Api, where: Where): Promise<void> {
  const text = '# Non-disclosure agreement\n\nKeep what you read **confidential**, for five years.';
  await api.call('PUT', `${PORTAL}/nda`, { json: { text, copy_to: 'legal@harbor.example' } });
  const ids: string[] = [];
  for (const [title, category, visibility, description] of DOCUMENTS) {
    const file = { fileName: 'document.txt', type: 'text/plain', content: title };
    const body = form(
      ['title', title],
      ['category', category],
      ['visibility', visibility],
      ['description', description],
      ['file', file],
    );
    ids.push(((await api.post(`${PORTAL}/documents`, { body })).body as { id: string }).id);
  }
  const [, report = '', summary = ''] = ids;
  const { preview_path: preview } = (await api.get(`${PORTAL}/profile`)).body as { preview_path: string };
  const portal = where.url + preview.replace(/\?.*$/, '');
  const cookies: string[] = [];
  for (const [visitor, email, company, reason] of VISITORS) {
    const fields = { name: visitor, email, company, reason };
    const asked = new URLSearchParams({ ...fields, document: report });
    asked.append('document', summary);
    await post(`${portal}/documents/request`, asked);
    const token = await tokenFor(email, 'confirm', where);
    cookies.push(await post(`${portal}/documents/confirm`, new URLSearchParams({ token })));
  }
  const acceptance = new URLSearchParams({ version: '1', name: 'Ann Reader', agree: 'yes' });
  await post(`${portal}/documents/nda`, acceptance, cookies[0]);
  const { requests } = (await api.get(`${PORTAL}/access-requests`)).body as {
    requests: { id: string; email: string }[];
  };
  const request = (email: string): string =>
    `${PORTAL}/access-requests/${requests.find((one) => one.email === email)?.id ?? ''}`;
  await api.post(`${request(VISITORS[0][1])}/approve`, { json: {} });
  await api.post(`${request(VISITORS[1][1])}/decline`, { json: { note: 'Please ask your contact in sales.' } });
  const token = await tokenFor(VISITORS[0][1], 'open', where);
  const session = await post(`${portal}/documents/open`, new URLSearchParams({ token }));
  for (const id of [report, summary]) {
    await fetch(`${portal}/documents/${id}/file`, { headers: { cookie: session } }).then((reply) => reply.text());
  }
  for (const question of ['Is there a data center in Switzerland?', 'Do you support customer-managed keys?']) {
    await post(`${portal}/ask`, new URLSearchParams({ question }));
  }
  await eventually('the questions of visitors are recorded', async () => {
    const { body } = await api.get('/v1/insights/summary?days=1&gaps_origin=trust_portal');
    return (body as { gaps_total: number }).gaps_total >= 2;
  });
}

/** Sends a form of the portal; gives the cookie that the answer sets, '' when it sets none. */
async function post(url: string, fields: URLSearchParams, cookie = ''): Promise<string> {
  const reply = await fetch(url, { method: 'POST', body: fields, headers: { cookie }, redirect: 'manual' });
  await reply.text();
  if (reply.status >= 400) throw new Error(`${new URL(url).pathname} was answered with ${reply.status}`);
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** The secret of a link in the emails to an address; there is no mail server, so that they lie in the outbox. */
async function tokenFor(email: string, page: 'confirm' | 'open', { dataDir }: Where): Promise<string> {
  const folder = join(dataDir, 'outbox');
  let token = '';
  await eventually(`a link to ${page} is sent to ${email}`, async () => {
    for (const file of (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.eml'))) {
      const mail = (await readFile(join(folder, file), 'latin1')).replace(/=\r?\n/g, '').replace(/=3D/g, '=');
      if (mail.includes(email)) token = new RegExp(`documents/${page}\\?token=([\\w-]+)`).exec(mail)?.[1] ?? token;
    }
    return token !== '';
  });
  return token;
}
