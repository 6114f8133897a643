import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { PDFParse } from 'pdf-parse';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { MailBox, type ArrivedMail } from '../support/mail-box.js';
import { form } from '../support/multipart.js';
import { eventually } from '../support/poll.js';

let mails: MailBox;
let system: TestSystem;
let api: Api;
const EMAIL = 'ann@customer.example';

beforeAll(async () => {
  mails = await MailBox.start();
  system = await startSystem({ SMTP_URL: mails.url });
  api = await system.inNewOrganization('Handing');
}, 240_000);
afterAll(async () => {
  await system.close();
  await mails.close();
});

async function report(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const words of ['First page', 'Second page']) pdf.addPage().drawText(words, { x: 50, y: 500, font });
  return pdf.save();
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const parser = new PDFParse({ data: Uint8Array.from(bytes) });
  return (await parser.getText()).pages.map(({ text }) => text);
}

const page = (path: string): string => `${system.url}/portal/handing/documents${path}`;
const get = (path: string, cookie = '', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(page(path), { headers: { cookie, ...headers }, redirect: 'manual' });
const post = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
  fetch(page(path), { method: 'POST', body: new URLSearchParams(fields), headers: { cookie }, redirect: 'manual' });

/** The secret of the link in an email, which leads to a page. */
function secretIn(mail: ArrivedMail, name: 'confirm' | 'open'): string {
  const link = mail.documentLink(name);
  return new URL(link).searchParams.get('token') ?? '';
}

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

async function addReport(visibility: string): Promise<{ id: string; sha256: string }> {
  const file = { fileName: 'report.pdf', type: 'application/pdf', content: await report() };
  const body = form(['title', 'Report'], ['visibility', visibility], ['file', file]);
  const reply = await api.post('/v1/trustportal/documents', { body });
  expect(reply.status).toBe(200);
  return reply.body as { id: string; sha256: string };
}

describe('documents of the trust portal, through the gateway', () => {
  it('lead from a request by agreement and approval to a marked copy that can be taken back', async () => {
    const nda = { text: 'Keep it **secret**.', copy_to: 'legal@handing.example' };
    expect((await api.call('PUT', '/v1/trustportal/nda', { json: nda })).body).toMatchObject({ version: 1 });
    const { id } = await addReport('nda');
    expect((await get(`/${id}/file`)).status).toBe(404);

    const asked = { name: 'Ann Reader', email: EMAIL, company: 'Northgate', reason: 'Review', document: id };
    expect((await post('/request', asked)).status).toBe(200);
    expect((await api.get('/v1/trustportal/access-requests')).body).toMatchObject({ pagination: { total: 0 } });
    const confirmed = await post('/confirm', { token: secretIn(await mails.next(EMAIL), 'confirm') });
    expect(confirmed.headers.get('set-cookie')).toMatch(/Path=\/portal\/handing; .*HttpOnly; SameSite=Lax/);
    const accepted = { version: '1', name: 'Ann Reader', agree: 'yes' };
    expect((await post('/nda', accepted, cookieOf(confirmed))).status).toBe(200);
    await mails.next('legal@handing.example');
    expect((await mails.next(EMAIL)).subjectText).toContain('Non-disclosure agreement');
    const { acceptances } = (await api.get('/v1/trustportal/nda/acceptances')).body as {
      acceptances: { id: string }[];
    };
    expect((await api.get(`/v1/trustportal/nda/acceptances/${acceptances[0]?.id}/file`)).status).toBe(200);

    const { requests } = (await api.get('/v1/trustportal/access-requests?state=open')).body as {
      requests: { id: string }[];
    };
    const path = `/v1/trustportal/access-requests/${requests[0]?.id}`;
    const given = { expires_at: '2099-01-01T00:00:00Z', note: 'Welcome.' };
    expect((await api.post(`${path}/approve`, { json: given })).body).toMatchObject({
      state: 'approved',
      nda_version: 1,
    });
    const opened = await post('/open', { token: secretIn(await mails.next(EMAIL), 'open') });
    const session = cookieOf(opened);
    // Other cookies of the site stay with the gateway.
    const file = await get(`/${id}/file`, `other=1; ${session}`);
    expect(file.status).toBe(200);
    const bytes = Buffer.from(await file.arrayBuffer());
    for (const text of await textsOf(bytes)) expect(text).toContain(`Ann Reader <${EMAIL}>, Northgate`);
    const part = await get(`/${id}/file`, session, { range: 'bytes=5-14' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 15))).toBe(true);

    expect((await api.post(`${path}/revoke`, {})).body).toMatchObject({ state: 'revoked' });
    expect((await get(`/${id}/file`, session)).status).toBe(404);
    const downloads = await api.get(`/v1/trustportal/access-requests/downloads?document_id=${id}`);
    expect(downloads.body).toMatchObject({ downloads: [{ email: EMAIL, version: 1 }], pagination: { total: 1 } });
    expect((await api.get('/v1/trustportal/access-requests/summary')).body).toMatchObject({
      open: 0,
      top_documents: [{ id, requests: 1, downloads: 1 }],
    });
    await eventually('the log tells of it', async () => {
      const { body } = await api.get('/v1/audit-log?limit=1000');
      return ['portal.document_added', 'portal.access_approved', 'portal.access_revoked'].every((action) =>
        JSON.stringify(body).includes(action),
      );
    });
    expect((await api.call('DELETE', path)).status).toBe(200);
    expect((await api.get(path)).status).toBe(404);
  });

  it('are given to administrators as they were added, changed, replaced and deleted', async () => {
    const { id, sha256 } = await addReport('public');
    const path = `/v1/trustportal/documents/${id}`;
    expect((await get(`/${id}/file`)).headers.get('etag')).toBe(`"${sha256}"`);
    expect((await api.call('PATCH', path, { json: { title: 'Renamed', valid_until: null } })).body).toMatchObject({
      title: 'Renamed',
      valid_until: null,
    });
    const file = { fileName: 'next.txt', type: 'text/plain', content: 'Next' };
    const body = form(['tell', 'false'], ['file', file]);
    expect((await api.post(`${path}/versions`, { body })).body).toMatchObject({ version: 2, file_name: 'next.txt' });
    expect(await (await get(`/${id}/file`)).text()).toBe('Next');
    expect((await api.call('DELETE', path)).body).toEqual({ id, deleted: true });
    expect((await get(`/${id}/file`)).status).toBe(404);
  });

  it('are refused when they are no file that is taken, or a PDF that cannot be read', async () => {
    const attempts = [
      [{ fileName: 'page.html', type: 'text/html', content: '<p>' }, 400],
      [{ fileName: 'broken.pdf', type: 'application/pdf', content: 'no pdf' }, 422],
    ] as const;
    for (const [file, status] of attempts) {
      const body = form(['title', 'Broken'], ['visibility', 'public'], ['file', file]);
      expect((await api.post('/v1/trustportal/documents', { body })).status).toBe(status);
    }
    const wrong = form(
      ['title', 'B'],
      ['visibility', 'secret'],
      ['file', { ...attempts[0][0], fileName: 'b.txt', type: 'text/plain' }],
    );
    expect((await api.post('/v1/trustportal/documents', { body: wrong })).status).toBe(422);
  });
});
