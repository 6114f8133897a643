import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encryptedPdf, pdfOf, textsOf } from '../documents/pdf.fixture.js';
import { documentLinkOf, startPages, tokenIn, type TestPages } from './pages.fixture.js';
import { cookieOf, requestForm, visitorsOf } from './visitors.fixture.js';

let pages: TestPages;
const visitors = visitorsOf(() => pages);
const { from, mailTo, requests, asked, approve, add, addPdf } = visitors;

beforeAll(async () => {
  pages = await startPages();
  await pages.replica.access.setNda(
    { text: '# Keep it secret\n\nFor **five** years.', copyTo: 'legal@acme.example' },
    pages.call,
  );
});
afterAll(() => pages.close());

/** Opens the link of the newest such mail; gives the cookie. */
async function signedIn(email: string): Promise<string> {
  const link = documentLinkOf(await mailTo(email, /access to documents|Your link/), 'open');
  expect((await pages.get(link, from())).text).toContain(email);
  const opened = await pages.post('/acme/documents/open', { token: tokenIn(link) }, from());
  expect(opened.status).toBe(303);
  // Once: whoever was passed the link gets nothing.
  expect((await pages.post('/acme/documents/open', { token: tokenIn(link) }, from())).status).toBe(404);
  return cookieOf(opened.headers);
}

describe('documents of a portal', () => {
  it('are there for everybody when they are public, whole or in parts, as they were added', async () => {
    const { id, size } = await addPdf('Certificate', 'public');
    expect((await pages.get('/acme', from())).text).toContain('Certificate');
    const whole = await pages.get(`/acme/documents/${id}/file`, from());
    expect([whole.status, whole.bytes.length, whole.headers.get('accept-ranges')]).toEqual([200, size, 'bytes']);
    expect(whole.headers.get('content-disposition')).toContain('report.pdf');
    const part = await pages.get(`/acme/documents/${id}/file`, { ...from(), range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(part.bytes.equals(whole.bytes.subarray(10, 20))).toBe(true);
    expect((await pages.get(`/acme/documents/${id}/file`, { ...from(), range: `bytes=${size}-` })).status).toBe(416);
    const etag = whole.headers.get('etag')!;
    expect((await pages.get(`/acme/documents/${id}/file`, { ...from(), 'if-none-match': etag })).status).toBe(304);
  });

  it('are out of sight when they are no longer valid', async () => {
    const { id } = await add('Old certificate', 'public', { validUntil: '2029-01-01T00:00:00Z' });
    expect((await pages.get('/acme/documents', from())).text).not.toContain('Old certificate');
    expect((await pages.get(`/acme/documents/${id}/file`, from())).status).toBe(404);
  });

  it('lead from a request over the agreement and an approval to a marked copy, until the access ends', async () => {
    const { id: report } = await addPdf('SOC 2 report', 'nda');
    const email = 'ann@customer.example';
    const { id, cookie, to } = await asked(email, report);
    expect(to).toBe('/portal/acme/documents/nda');
    const text = await pages.get('/acme/documents/nda', from(cookie));
    expect(text.text).toContain('<strong>five</strong>');
    expect((await pages.post('/acme/documents/nda', { version: '1', name: 'Ann' }, from(cookie))).status).toBe(422);
    const accepted = { version: '1', name: '<b>Ann</b> Reader', agree: 'yes' };
    expect((await pages.post('/acme/documents/nda', accepted, from(cookie))).status).toBe(200);
    for (const to of [email, 'legal@acme.example']) {
      const mail = await mailTo(to, /^Non-disclosure/);
      expect(mail.html).not.toContain('<b>Ann</b>');
      expect((await textsOf(mail.attachments![0]!.bytes)).join('\n')).toContain(email);
    }
    // The confirmed address alone opens nothing.
    expect((await pages.get(`/acme/documents/${report}/file`, from(cookie))).status).toBe(404);

    const expiresAt = new Date(pages.installation.clock.now() + 3_600_000).toISOString();
    await approve(id, { expiresAt });
    const session = await signedIn(email);
    expect((await pages.get('/acme/documents', from(session))).text).toContain('Download');
    const file = await pages.get(`/acme/documents/${report}/file`, from(session));
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect((await textsOf(file.bytes))[0]).toMatch(
      /Handed out to Ann Reader <ann@customer\.example>, Northgate, on 2030-01-01/,
    );
    const part = await pages.get(`/acme/documents/${report}/file`, { ...from(session), range: 'bytes=100-' });
    expect(part.bytes.equals(file.bytes.subarray(100))).toBe(true);
    const { downloads } = await pages.replica.access.listDocumentDownloads(
      { limit: 10, offset: 0, documentId: report },
      pages.call,
    );
    expect(downloads).toMatchObject([{ email, version: 1, requestId: id }]);
    while (pages.events.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(pages.events.map(({ type }) => type).sort()).toEqual([
      'notify.access_requested',
      'portal.access_requested',
      'portal.document_downloaded',
      'portal.nda_accepted',
    ]);

    pages.installation.clock.advance(3_600_001);
    expect((await pages.get(`/acme/documents/${report}/file`, from(session))).status).toBe(404);
    expect((await requests()).find((request) => request.id === id)?.state).toBe('expired');
  });

  it('can be given in part, given anew by a link that is asked for, and taken back at once', async () => {
    const [{ id: first }, { id: second }] = [await add('First', 'request'), await add('Second', 'request')];
    const email = 'bob@customer.example';
    const { id } = await asked(email, [first, second]);
    await approve(id, { documentIds: [first], note: 'Only this one.' });
    const mail = await mailTo(email, /access to documents/);
    expect(mail.text).toContain('Only this one.');
    pages.installation.clock.advance(31 * 60_000);
    expect((await pages.get(documentLinkOf(mail, 'open'), from())).status).toBe(404);
    await pages.post('/acme/documents/sign-in', { email }, from());
    const session = await signedIn(email);
    expect((await pages.get(`/acme/documents/${first}/file`, from(session))).status).toBe(200);
    expect((await pages.get(`/acme/documents/${second}/file`, from(session))).status).toBe(404);
    await pages.replica.access.revokeAccessRequest({ id }, pages.call);
    expect((await pages.get(`/acme/documents/${first}/file`, from(session))).status).toBe(404);
  });

  it('tell who has an earlier version of a new one, when the team says so', async () => {
    const { id: document } = await add('Policy', 'request');
    const email = 'cy@customer.example';
    await approve((await asked(email, document)).id);
    await pages.get(`/acme/documents/${document}/file`, from(await signedIn(email)));
    await pages.replica.addVersion({ id: document, tell: true, bytes: await pdfOf('Policy 2') }, pages.call);
    expect((await mailTo(email, /new version of “Policy”/)).text).toContain('/documents/sign-in');
  });

  it('are approved by rule for a domain and an address, and declined with a word', async () => {
    const { id: document } = await add('Rules', 'request');
    const rules = { domains: ['friend.example'], addresses: ['one@else.example'], days: 30 };
    await pages.replica.access.setAccessRules(rules, pages.call);
    for (const email of ['x@friend.example', 'one@else.example']) {
      await asked(email, document);
      expect(await signedIn(email)).not.toBe('');
    }
    const { id } = await asked('x@sub.friend.example', document);
    expect((await requests()).find((request) => request.id === id)?.state).toBe('open');
    await pages.replica.access.declineAccessRequest({ id, note: 'Ask your buyer.' }, pages.call);
    expect((await mailTo('x@sub.friend.example', /^Your request/)).text).toContain('Ask your buyer.');
  });
});

describe('bad input', () => {
  it('answers the same to every address, and shows no one who has access', async () => {
    const { id } = await add('Silent', 'request');
    const email = 'silent@customer.example';
    await approve((await asked(email, id)).id);
    const answers = [];
    for (const one of [email, 'never@customer.example']) {
      const request = await pages.post('/acme/documents/request', requestForm(one, id), from());
      const link = await pages.post('/acme/documents/sign-in', { email: one }, from());
      answers.push(`${request.status} ${request.text} ${link.status} ${link.text}`);
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('finds nothing by guessed ids, sessions and links, nor in another portal', async () => {
    const { id } = await add('Guessed', 'request');
    const there = await pages.get(`/acme/documents/${id}/file`, from('candor_portal=aaaaaaaaaaaaaaaaaaaaaaaaaaaa'));
    const nowhere = await pages.get('/acme/documents/11111111-1111-4111-8111-111111111111/file', from());
    expect([there.status, there.text]).toEqual([404, nowhere.text]);
    for (const page of ['confirm', 'open']) {
      expect((await pages.get(`/acme/documents/${page}?token=guess`, from())).status).toBe(404);
    }
    for (const path of ['/acme/documents/x', '/acme/documents/constructor', `/acme/documents/${id}/file/x`]) {
      expect((await pages.get(path, from())).status).toBe(404);
    }
    expect((await pages.get(`/other/documents/${id}/file`, from())).status).toBe(404);
    expect((await pages.get('/acme/documents/sign-out', from())).status).toBe(405);
  });

  it('shows HTML in names as text, and what is wrong beside each field', async () => {
    const { id } = await add('<script>alert(1)</script>', 'request');
    expect((await pages.get('/acme/documents', from())).text).not.toContain('<script>');
    const wrong = await pages.post(
      '/acme/documents/request',
      requestForm('no address', id, { name: '"><img>', reason: '' }),
      from(),
    );
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('This is not an email address.');
    expect(wrong.text).not.toContain('<img>');
  });

  it('refuses a PDF that cannot be marked when it is added, and keeps nothing of it', async () => {
    const before = await pages.replica.db.collection('portal_file_owners').countDocuments();
    const attempts = [
      [await encryptedPdf(), 'document_encrypted'],
      [Buffer.from('no pdf'), 'document_unreadable'],
    ] as const;
    for (const [bytes, code] of attempts) {
      await expect(add('Broken', 'public', { bytes, fileName: 'report.pdf' })).rejects.toMatchObject({ code });
    }
    expect(await pages.replica.db.collection('portal_file_owners').countDocuments()).toBe(before);
  });

  it('is limited by network', async () => {
    const { id } = await add('Flood', 'request');
    const network = { 'x-candor-client-address': '203.0.113.9' };
    for (let n = 0; n < 30; n++)
      await pages.post('/acme/documents/request', requestForm(`f${n}@customer.example`, id), network);
    const refused = await pages.post('/acme/documents/request', requestForm('f30@customer.example', id), network);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
