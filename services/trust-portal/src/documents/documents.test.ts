import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, systemClock } from '@candor/runtime';
import { NdaStore } from '../store/ndas.js';
import { PortalDocumentStore } from '../store/portal-documents.js';
import { PortalFileStore } from '../store/portal-files.js';
import { startInstallation, type Installation, type Replica } from '../trust-portal.fixture.js';
import { PortalDocuments } from './documents.js';
import { pdfOf } from './pdf.fixture.js';
import { PdfWork } from './pdf-work.js';

let installation: Installation;
let replica: Replica;

beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica({});
});
afterAll(() => installation.close());

const fileOf = (content: string | Uint8Array) => ({
  name: 'text.txt',
  mimeType: 'text/plain',
  bytes: (async function* () {
    await Promise.resolve();
    yield Buffer.from(content);
  })(),
});
const fields = { title: 'Kept', description: '', category: '', visibility: 'public', validUntil: '' };

it('keeps the file of a document that is stored, whatever fails afterwards', async () => {
  const organizationId = newId();
  const documents = new PortalDocumentStore(replica.db);
  const files = new PortalFileStore(replica.db);
  files.own = () => Promise.reject(new Error('the database went away'));
  const parts = { documents, files, ndas: new NdaStore(replica.db), pdfs: new PdfWork() };
  const editing = new PortalDocuments({ ...parts, clock: systemClock, onDue: () => undefined });
  const id = newId();
  await expect(editing.add(organizationId, fileOf('first'), () => fields, id)).rejects.toThrow('went away');
  const whole = async (version: number) =>
    (await editing.read(organizationId, id, { version, offset: 0, length: 100 })).toString();
  expect(await whole(1)).toBe('first');
  const version = () => ({ id, tell: false, creationId: newId() });
  await expect(editing.addVersion(organizationId, fileOf('second'), version)).rejects.toThrow('went away');
  expect(await whole(2)).toBe('second');
});

it('refuses a PDF that takes too long to be marked, and says what to do', async () => {
  const organizationId = newId();
  const [documents, files] = [new PortalDocumentStore(replica.db), new PortalFileStore(replica.db)];
  const pdfs = new PdfWork(1);
  const parts = { documents, files, ndas: new NdaStore(replica.db), pdfs };
  const editing = new PortalDocuments({ ...parts, clock: systemClock, onDue: () => undefined });
  const slow = fileOf(await pdfOf('Slow', { pages: 50 }));
  await expect(editing.add(organizationId, slow, () => fields, newId())).rejects.toMatchObject({
    kind: 'invalid',
    code: 'document_too_slow',
    message: expect.stringContaining('split it'),
  });
  const owners = replica.db.collection('portal_file_owners');
  expect(await owners.countDocuments({ organization_id: organizationId })).toBe(0);
  await pdfs.close();
});

it('refuses a PDF that is too large while it comes, and takes no more of it', async () => {
  const organizationId = newId();
  const [documents, files] = [new PortalDocumentStore(replica.db), new PortalFileStore(replica.db)];
  const parts = { documents, files, ndas: new NdaStore(replica.db), pdfs: new PdfWork(), mostPdfBytes: 3 << 20 };
  const editing = new PortalDocuments({ ...parts, clock: systemClock, onDue: () => undefined });
  let taken = 0;
  const large = (beginning: string) => ({
    name: 'large.bin',
    mimeType: '',
    bytes: (async function* () {
      await Promise.resolve();
      yield Buffer.from(beginning.slice(0, 3));
      yield Buffer.from(beginning.slice(3));
      for (taken = 0; taken < 6; taken++) yield Buffer.alloc(1 << 20);
    })(),
  });
  await expect(editing.add(organizationId, large('%PDF-1.7'), () => fields, newId())).rejects.toMatchObject({
    kind: 'too_large',
    code: 'pdf_too_large',
    message: expect.stringContaining('Reduce its pictures'),
  });
  expect(taken).toBeLessThan(4);
  const owners = replica.db.collection('portal_file_owners');
  expect(await owners.countDocuments({ organization_id: organizationId })).toBe(0);
  // What is no PDF is not marked, and may be larger.
  await editing.add(organizationId, large('text'), () => fields, newId());
});
