import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestLibrary } from '../frequently-asked/library.fixture.js';
import { documentLinkOf, startPages, tokenIn, type TestPages } from './pages.fixture.js';
import { cookieOf, requestForm, visitorsOf } from './visitors.fixture.js';

const library = new TestLibrary([
  {
    id: '11111111-1111-4111-8111-111111111111',
    question: 'Backups?',
    answer: 'Daily.',
    tags: ['public'],
    updatedAt: 1,
  },
]);
let pages: TestPages;
let report = '';
const visitors = visitorsOf(() => pages);
const { mailTo } = visitors;
const from = ({ cookie = '', ...headers }: Record<string, string> = {}) => visitors.from(cookie, headers);
const GERMAN = { 'accept-language': 'de-DE' };
const OWN = { 'x-candor-portal-domain': 'trust.acme.example' };

beforeAll(async () => {
  pages = await startPages({}, { knowledge: library, conversations: library });
  const { replica, call } = pages;
  await replica.access.setNda({ text: 'Keep it secret.', copyTo: 'legal@acme.example' }, call);
  await replica.faq.addFaqEntry({ what: { $case: 'tag', value: 'public' } }, call);
  const file = { fileName: 'a.txt', bytes: Buffer.from('a') };
  const fields = { title: 'SOC 2 <report>', description: 'Of 2029', category: 'Reports', visibility: 'nda' };
  report = (await replica.addDocument({ ...fields, ...file }, call)).id;
  await replica.addDocument({ title: 'Certificate', visibility: 'public', ...file }, call);
});
afterAll(() => pages.close());

const request = async (email: string, headers = {}): Promise<void> => {
  expect((await pages.post('/acme/documents/request', requestForm(email, report), from(headers))).status).toBe(200);
};

/** Confirms by the newest such mail; gives what the page answered. */
async function confirmed(email: string, subject: RegExp, headers = {}) {
  const token = tokenIn(documentLinkOf(await mailTo(email, subject), 'confirm'));
  return pages.post('/acme/documents/confirm', { token }, from(headers));
}

/** Approves what the address asked for, and opens the link; gives what the page answered. */
async function opened(email: string, headers = {}) {
  await visitors.approve((await visitors.requestOf(email))!.id);
  return visitors.opened(email, headers);
}

describe('pages and emails about documents', () => {
  it('speak the language in which the visitor asked, from the first page to the last email', async () => {
    const list = await pages.get('/acme/documents', from(GERMAN));
    expect(list.text).toContain('Zertifikate, Berichte und Richtlinien');
    expect((await pages.get('/acme/documents/request', from(GERMAN))).text).toContain('Wofür brauchen Sie sie?');
    const email = 'anna@kunde.example';
    const wrong = await pages.post('/acme/documents/request', { email: 'x', document: report }, from(GERMAN));
    for (const part of ['Das ist keine E-Mail-Adresse.', 'Bitte füllen Sie dieses Feld aus.'])
      expect(wrong.text).toContain(part);
    await request(email, GERMAN);
    const { headers } = await confirmed(email, /^Bestätigen Sie/, GERMAN);
    const cookie = cookieOf(headers);
    const form = { version: '1', name: 'Anna', agree: 'yes' };
    expect(
      (await pages.post('/acme/documents/nda', { ...form, name: '' }, from({ cookie, ...GERMAN }))).text,
    ).toContain('Bitte schreiben Sie Ihren vollständigen Namen.');
    await pages.post('/acme/documents/nda', form, from({ cookie, ...GERMAN }));
    expect((await mailTo(email, /^Geheimhaltungsvereinbarung/)).text).toContain('Sie haben diese Vereinbarung');
    expect((await mailTo('legal@acme.example', /^Non-disclosure/)).text).toContain('accepted your agreement');
    // By whoever approves, and in whatever language they do.
    const session = cookieOf((await opened(email)).headers);
    expect((await pages.get('/acme/documents', from({ cookie: session, ...GERMAN }))).text).toContain('Herunterladen');
    await pages.post('/acme/documents/sign-in', { email }, from());
    expect((await mailTo(email, /^Ihr Link/)).html).toContain('Dokumente öffnen');
  });

  it('keep someone signed in who confirms another request', async () => {
    const email = 'bea@customer.example';
    await request(email);
    await confirmed(email, /^Confirm/);
    const cookie = cookieOf((await opened(email)).headers);
    await request(email);
    const again = await confirmed(email, /^Confirm/, { cookie });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/portal/acme/documents/nda']);
    expect(again.headers.get('set-cookie')).toBeNull();
    await pages.post('/acme/documents/nda', { version: '1', name: 'Bea', agree: 'yes' }, from({ cookie }));
    expect((await pages.get(`/acme/documents/${report}/file`, from({ cookie }))).status).toBe(200);
    // Of another address than the one that is signed in: that one accepts.
    await request('other@customer.example');
    expect(cookieOf((await confirmed('other@customer.example', /^Confirm/, { cookie })).headers)).not.toBe('');
  });

  it('stay on the portal’s own domain, whose whole host has the session', async () => {
    const email = 'cleo@customer.example';
    await request(email, OWN);
    const { headers } = await confirmed(email, /^Confirm/, OWN);
    expect(headers.get('location')).toBe('/documents/nda');
    expect(headers.get('set-cookie')).toContain('; Path=/;');
    const { headers: signed } = await opened(email, OWN);
    expect(signed.get('location')).toBe('/documents');
    const { text } = await pages.get('/acme/documents', from({ cookie: cookieOf(signed), ...OWN }));
    expect(text).toContain('action="/documents/sign-out"');
    expect((await pages.post('/acme/documents/sign-out', {}, from(OWN))).headers.get('set-cookie')).toMatch(
      /^candor_portal=; Path=\/; Max-Age=0/,
    );
  });
});

describe('documents of a portal', () => {
  it('are told of in two feeds, as the page lists them', async () => {
    const atom = await pages.get('/acme/documents/feed.atom', from());
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(atom.text).toContain('<title>SOC 2 &#60;report&#62;</title>');
    const json = await pages.get('/acme/documents/feed.json', from(OWN));
    expect(JSON.parse(json.text)).toMatchObject({
      feed_url: expect.stringMatching(/^https?:.*\/portal\/acme\/documents\/feed\.json$/) as unknown,
      items: expect.arrayContaining([
        expect.objectContaining({
          id: `urn:uuid:${report}`,
          content_html: expect.stringContaining('Under NDA') as unknown,
        }),
      ]) as unknown,
    });
  });

  it('stand in the navigation and on the front page, unless their section is off', async () => {
    const { replica, call } = pages;
    expect((await pages.get('/acme', from())).text).toContain('<a href="/portal/acme/documents" >Documents</a>');
    await replica.profile.editProfile({ about: 'Careful.', contactEmail: 'trust@acme.example' }, call);
    await replica.profile.publishProfile({}, call);
    const front = (await pages.get('/acme', from())).text;
    expect(front).toContain('id="documents"');
    expect((await pages.get('/acme/updates', from())).text).not.toContain('id="documents"');
    const sections = ['updates', 'faq', 'ask'];
    await replica.profile.editProfile({ sections: { names: sections } }, call);
    await replica.profile.publishProfile({}, call);
    expect((await pages.get('/acme', from())).text).not.toContain('SOC 2');
    for (const path of ['', '/request', '/sign-in', '/feed.atom', `/${report}/file`])
      expect([path, (await pages.get(`/acme/documents${path}`, from())).status]).toEqual([path, 404]);
    const asked = await pages.post('/acme/ask', { question: 'Any pets?' }, from());
    expect(asked.text).toContain('mailto:trust@acme.example');
    await replica.profile.editProfile({ sections: { names: [...sections, 'documents'] } }, call);
    await replica.profile.publishProfile({}, call);
  });

  it('are asked for with a question that nothing answers, which is recorded with who asked', async () => {
    const email = 'dora@customer.example';
    await request(email);
    await confirmed(email, /^Confirm/);
    const cookie = cookieOf((await opened(email)).headers);
    const { text } = await pages.post('/acme/ask', { question: 'Any pets & plants?' }, from({ cookie }));
    expect(library.recorded.at(-1)).toMatchObject({ question: 'Any pets & plants?', userEmail: email });
    const link = /href="\/portal(\/acme\/documents\/request\?reason=[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await pages.get(link, from())).text).toContain('Any pets &#38; plants?</textarea');
    expect(text).not.toContain('mailto:');
  });
});
