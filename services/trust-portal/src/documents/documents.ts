import {
  AppError,
  EARLIEST,
  expiry,
  invalid,
  isTakenTime,
  micros,
  notFound,
  YEARS_TAKEN,
  type Clock,
} from '@candor/runtime';
import type { PortalFileStore, StoredFile } from '../store/portal-files.js';
import {
  VISIBILITIES,
  type DocumentChange,
  type PortalDocument,
  type PortalDocumentStore,
  type Visibility,
} from '../store/portal-documents.js';
import type { NdaStore } from '../store/ndas.js';
import { refusalOf } from './pdf-thread.js';
import type { PdfWork } from './pdf-work.js';

export interface DocumentParts {
  documents: PortalDocumentStore;
  files: PortalFileStore;
  ndas: NdaStore;
  pdfs: PdfWork;
  clock: Clock;
  /** Called when people are to be told of a new version. */
  onDue: (organizationId: string) => void;
  /** Bytes of the largest PDF; default 100 MB. */
  mostPdfBytes?: number;
}

export interface IncomingFile {
  name: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
}

export interface DocumentFields {
  title: string;
  description: string;
  category: string;
  visibility: string;
  /** ISO 8601, UTC; '' for ever. */
  validUntil: string;
}

/** Documents on one page, and rows that one call reads. */
const MOST_DOCUMENTS = 500;
export const PDF = 'application/pdf';
/** A PDF is held in memory when it is marked. */
export const MOST_PDF_BYTES = 100 * 1024 * 1024;
const PDF_BEGINNING = '%PDF-';
/** In so many bytes it stands somewhere. */
const BEGINNING = 1024;

/** What administrators do with the documents that a trust portal hands out. */
export class PortalDocuments {
  constructor(private readonly parts: DocumentParts) {}

  async get(organizationId: string, id: string): Promise<PortalDocument> {
    const document = await this.parts.documents.find(organizationId, id);
    if (!document) throw notFound('portal_document');
    return document;
  }

  /** Stores the file as it comes, then the document; `done` gives the fields when all bytes have come. */
  async add(
    organizationId: string,
    file: IncomingFile,
    done: () => DocumentFields,
    creationId: string,
  ): Promise<PortalDocument> {
    const { documents, files, clock } = this.parts;
    const stored = await this.store(organizationId, file);
    const document = await this.orRemoved(organizationId, stored, async () => {
      const { validUntil, ...fields } = done();
      const visibility = await this.visibilityOf(organizationId, fields.visibility);
      if ((await documents.count(organizationId)) >= MOST_DOCUMENTS) throw tooMany();
      const now = micros(clock);
      return documents.insert({
        id: creationId,
        organizationId,
        ...fields,
        visibility,
        validUntil: timeOf(validUntil) ?? undefined,
        version: 1,
        fileName: file.name,
        ...stored,
        createdAt: now,
        updatedAt: now,
        downloads: 0,
      });
    });
    if (document.fileId === stored.fileId) await files.own(organizationId, stored.fileId);
    // A repeat of the call stored the same file a second time.
    else await files.remove(organizationId, stored.fileId);
    return document;
  }

  /** Puts another file in the place of a document's own. `tell`: who was given an earlier version is told by email. */
  async addVersion(
    organizationId: string,
    file: IncomingFile,
    done: () => { id: string; tell: boolean; creationId: string },
  ): Promise<PortalDocument> {
    const { documents, files, clock, onDue } = this.parts;
    const stored = await this.store(organizationId, file);
    const { before, after } = await this.orRemoved(organizationId, stored, async () => {
      const { id, tell, creationId } = done();
      const known = await documents.addedBy(organizationId, id, creationId);
      if (known) return { before: undefined, after: known };
      const before = await this.get(organizationId, id);
      const change = { ...stored, fileName: file.name, tell, creationId, now: micros(clock) };
      const after = await documents.replaceFile(organizationId, id, before.version, change);
      if (!after) throw changedMeanwhile();
      return { before, after };
    });
    if (!before) await files.remove(organizationId, stored.fileId);
    else {
      await files.own(organizationId, stored.fileId);
      await files.removeCopies(organizationId, after.id);
      await files.remove(organizationId, before.fileId);
      onDue(organizationId);
    }
    return after;
  }

  /** Removes a stored file when `name` fails, which lets a document name it: afterwards the file is the document's. */
  private async orRemoved<Named>(
    organizationId: string,
    { fileId }: StoredFile,
    name: () => Promise<Named>,
  ): Promise<Named> {
    try {
      return await name();
    } catch (error) {
      await this.parts.files.remove(organizationId, fileId);
      throw error;
    }
  }

  async update(
    organizationId: string,
    id: string,
    { validUntil, visibility, ...change }: Partial<DocumentFields>,
  ): Promise<PortalDocument> {
    const { documents, clock } = this.parts;
    await this.get(organizationId, id);
    const set: DocumentChange = {
      ...change,
      ...(visibility === undefined ? {} : { visibility: await this.visibilityOf(organizationId, visibility) }),
      ...(validUntil === undefined ? {} : { validUntil: timeOf(validUntil) }),
    };
    const document = await documents.update(organizationId, id, set, micros(clock));
    if (!document) throw notFound('portal_document');
    return document;
  }

  /** The document first: nothing names a file that is gone. */
  async remove(organizationId: string, id: string): Promise<void> {
    const { documents, files } = this.parts;
    const { fileId } = await this.get(organizationId, id);
    await documents.remove(organizationId, id);
    await files.removeCopies(organizationId, id);
    await files.remove(organizationId, fileId);
  }

  /** A stretch of the file as it was added; throws when another version has taken its place. */
  async read(
    organizationId: string,
    id: string,
    { version, offset, length }: { version: number; offset: number; length: number },
  ): Promise<Buffer> {
    const document = await this.get(organizationId, id);
    if (document.version !== version) throw changedMeanwhile();
    const end = Math.min(document.size, offset + length);
    return this.parts.files.readWhole(organizationId, document.fileId, { start: offset, end });
  }

  /** Refuses a PDF that could not be marked when it is handed out: whoever added it can still do something about it. */
  private async store(organizationId: string, file: IncomingFile): Promise<StoredFile & { mimeType: string }> {
    const { files, pdfs, clock } = this.parts;
    const most = this.parts.mostPdfBytes ?? MOST_PDF_BYTES;
    const stored = await files.write(organizationId, file.name, boundedPdf(file.bytes, most), micros(clock));
    try {
      const start = { start: 0, end: Math.min(stored.size, BEGINNING) };
      const beginning = (await files.readWhole(organizationId, stored.fileId, start)).toString('latin1');
      const isPdf = beginning.includes(PDF_BEGINNING);
      const saysPdf = file.mimeType === PDF || file.name.toLowerCase().endsWith('.pdf');
      if (!isPdf && saysPdf) throw refusalOf('document_unreadable');
      if (isPdf) await pdfs.check(organizationId, () => files.readWhole(organizationId, stored.fileId));
      return { ...stored, mimeType: isPdf ? PDF : file.mimeType || 'application/octet-stream' };
    } catch (error) {
      await files.remove(organizationId, stored.fileId);
      throw error;
    }
  }

  private async visibilityOf(organizationId: string, given: string): Promise<Visibility> {
    const visibility = VISIBILITIES.find((one) => one === given);
    if (!visibility) {
      throw invalid([{ path: 'visibility', message: `visibility must be one of ${VISIBILITIES.join(', ')}.` }]);
    }
    if (visibility === 'nda' && !(await this.parts.ndas.inForce(organizationId))) {
      const message = 'There is no agreement yet. Put the text of your NDA in force first.';
      throw new AppError('conflict', 'nda_missing', message);
    }
    return visibility;
  }
}

/** The same bytes; fails with `pdf_too_large` as soon as a PDF has more than `most`, and takes no more of it. */
async function* boundedPdf(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  let beginning = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (beginning.length < BEGINNING) {
      beginning = Buffer.concat([beginning, piece.subarray(0, BEGINNING - beginning.length)]);
    }
    size += piece.byteLength;
    if (size > most && beginning.includes(PDF_BEGINNING, 0, 'latin1')) throw pdfTooLarge();
    yield piece;
  }
}

/** Microseconds; null when it is '', or so late that it means never. */
export function timeOf(iso: string): number | null {
  if (iso === '') return null;
  const at = Date.parse(iso) * 1000;
  if (Number.isNaN(at) || at < EARLIEST || (expiry(at) !== undefined && !isTakenTime(at))) {
    throw invalid([{ path: 'valid_until', message: `must be a time in ISO 8601; ${YEARS_TAKEN}.` }]);
  }
  return expiry(at) ?? null;
}

const tooMany = (): AppError =>
  new AppError('conflict', 'too_many_documents', `A portal holds ${MOST_DOCUMENTS} documents. Delete one first.`);
const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'document_changed', 'Another version was added meanwhile. Look at it, then try again.');
const pdfTooLarge = (): AppError =>
  new AppError('too_large', 'pdf_too_large', 'A PDF may have 100 MB, for each copy is marked. Reduce its pictures.');
