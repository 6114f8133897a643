import { AppError, failpoint, invalid, micros, newId, notFound, type Bus, type Clock } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import type { FileStore } from '../store/files.js';
import type { KnowledgeDocumentDocument, PassageDocument, UpcomingFile } from '../store/knowledge-documents.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import { firstWork } from '../store/work.js';
import { cycleChange, verified } from './review-cycle.js';

export interface KnowledgeActor {
  organizationId: string;
  actor: string;
  requestId: string;
}

/** Extension → MIME type of what can be evidence. */
export const KNOWLEDGE_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  md: 'text/markdown',
  txt: 'text/plain',
  html: 'text/html',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/** The organization's evidence files. */
export class KnowledgeDocuments {
  constructor(
    private readonly store: KnowledgeDocumentStore,
    private readonly files: FileStore,
    private readonly revisions: KnowledgeRevisions,
    private readonly bus: Bus,
    private readonly clock: Clock,
    private readonly maxUploadBytes: number,
  ) {}

  /**
   * Stores a file and queues its reading. `target`, known when the file has come: its id ('' for any), and from when on it is
   * evidence (microseconds). The extension decides its type when it is a known one. `cycle`: who answers for it, until when.
   */
  async upload(
    by: KnowledgeActor,
    file: {
      name: string;
      mimeType: string;
      bytes: AsyncIterable<Uint8Array>;
      target: () => { creationId: string; effectiveAt?: number | undefined };
    },
    cycle: Pick<KnowledgeDocumentDocument, 'ownerId' | 'expiresAt'> = {},
  ): Promise<KnowledgeDocumentDocument> {
    const mimeType = knowledgeType(file.name, file.mimeType);
    const stored = await this.files.write(by.organizationId, file.name, file.bytes, this.maxUploadBytes);
    const { creationId, effectiveAt = 0 } = file.target();
    const document: KnowledgeDocumentDocument = {
      _id: creationId || newId(),
      organizationId: by.organizationId,
      deleted: false,
      name: file.name,
      mimeType,
      size: stored.size,
      sha256: stored.sha256,
      fileId: stored.fileId,
      status: 'PROCESSING',
      passageCount: 0,
      error: null,
      createdAt: micros(this.clock),
      uploadedBy: by.actor,
      effectiveAt,
      ...cycle,
      ...firstWork(JOBS.indexDocument, this.clock),
    };
    const kept = await this.store.insert(document);
    // A first try of the same upload is there already: it goes its way, with its own file.
    if (kept.fileId !== document.fileId) await this.files.remove(by.organizationId, document.fileId);
    await this.files.own(by.organizationId, kept.fileId);
    const { organizationId, requestId } = by;
    await this.bus.publish(JOBS.indexDocument, { id: kept._id }, { organizationId, requestId });
    return kept;
  }

  async get(organizationId: string, id: string): Promise<KnowledgeDocumentDocument> {
    const document = await this.store.get(organizationId, id);
    if (!document) throw notFound('document');
    return document;
  }

  async list(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ documents: KnowledgeDocumentDocument[]; total: number }> {
    const [documents, total] = await Promise.all([
      this.store.list(organizationId, limit, offset),
      this.store.count(organizationId),
    ]);
    return { documents, total };
  }

  /** What it was split into, in its order: each passage is what an answer cites. */
  async passages(
    organizationId: string,
    id: string,
    limit: number,
    offset: number,
  ): Promise<{ passages: PassageDocument[]; total: number }> {
    await this.get(organizationId, id);
    return this.revisions.passagesOf(organizationId, id, limit, offset);
  }

  /** Changes who answers for it, and from when until when it may be used; the days only while it is not being read. */
  async update(
    organizationId: string,
    id: string,
    change: { ownerId?: string; expiresAt?: number; effectiveAt?: number; reviewEveryDays?: number },
  ): Promise<KnowledgeDocumentDocument> {
    const before = await this.get(organizationId, id);
    const { ownerId, effectiveAt, expiresAt } = change;
    const dates = { begins: effectiveAt ?? before.effectiveAt ?? 0, ends: expiresAt ?? before.expiresAt ?? 0 };
    if ((effectiveAt ?? expiresAt) && dates.begins > 0 && dates.ends > 0 && dates.begins >= dates.ends)
      throw invalid([
        { path: effectiveAt ? 'effective_at' : 'expires_at', message: 'It must begin before it expires.' },
      ]);
    return this.review(before, {
      ...cycleChange(before, change, micros(this.clock)),
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(effectiveAt === undefined ? {} : { effectiveAt }),
    });
  }

  /** A person has looked at it now and found it still true. A review cycle begins anew. */
  async verify(organizationId: string, id: string): Promise<KnowledgeDocumentDocument> {
    const before = await this.get(organizationId, id);
    return this.review(before, verified(before, micros(this.clock)));
  }

  private async review(
    { organizationId, _id, status, ...before }: KnowledgeDocumentDocument,
    set: Parameters<KnowledgeDocumentStore['change']>[2],
  ): Promise<KnowledgeDocumentDocument> {
    const { expiresAt, effectiveAt } = set;
    const dates = {
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(effectiveAt === undefined ? {} : { effectiveAt }),
    };
    const moved = (['expiresAt', 'effectiveAt'] as const).some(
      (name) => dates[name] !== undefined && dates[name] !== (before[name] ?? 0),
    );
    if (moved && status === 'PROCESSING') throw beingRead();
    // The days are stored first: a crash before its passages know them is mended by the same call again.
    const changed = await this.store.change(organizationId, _id, set);
    if (!changed) throw notFound('document');
    if (Object.keys(dates).length > 0) await this.revisions.datePassages(organizationId, _id, dates);
    return changed;
  }

  /**
   * Puts another file in the place of the document's own and queues its reading; what was read before stays in use until then.
   * A repeat of the same call (`creationId`) gives what the first one gave. A file that holds only from a later time on
   * (`effectiveAt`, microseconds) is kept until then; it takes the place of one that was kept before.
   */
  async replaceFile(
    by: KnowledgeActor,
    file: {
      name: string;
      mimeType: string;
      bytes: AsyncIterable<Uint8Array>;
      target: () => { id: string; creationId: string; effectiveAt?: number | undefined };
    },
  ): Promise<KnowledgeDocumentDocument> {
    const { organizationId, requestId } = by;
    const mimeType = knowledgeType(file.name, file.mimeType);
    const stored = await this.files.write(organizationId, file.name, file.bytes, this.maxUploadBytes);
    let kept: KnowledgeDocumentDocument | undefined;
    try {
      const { id, creationId, effectiveAt = 0 } = file.target();
      const before = await this.get(organizationId, id);
      const brought = { uploadedBy: by.actor, uploadedAt: micros(this.clock) };
      const calls = [before.versionCallId, before.upcoming?.callId];
      if (creationId !== '' && calls.includes(creationId)) return before;
      if (effectiveAt > micros(this.clock)) {
        const { size, sha256, fileId } = stored;
        const upcoming = { name: file.name, mimeType, size, sha256, fileId, callId: creationId, ...brought };
        kept = await this.keepUpcoming(before, upcoming, effectiveAt);
        return kept;
      }
      if (before.status === 'PROCESSING') throw beingRead();
      const { size, sha256, fileId } = stored;
      const made = { name: file.name, mimeType, size, sha256, fileId, versionCallId: creationId };
      const next = { ...made, ...brought, effectiveAt };
      kept = (await this.store.replaceFile(before, next, JOBS.indexDocument)) ?? undefined;
      if (!kept) throw beingRead();
    } finally {
      if (!kept) await this.files.remove(organizationId, stored.fileId);
    }
    await failpoint('knowledge.version_stored');
    await this.files.own(organizationId, kept.fileId);
    await this.bus.publish(JOBS.indexDocument, { id: kept._id }, { organizationId, requestId });
    return kept;
  }

  private async keepUpcoming(
    { organizationId, _id }: KnowledgeDocumentDocument,
    upcoming: UpcomingFile,
    at: number,
  ): Promise<KnowledgeDocumentDocument> {
    const before = await this.store.keepUpcoming(organizationId, _id, upcoming, at);
    if (!before) throw notFound('document');
    await this.files.own(organizationId, upcoming.fileId);
    if (before.upcoming) await this.files.remove(organizationId, before.upcoming.fileId);
    return { ...before, upcoming, upcomingAt: at };
  }

  /** Its passages stop being evidence before the call returns; file and rows are removed later. */
  async remove(by: KnowledgeActor, id: string): Promise<void> {
    const removed = await this.store.tombstone(by.organizationId, id, JOBS.purgeDocument);
    if (!removed) throw notFound('document');
    await this.revisions.change(by.organizationId, (revision) =>
      this.revisions.buryPassages(by.organizationId, id, revision),
    );
    await this.bus.publish(JOBS.purgeDocument, { id }, by);
  }
}

export const beingRead = (): AppError =>
  new AppError('conflict', 'document_being_read', 'The document is being read right now. Try again after that.');

/** The MIME type that a knowledge file is read as; throws `unsupported_type` for what cannot be evidence. */
export function knowledgeType(name: string, declared: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const alias = extension === 'htm' ? 'html' : extension === 'markdown' ? 'md' : extension;
  const byName = KNOWLEDGE_TYPES[alias];
  if (byName) return byName;
  if (extension === '' && Object.values(KNOWLEDGE_TYPES).includes(declared)) return declared;
  throw new AppError(
    'unsupported_type',
    'unsupported_file_type',
    'This type of file cannot be used as evidence. Use .pdf, .docx, .xlsx, .csv, .md, .txt or .html.',
    { errors: [{ path: 'file', message: 'Use .pdf, .docx, .xlsx, .csv, .md, .txt or .html.' }] },
  );
}
