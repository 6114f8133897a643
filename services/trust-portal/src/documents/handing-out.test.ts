import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPages, type TestPages } from '../pages/pages.fixture.js';
import { visitorsOf } from '../pages/visitors.fixture.js';
import { AccessRequestStore } from '../store/access-requests.js';
import { DocumentDownloadStore } from '../store/document-downloads.js';
import { NdaStore } from '../store/ndas.js';
import { PortalDocumentStore } from '../store/portal-documents.js';
import { PortalFileStore } from '../store/portal-files.js';
import { HandingOut } from './handing-out.js';
import { PdfWork } from './pdf-work.js';

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
    const replies = await Promise.all(Array.from({ length: 24 }, () => pages.get(path, visitors.from(cookie))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await files.countDocuments()).toBe(before + 1);
  });

  it('is not given to who lost access while the copy was made', async () => {
    const { id } = await visitors.addPdf('Taken back');
    const email = 'late@customer.example';
    const request = await visitors.given(email, id);
    const pdfs = new PdfWork();
    pdfs.mark = async (_organizationId, read) => {
      await pages.replica.access.revokeAccessRequest({ id: request.id }, pages.call);
      return read();
    };
    const { organizationId } = pages.call.caller;
    expect(await handingBy(pdfs).hand(organizationId, id, { email, reach: 'full' })).toEqual({ outcome: 'no_access' });
  });

  it('whose copy takes long is there at a later try, and is marked once', async () => {
    const { id } = await visitors.addPdf('Slow');
    const email = 'slow@customer.example';
    await visitors.given(email, id);
    const pdfs = new PdfWork();
    let marked = 0;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    pdfs.mark = async (_organizationId, read) => {
      marked++;
      await released;
      return read();
    };
    const handing = handingBy(pdfs, 20);
    const hand = () => handing.hand(pages.call.caller.organizationId, id, { email, reach: 'full' });
    expect([await hand(), await hand()]).toEqual([{ outcome: 'later' }, { outcome: 'later' }]);
    release();
    let outcome = '';
    while (outcome !== 'file') ({ outcome } = await hand());
    expect(marked).toBe(1);
  });
});

/** Hands out the documents of the test's pages, by other hands on PDFs. */
function handingBy(pdfs: PdfWork, waitMs = 10_000): HandingOut {
  const { db } = pages.replica;
  const stores = {
    documents: new PortalDocumentStore(db),
    files: new PortalFileStore(db),
    requests: new AccessRequestStore(db),
    ndas: new NdaStore(db),
    downloads: new DocumentDownloadStore(db),
  };
  return new HandingOut({ ...stores, pdfs, clock: pages.installation.clock, onDue: () => undefined, waitMs });
}
