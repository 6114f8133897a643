import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentLinkOf, startPages, tokenIn, type TestPages } from './pages.fixture.js';

let pages: TestPages;
let visitors = 0;
const from = (cookie = '') => ({
  'x-candor-client-address': `198.51.100.${++visitors % 250}`,
  ...(cookie === '' ? {} : { cookie }),
});

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const add = (title: string) =>
  pages.replica.addDocument(
    { title, visibility: 'request', fileName: 'text.txt', bytes: Buffer.from(title) },
    pages.call,
  );
const form = (email: string, document: string) => ({
  ...{ name: 'Ann Reader', email, company: 'Northgate', reason: 'Yearly review', document },
});
const requests = async () =>
  (await pages.replica.access.listAccessRequests({ limit: 100, offset: 0, state: '', query: '' }, pages.call)).requests;
const mailTo = async (email: string, subject: RegExp) => {
  for (;;) {
    const found = pages.mails.findIndex((mail) => mail.to === email && subject.test(mail.subject));
    if (found >= 0) return pages.mails.splice(found, 1)[0]!;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const cookieOf = (headers: Headers): string => /candor_portal=[\w-]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

async function linkToConfirm(email: string, document: string): Promise<string> {
  expect((await pages.post('/acme/documents/request', form(email, document), from())).status).toBe(200);
  return documentLinkOf(await mailTo(email, /^Confirm/), 'confirm');
}

/** Asks, confirms, is approved, and opens the link. */
async function approved(email: string, document: string): Promise<{ id: string; session: string }> {
  const link = await linkToConfirm(email, document);
  await pages.post('/acme/documents/confirm', { token: tokenIn(link) }, from());
  const id = (await requests()).find((request) => request.email === email)!.id;
  await pages.replica.access.approveAccessRequest({ id, documentIds: [], expiresAt: '', note: '' }, pages.call);
  const given = await mailTo(email, /access to documents/);
  const opened = await pages.post('/acme/documents/open', { token: tokenIn(documentLinkOf(given, 'open')) }, from());
  return { id, session: cookieOf(opened.headers) };
}

describe('strangers at the documents of a portal', () => {
  it('who are passed a used link get no session by it', async () => {
    const { id } = await add('Passed on');
    const link = await linkToConfirm('passed@customer.example', id);
    // A program that looks through emails opens links, and changes nothing.
    await pages.get(link, from());
    const [first, second] = [
      await pages.post('/acme/documents/confirm', { token: tokenIn(link) }, from()),
      await pages.post('/acme/documents/confirm', { token: tokenIn(link) }, from()),
    ];
    expect([second.status, cookieOf(second.headers)]).toEqual([200, '']);
    expect((await pages.get('/acme/documents/nda', from(cookieOf(first.headers)))).status).not.toBe(200);
    expect((await requests()).filter(({ email }) => email === 'passed@customer.example')).toHaveLength(1);
  });

  it('whose access is revoked during a download get no further part of it', async () => {
    const { id } = await add('Long text');
    const { id: request, session } = await approved('part@customer.example', id);
    const part = (range: string) => pages.get(`/acme/documents/${id}/file`, { ...from(session), range });
    expect((await part('bytes=0-3')).text).toBe('Long');
    await pages.replica.access.revokeAccessRequest({ id: request }, pages.call);
    expect((await part('bytes=4-8')).status).toBe(404);
    const { downloads } = await pages.replica.access.listDocumentDownloads(
      { limit: 10, offset: 0, documentId: id },
      pages.call,
    );
    expect(downloads).toHaveLength(1);
  });
});
