import { deterministicId, micros, type Clock } from '@candor/runtime';
import {
  versionId,
  type DocumentVersionStore,
  type OldPassage,
  type VersionBounds,
} from '../store/document-versions.js';
import type { KnowledgeDocumentDocument, PassageDocument } from '../store/knowledge-documents.js';

const USUAL: VersionBounds = { versions: 20, bytes: 50 * 1024 * 1024 };

/** Keeps what a version said before another takes its place, within the bounds. */
export class KeepingVersions {
  constructor(
    private readonly store: DocumentVersionStore,
    private readonly clock: Clock,
    private readonly bounds: VersionBounds = USUAL,
  ) {}

  /**
   * Keeps the version that `claim`, which has been read, is about to replace; `passages` are its own. Called before any of them
   * is written over. A repeat changes nothing: by then they may be those of the new version.
   */
  async keep(
    { _id: documentId, organizationId, previous, expiresAt = 0 }: KnowledgeDocumentDocument,
    passages: readonly Pick<PassageDocument, '_id' | 'ordinal' | 'locator' | 'text'>[],
  ): Promise<void> {
    if (!previous || (await this.store.get(organizationId, documentId, previous.version))) return;
    const { version, name, mimeType, size, sha256, updatedAt } = previous;
    const rows = passages.map(({ _id: passageId, ordinal, locator, text }): OldPassage => ({
      _id: deterministicId(documentId, 'old passage', `${version}.${ordinal}`),
      organizationId,
      documentId,
      version,
      passageId,
      ordinal,
      locator,
      text,
    }));
    const row = {
      _id: versionId(documentId, version),
      organizationId,
      documentId,
      version,
      name,
      mimeType,
      size,
      sha256,
      expiresAt,
      uploadedBy: previous.uploadedBy ?? '',
      uploadedAt: previous.uploadedAt ?? updatedAt,
      effectiveAt: previous.effectiveAt ?? 0,
      replacedAt: micros(this.clock),
      textBytes: passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    };
    await this.store.keep({ ...row, textKept: true }, rows);
    await this.store.bound(organizationId, documentId, this.bounds);
  }
}
