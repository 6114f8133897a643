import { createHash } from 'node:crypto';
import { deterministicId, isoTime, micros, newId, type Clock } from '@candor/runtime';
import type { AccessRequest, AccessRequestStore } from '../store/access-requests.js';
import type { DocumentDownloadStore } from '../store/document-downloads.js';
import type { NdaStore } from '../store/ndas.js';
import type { PortalDocument, PortalDocumentStore } from '../store/portal-documents.js';
import type { PortalFileStore, StoredFile } from '../store/portal-files.js';
import type { VisitorSession } from '../store/access-tokens.js';
import { PDF } from './documents.js';
import type { Mark } from './pdf-thread.js';
import type { PdfWork } from './pdf-work.js';

export interface HandingOutParts {
  documents: PortalDocumentStore;
  files: PortalFileStore;
  requests: AccessRequestStore;
  ndas: NdaStore;
  downloads: DocumentDownloadStore;
  pdfs: PdfWork;
  clock: Clock;
  /** Called when others are to be told of a download. */
  onDue: (organizationId: string) => void;
  /** How long a visitor waits for a marked copy, milliseconds; default 10 seconds. */
  waitMs?: number;
}

/** Why a visitor gets no document, or what may be sent. */
export type Handed =
  | { outcome: 'unknown' | 'no_access' | 'nda_needed' | 'later' }
  | { outcome: 'file'; document: PortalDocument; file: StoredFile; request: AccessRequest | undefined };

/** How long a marked copy is kept, so that its parts can be asked for; microseconds. */
const COPY_FOR = 86_400e6;

/** Less than the gateway waits for a page: whoever waits in vain is told when to come back. */
const WAIT_MS = 10_000;

/** Gives documents to visitors: who may have which, marked with who that is. */
export class HandingOut {
  /** Copies that are being made: however many ask for one at a time, it is made once. */
  private readonly making = new Map<string, Promise<StoredFile>>();

  constructor(private readonly parts: HandingOutParts) {}

  /** Everything that the portal offers, and which of it the visitor may download now. */
  async offered(
    organizationId: string,
    visitor: VisitorSession | undefined,
  ): Promise<{ documents: PortalDocument[]; granted: Set<string>; ndaAccepted: boolean }> {
    const { documents, clock } = this.parts;
    const now = micros(clock);
    const [list, granted, ndaAccepted] = await Promise.all([
      documents.valid(organizationId, now),
      this.granted(organizationId, visitor),
      visitor ? this.hasAccepted(organizationId, visitor.email) : false,
    ]);
    return { documents: list, granted: new Set(granted.flatMap(({ grantedIds }) => grantedIds)), ndaAccepted };
  }

  /** What the visitor gets who asks for a document. Nothing is counted yet: see `handed`. */
  async hand(organizationId: string, documentId: string, visitor: VisitorSession | undefined): Promise<Handed> {
    const { documents, clock } = this.parts;
    const document = await documents.find(organizationId, documentId);
    if (!document || (document.validUntil !== undefined && document.validUntil <= micros(clock))) {
      return { outcome: 'unknown' };
    }
    if (document.visibility === 'public') {
      const { fileId, size, sha256 } = document;
      return { outcome: 'file', document, file: { fileId, size, sha256 }, request: undefined };
    }
    const request = await this.requestFor(document, visitor);
    if (!request || !visitor) return { outcome: 'no_access' };
    if (document.visibility === 'nda' && !(await this.hasAccepted(organizationId, visitor.email))) {
      return { outcome: 'nda_needed' };
    }
    const file = await this.inTime(this.copyFor(document, request));
    if (!file) return { outcome: 'later' };
    // Making the copy takes a while, in which access may have been taken back.
    if (!(await this.requestFor(document, visitor))) return { outcome: 'no_access' };
    return { outcome: 'file', document, request, file };
  }

  /**
   * Records that a document is handed out, before a byte goes. `part`: bytes after its beginning, which belong to a download
   * when one of this version was recorded within a day.
   */
  async handed(
    document: PortalDocument,
    request: AccessRequest | undefined,
    { address, part }: { address: string; part: boolean },
  ): Promise<void> {
    const { documents, downloads, clock, onDue } = this.parts;
    const { organizationId, id: documentId, title, version } = document;
    const at = micros(clock);
    if (request) {
      const what = { documentId, version, requestId: request.id };
      if (part && (await downloads.hasBegun(organizationId, { ...what, since: at - COPY_FOR }))) return;
      await downloads.insert({ id: newId(), organizationId, ...what, title, email: request.email, address, at });
      onDue(organizationId);
    } else if (part) return;
    await documents.countDownload(organizationId, documentId);
  }

  /** Undefined when it takes too long, or too many are being made; a copy that takes long is made to its end all the same. */
  private async inTime(copy: Promise<StoredFile>): Promise<StoredFile | undefined> {
    const timer: { late?: NodeJS.Timeout } = {};
    const late = new Promise<undefined>((resolve) => {
      timer.late = setTimeout(() => resolve(undefined), this.parts.waitMs ?? WAIT_MS);
    });
    try {
      return await Promise.race([copy, late]);
    } finally {
      clearTimeout(timer.late);
      // Nobody waits for it any more: the next try tells what became of it.
      copy.catch(() => undefined);
    }
  }

  private async requestFor(
    { organizationId, id }: PortalDocument,
    visitor: VisitorSession | undefined,
  ): Promise<AccessRequest | undefined> {
    return (await this.granted(organizationId, visitor)).find(({ grantedIds }) => grantedIds.includes(id));
  }

  private async granted(organizationId: string, visitor: VisitorSession | undefined): Promise<AccessRequest[]> {
    if (visitor?.reach !== 'full') return [];
    return this.parts.requests.granted(organizationId, visitor.email, micros(this.parts.clock));
  }

  /** The text in force; without one, nothing under NDA is handed out. */
  private async hasAccepted(organizationId: string, email: string): Promise<boolean> {
    const nda = await this.parts.ndas.inForce(organizationId);
    return nda !== undefined && this.parts.ndas.hasAccepted(organizationId, email, nda.version);
  }

  /** A PDF that says on each page who was given it and on which day; other files are handed out as they are. */
  private async copyFor(document: PortalDocument, { email, name, company }: AccessRequest): Promise<StoredFile> {
    const { files, clock } = this.parts;
    const { organizationId, id: documentId, version, fileId, size, sha256, mimeType } = document;
    if (mimeType !== PDF) return { fileId, size, sha256 };
    const now = micros(clock);
    const day = isoTime(now).slice(0, 10);
    const who = createHash('sha256').update(`${email}\n${name}\n${company}`).digest('hex');
    const key = deterministicId('portal-copy', documentId, String(version), who, day);
    const known = await files.copy(organizationId, key, now);
    if (known) return known;
    const line = `Handed out to ${name} <${email}>, ${company}, on ${day} (UTC). Not to be passed on.`;
    const making =
      this.making.get(key) ??
      this.makeCopy(document, key, { line, across: `${email}  ${day}` }).finally(() => this.making.delete(key));
    this.making.set(key, making);
    return making;
  }

  private async makeCopy(document: PortalDocument, key: string, mark: Mark): Promise<StoredFile> {
    const { files, pdfs, clock } = this.parts;
    const { organizationId, id: documentId, fileId, fileName } = document;
    const bytes = await pdfs.mark(organizationId, () => files.readWhole(organizationId, fileId), mark);
    const now = micros(clock);
    const written = await files.write(organizationId, fileName, piecesOf(bytes), now);
    return files.keepCopy(organizationId, key, { ...written, documentId, until: now + COPY_FOR });
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  // A writer takes the memory of what it is given.
  for (let at = 0; at < bytes.length; at += 1 << 20) yield bytes.slice(at, at + (1 << 20));
}
