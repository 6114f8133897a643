import { AppError, notFound } from '@candor/runtime';
import type { DocumentVersionStore, ReplacedVersionDocument } from '../../store/document-versions.js';
import type { FileStore } from '../../store/files.js';
import type { KnowledgeDocumentDocument } from '../../store/knowledge-documents.js';
import type { KnowledgeDocumentStore } from '../../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../../store/knowledge.js';
import { beingRead } from '../documents.js';

export interface VersionDependencies {
  knowledgeDocuments: KnowledgeDocumentStore;
  documentVersions: DocumentVersionStore;
  revisions: KnowledgeRevisions;
  files: FileStore;
}

/** A version of a document. Times are microseconds; 0: none. */
export interface DocumentVersion extends Pick<
  ReplacedVersionDocument,
  | 'version'
  | 'name'
  | 'mimeType'
  | 'size'
  | 'sha256'
  | 'uploadedBy'
  | 'uploadedAt'
  | 'effectiveAt'
  | 'expiresAt'
  | 'replacedAt'
  | 'textKept'
> {
  /** waiting: for its day, or to be read. */
  state: 'current' | 'waiting' | 'replaced';
}

export interface VersionPassage {
  id: string;
  locator: string;
  text: string;
}

interface Page {
  limit: number;
  offset: number;
}

/** The versions of documents: which there are, what each says, and the day of the one that waits. */
export class DocumentVersions {
  constructor(private readonly deps: VersionDependencies) {}

  /** The newest first. */
  async list(
    organizationId: string,
    documentId: string,
    { limit, offset }: Page,
  ): Promise<{ versions: DocumentVersion[]; total: number }> {
    const { documentVersions } = this.deps;
    const present = presentVersions(await this.document(organizationId, documentId));
    const below = inUseOf(present);
    const first = present.slice(offset, offset + limit);
    const rest = { below, limit: limit - first.length, offset: Math.max(0, offset - present.length) };
    const [replaced, count] = await Promise.all([
      rest.limit > 0 ? documentVersions.list(organizationId, documentId, rest) : [],
      documentVersions.count(organizationId, documentId, below),
    ]);
    return { versions: [...first, ...replaced.map(replacedVersion)], total: present.length + count };
  }

  /** Throws "version_not_found". */
  async get(organizationId: string, documentId: string, version: number): Promise<DocumentVersion> {
    const present = presentVersions(await this.document(organizationId, documentId));
    const found = present.find((one) => one.version === version);
    if (found) return found;
    const row =
      version < inUseOf(present) ? await this.deps.documentVersions.get(organizationId, documentId, version) : null;
    if (!row) throw notFound('version');
    return replacedVersion(row);
  }

  /** What it says, passage by passage. Throws "version_not_read", "version_text_not_kept". */
  async read(
    organizationId: string,
    documentId: string,
    version: number,
    page: Page,
  ): Promise<{ version: DocumentVersion; passages: VersionPassage[]; total: number }> {
    const { documentVersions, revisions } = this.deps;
    const found = await this.get(organizationId, documentId, version);
    if (found.state === 'waiting') throw notRead();
    if (!found.textKept) throw notKept();
    // While the next one is being read, this one may be kept already, and its passages written over.
    if (await documentVersions.get(organizationId, documentId, version)) {
      const { passages, total } = await documentVersions.passagesOf(organizationId, documentId, version, page);
      return { version: found, passages: passages.map((one) => ({ ...one, id: one.passageId })), total };
    }
    const { passages, total } = await revisions.passagesOf(organizationId, documentId, page.limit, page.offset);
    return { version: found, passages: passages.map((one) => ({ ...one, id: one._id })), total };
  }

  /** Another day (microseconds) for the version that waits; one that is past lets it take its place at once. */
  async move(
    organizationId: string,
    documentId: string,
    version: number,
    effectiveAt: number,
  ): Promise<KnowledgeDocumentDocument> {
    const waiting = await this.waiting(organizationId, documentId, version);
    // 0 would mean that none waits.
    const upcomingAt = Math.max(1, effectiveAt);
    const moved = await this.deps.knowledgeDocuments.changeUpcoming(waiting, { upcomingAt });
    if (!moved) throw notWaiting();
    return moved;
  }

  /** The version that waits goes, with its file. */
  async cancel(organizationId: string, documentId: string, version: number): Promise<KnowledgeDocumentDocument> {
    const waiting = await this.waiting(organizationId, documentId, version);
    const left = await this.deps.knowledgeDocuments.changeUpcoming(waiting, 'cancelled');
    if (!left) throw notWaiting();
    if (waiting.upcoming) await this.deps.files.remove(organizationId, waiting.upcoming.fileId);
    return left;
  }

  private async waiting(organizationId: string, id: string, version: number): Promise<KnowledgeDocumentDocument> {
    const document = await this.document(organizationId, id);
    if (document.upcoming && version === (document.version ?? 1) + 1) return document;
    const { state } = await this.get(organizationId, id, version);
    throw state === 'waiting' ? beingRead() : notWaiting();
  }

  private async document(organizationId: string, id: string): Promise<KnowledgeDocumentDocument> {
    const document = await this.deps.knowledgeDocuments.get(organizationId, id);
    if (!document) throw notFound('document');
    return document;
  }
}

/** Those that stand in the document itself, the newest first: one that waits, one that is being read, the one in use. */
function presentVersions(document: KnowledgeDocumentDocument): DocumentVersion[] {
  const { version = 1, createdAt, updatedAt = createdAt, previous, upcoming, expiresAt = 0 } = document;
  const own: DocumentVersion = {
    ...fileOf(document),
    version,
    uploadedBy: document.uploadedBy ?? '',
    uploadedAt: document.uploadedAt ?? updatedAt,
    effectiveAt: document.effectiveAt ?? 0,
    expiresAt,
    replacedAt: 0,
    textKept: !previous,
    state: previous ? 'waiting' : 'current',
  };
  const versions = [own];
  if (upcoming)
    versions.unshift({
      ...fileOf(upcoming),
      version: version + 1,
      uploadedBy: upcoming.uploadedBy ?? '',
      uploadedAt: upcoming.uploadedAt ?? 0,
      effectiveAt: document.upcomingAt ?? 0,
      expiresAt,
      replacedAt: 0,
      textKept: false,
      state: 'waiting',
    });
  if (previous)
    versions.push({
      ...fileOf(previous),
      version: previous.version,
      uploadedBy: previous.uploadedBy ?? '',
      uploadedAt: previous.uploadedAt ?? previous.updatedAt,
      effectiveAt: previous.effectiveAt ?? 0,
      expiresAt,
      replacedAt: 0,
      textKept: true,
      state: 'current',
    });
  return versions;
}

/** The number of the version whose passages are the evidence. */
const inUseOf = (present: readonly DocumentVersion[]): number => present.at(-1)?.version ?? 1;

const fileOf = ({ name, mimeType, size, sha256 }: Pick<DocumentVersion, 'name' | 'mimeType' | 'size' | 'sha256'>) => ({
  name,
  mimeType,
  size,
  sha256,
});

const replacedVersion = (row: ReplacedVersionDocument): DocumentVersion => ({
  ...fileOf(row),
  version: row.version,
  uploadedBy: row.uploadedBy,
  uploadedAt: row.uploadedAt,
  effectiveAt: row.effectiveAt,
  expiresAt: row.expiresAt,
  replacedAt: row.replacedAt,
  textKept: row.textKept,
  state: 'replaced',
});

const notWaiting = (): AppError =>
  new AppError(
    'conflict',
    'version_not_waiting',
    'Only a version that waits for its day can be changed or cancelled. Upload a new version, or delete the document.',
  );
const notRead = (): AppError =>
  new AppError('conflict', 'version_not_read', 'This version is read when it takes its place. Ask again after that.');
const notKept = (): AppError =>
  new AppError(
    'not_found',
    'version_text_not_kept',
    'The text of this version is kept no more: only that of the latest versions is. Its name, dates and SHA-256 are.',
  );
