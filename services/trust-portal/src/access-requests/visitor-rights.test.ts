import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { micros } from '@candor/runtime';
import { documentLinkOf, startPages, tokenIn, type TestPages } from '../pages/pages.fixture.js';
import { visitorsOf } from '../pages/visitors.fixture.js';
import { PortalMailStore, PORTAL_MAILS } from '../store/portal-mails.js';

let pages: TestPages;
const visitors = visitorsOf(() => pages);

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const rowsOf = (collection: string, email: string): Promise<number> =>
  pages.replica.db.collection(collection).countDocuments({ email });

describe('what is kept of a visitor', () => {
  it('goes with the last request, unconfirmed ones included', async () => {
    const { id: document } = await visitors.addPdf('Erased');
    const email = 'erased@customer.example';
    const { id, cookie } = await visitors.given(email, document);
    await pages.get(`/acme/documents/${document}/file`, visitors.from(cookie));
    const form = { name: 'Ann', email, company: 'Northgate', reason: 'Again', document };
    await pages.post('/acme/documents/request', form, visitors.from());
    await visitors.mailTo(email, /^Confirm/);
    await pages.replica.access.deleteAccessRequest({ id }, pages.call);
    for (const kept of ['access_requests', 'document_downloads', 'portal_mails', 'access_tokens', 'visitor_sessions'])
      expect([kept, await rowsOf(kept, email)]).toEqual([kept, 0]);
  });

  it('is not an address that anybody entered, once its email is done and some time has passed', async () => {
    const { id: document } = await visitors.addPdf('Never confirmed');
    const email = 'stranger@customer.example';
    const form = { name: 'Mallory', email, company: 'None', reason: 'None', document };
    await pages.post('/acme/documents/request', form, visitors.from());
    await visitors.mailTo(email, /^Confirm/);
    const rows = pages.replica.db.collection(PORTAL_MAILS);
    while ((await rows.countDocuments({ email, state: { $nin: ['pending', 'claimed'] } })) === 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const mails = new PortalMailStore(pages.replica.db);
    const now = micros(pages.installation.clock);
    await mails.removeDone(now - 1000);
    expect(await rowsOf(PORTAL_MAILS, email)).toBe(1);
    await mails.removeDone(now + 1000);
    expect(await rowsOf(PORTAL_MAILS, email)).toBe(0);
  });
});

describe('an agreement', () => {
  it('is asked for anew when its text changes, not when copies go to another address', async () => {
    const { setNda, getNda } = pages.replica.access;
    await setNda({ text: '# Secret', copyTo: 'legal@acme.example' }, pages.call);
    await setNda({ text: '# Secret', copyTo: 'contracts@acme.example' }, pages.call);
    expect(await getNda({}, pages.call)).toMatchObject({ version: 1, copyTo: 'contracts@acme.example' });
    expect(await setNda({ text: '# More', copyTo: 'legal@acme.example' }, pages.call)).toMatchObject({ version: 2 });
  });
});

describe('copies of acceptances', () => {
  it.each(['', 'legal', 'a b@acme.example'])('cannot go to “%s” while an agreement is in force', async (copyTo) => {
    const { setNda } = pages.replica.access;
    await expect(setNda({ text: '# Secret', copyTo }, pages.call)).rejects.toThrow(/must be an email address/);
  });

  it('need no address without an agreement, and never take a wrong one', async () => {
    const { setNda } = pages.replica.access;
    await expect(setNda({ text: '', copyTo: 'legal' }, pages.call)).rejects.toThrow(/must be an email address/);
    expect(await setNda({ text: '', copyTo: ' ' }, pages.call)).toMatchObject({ text: '', copyTo: '' });
  });
});

describe('an address of the pages', () => {
  it('is refused when it leads elsewhere than it seems', async () => {
    expect(await pages.raw('/acme/documents')).toBe(200);
    for (const path of ['/other/../acme', '/other/%2e%2e/acme', '/other\\..\\acme', '/_assets/../acme'])
      expect([path, await pages.raw(path)]).toEqual([path, 404]);
  });

  it('takes no form that another site sends, so that nobody is signed in as somebody else', async () => {
    const { id: document } = await visitors.addPdf('Foreign');
    const email = 'mallory@customer.example';
    await visitors.approve(await visitors.ask(email, document));
    const link = documentLinkOf(await visitors.mailTo(email, /access to documents/), 'open');
    const open = (site: string) =>
      pages.post('/acme/documents/open', { token: tokenIn(link) }, { ...visitors.from(), 'sec-fetch-site': site });
    for (const site of ['cross-site', 'same-site']) {
      const refused = await open(site);
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    }
    expect((await open('same-origin')).status).toBe(303);
  });
});
