import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pdfOf, textsOf } from '../documents/pdf.fixture.js';
import { PORTAL_MAILS } from '../store/portal-mails.js';
import { startPages, type TestPages } from './pages.fixture.js';
import { cookieOf, requestForm, visitorsOf } from './visitors.fixture.js';

let pages: TestPages;
const visitors = visitorsOf(() => pages);
const { from, mailTo } = visitors;

beforeAll(async () => {
  pages = await startPages();
  for (const call of [pages.call, pages.beta]) {
    await pages.replica.access.setNda({ text: 'Keep it secret.', copyTo: 'legal@acme.example' }, call);
  }
});
afterAll(() => pages.close());

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '"><img src=x onerror=alert(1)>';
/** As it stands in a page or an email: no mark of it is one. */
const isHarmless = (html: string): boolean => !/<script|<img src=x|<b>/i.test(html);

describe('the documents of a portal', () => {
  it('are answered a thousand times from one network by a few emails and a time to come back', async () => {
    const { id } = await visitors.add('Flood', 'request');
    const network = { 'x-candor-client-address': '203.0.113.77' };
    const statuses = new Map<number, number>();
    const senders = Array.from({ length: 20 }, async (_none, sender) => {
      for (let n = 0; n < 50; n++) {
        const email = `v${sender}-${n}@flood.example`;
        const { status, headers } = await pages.post('/acme/documents/request', requestForm(email, id), network);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
    await Promise.all(senders);
    expect([...statuses]).toEqual(
      expect.arrayContaining([
        [200, 30],
        [429, 970],
      ]),
    );
    // Nobody else is held up, and nothing is stored of what was refused.
    const { status } = await pages.post('/acme/documents/request', requestForm('else@other.example', id), from());
    expect(status).toBe(200);
    await mailTo('else@other.example', /^Confirm/);
    const flood = { email: { $regex: 'flood.example$' } };
    expect(await pages.replica.db.collection(PORTAL_MAILS).countDocuments(flood)).toBeLessThanOrEqual(30);
  });

  it('are not opened by a session, a link or an acceptance of another tenant’s portal', async () => {
    const { id: ours } = await visitors.addPdf('Ours', 'nda');
    const bytes = await pdfOf('Theirs');
    const { id: theirs } = await pages.replica.addDocument({ title: 'Theirs', visibility: 'nda', bytes }, pages.beta);
    const email = 'both@customer.example';
    const { id, cookie: confirmed } = await visitors.asked(email, ours);
    await pages.post('/acme/documents/nda', { version: '1', name: 'Both', agree: 'yes' }, from(confirmed));
    await visitors.approve(id);
    const cookie = await visitors.signIn(email);
    expect((await pages.get(`/acme/documents/${ours}/file`, from(cookie))).status).toBe(200);
    for (const document of [ours, theirs]) {
      expect((await pages.get(`/beta/documents/${document}/file`, from(cookie))).status).toBe(404);
    }
    expect((await pages.get(`/acme/documents/${theirs}/file`, from(cookie))).status).toBe(404);
    const list = (await pages.get('/beta/documents', from(cookie))).text;
    expect([list.includes('Theirs'), list.includes(email), list.includes('Ours')]).toEqual([true, false, false]);
    await pages.post('/acme/documents/sign-in', { email }, from());
    const token = /open\?token=(\S+)/.exec((await mailTo(email, /^Your link/)).text)?.[1] ?? '';
    expect((await pages.get(`/beta/documents/open?token=${token}`, from())).status).toBe(404);
    const opened = await pages.post('/beta/documents/open', { token }, from());
    expect([opened.status, cookieOf(opened.headers)]).toEqual([404, '']);
    expect((await pages.post('/acme/documents/open', { token }, from())).status).toBe(303);
  });

  it('show HTML in names as text: in pages, feeds, emails and the PDF of an agreement', async () => {
    const fields = { description: IMAGE, category: `<b>${SCRIPT}` };
    const { id: document } = await visitors.add(SCRIPT, 'nda', { fileName: `${IMAGE}.txt`, ...fields });
    for (const path of ['/acme', '/acme/documents', '/acme/documents/request']) {
      expect([path, isHarmless((await pages.get(path, from())).text)]).toEqual([path, true]);
    }
    const atom = (await pages.get('/acme/documents/feed.atom', from())).text;
    expect(isHarmless(atom)).toBe(true);
    const json = JSON.parse((await pages.get('/acme/documents/feed.json', from())).text) as {
      items: { content_html?: string }[];
    };
    expect(json.items.every(({ content_html: html = '' }) => isHarmless(html))).toBe(true);

    const email = 'html@customer.example';
    const form = requestForm(email, document, { name: `<b>Ann</b>${IMAGE}`, company: SCRIPT, reason: SCRIPT });
    await pages.post('/acme/documents/request', form, from());
    const confirm = await mailTo(email, /^Confirm/);
    const token = /confirm\?token=(\S+)/.exec(confirm.text)?.[1] ?? '';
    expect(isHarmless((await pages.get(`/acme/documents/confirm?token=${token}`, from())).text)).toBe(true);
    const confirmed = await pages.post('/acme/documents/confirm', { token }, from());
    const accepted = { version: '1', name: `<b>Ann</b>${IMAGE}`, agree: 'yes' };
    const cookie = cookieOf(confirmed.headers);
    await pages.post('/acme/documents/nda', accepted, from(cookie));
    const [mine, teams] = [await mailTo(email, /^Non-disc/), await mailTo('legal@acme.example', /^Non-disc/)];
    await visitors.approve((await visitors.requestOf(email))!.id, { note: SCRIPT });
    const approved = await mailTo(email, /access to documents/);
    for (const mail of [confirm, mine, teams, approved]) {
      expect([mail.subject, isHarmless(mail.html)]).toEqual([mail.subject, true]);
      expect(mail.subject).not.toMatch(/[\r\n]/);
    }
    const pdf = (await textsOf(mine.attachments![0]!.bytes)).join('').replace(/\s/g, '');
    expect(pdf).toContain('<b>Ann</b>"><imgsrc=xonerror=alert(1)>');
  });
});
