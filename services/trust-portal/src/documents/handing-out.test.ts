import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPages, type TestPages } from '../pages/pages.fixture.js';
import { visitorsOf } from '../pages/visitors.fixture.js';

let pages: TestPages;
const visitors = visitorsOf(() => pages);

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

const downloadsOf = async (documentId: string) =>
  (await pages.replica.access.listDocumentDownloads({ limit: 100, offset: 0, documentId }, pages.call)).downloads;

describe('a document that is handed out', () => {
  it('is recorded also when its beginning is not asked for, once with the parts of one download', async () => {
    const { id: document } = await visitors.addPdf('In parts');
    const { cookie } = await visitors.given('parts@customer.example', document);
    const path = `/acme/documents/${document}/file`;
    const rest = await pages.get(path, { ...visitors.from(cookie), range: 'bytes=1-' });
    expect(rest.status).toBe(206);
    expect(await downloadsOf(document)).toMatchObject([{ email: 'parts@customer.example', version: 1 }]);
    await pages.get(path, { ...visitors.from(cookie), range: 'bytes=10-20' });
    expect(await downloadsOf(document)).toHaveLength(1);
    await pages.get(path, visitors.from(cookie));
    expect(await downloadsOf(document)).toHaveLength(2);
  });

  it('is marked once, however many ask for it at a time', async () => {
    const { id: document } = await visitors.addPdf('At once');
    const { cookie } = await visitors.given('once@customer.example', document);
    const files = pages.replica.db.collection('portal_file_owners');
    const before = await files.countDocuments();
    const path = `/acme/documents/${document}/file`;
    const replies = await Promise.all(Array.from({ length: 8 }, () => pages.get(path, visitors.from(cookie))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await files.countDocuments()).toBe(before + 1);
  });

  it('stays with who added it when access was taken back while the copy was made', async () => {
    const { id: document } = await visitors.addPdf('Taken back');
    const { id, cookie } = await visitors.given('late@customer.example', document);
    const busy = await visitors.addPdf('Busy');
    const other = await visitors.given('busy@customer.example', busy.id);
    const ahead = Promise.all(
      Array.from({ length: 5 }, () => pages.get(`/acme/documents/${busy.id}/file`, visitors.from(other.cookie))),
    );
    const asked = pages.get(`/acme/documents/${document}/file`, visitors.from(cookie));
    await pages.replica.access.revokeAccessRequest({ id }, pages.call);
    await ahead;
    expect((await asked).status).toBe(404);
  });
});
