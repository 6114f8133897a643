import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPages, tokenIn, type TestPages } from './pages.fixture.js';
import { cookieOf, visitorsOf } from './visitors.fixture.js';

let pages: TestPages;
const visitors = visitorsOf(() => pages);
const { from, requests, linkToConfirm, given } = visitors;

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const add = (title: string) => visitors.add(title, 'request');

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
    const { id: request, cookie: session } = await given('part@customer.example', id);
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
