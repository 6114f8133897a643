import { deterministicId, readPart, type IndexDeclaration } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';

export const DOCUMENT_VERSION_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, documentId: 1, version: -1 } },
];
export const OLD_PASSAGE_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, documentId: 1, version: 1, ordinal: 1 } },
  { keys: { organizationId: 1, passageId: 1 } },
];

/** A version of a document that another one has replaced. Times are microseconds; 0: none. */
export interface ReplacedVersionDocument {
  /** Made from the document and the number. */
  _id: string;
  organizationId: string;
  documentId: string;
  version: number;
  name: string;
  mimeType: string;
  /** Bytes of its file, which is gone. */
  size: number;
  sha256: string;
  /** An actor; '' when it is not known. */
  uploadedBy: string;
  uploadedAt: number;
  effectiveAt: number;
  expiresAt: number;
  replacedAt: number;
  /** UTF-8 bytes of its text, also when that is kept no more. */
  textBytes: number;
  textKept: boolean;
}

/** A passage as an older version said it. */
export interface OldPassage {
  _id: string;
  organizationId: string;
  documentId: string;
  version: number;
  /** What citations call it. */
  passageId: string;
  ordinal: number;
  locator: string;
  text: string;
}

/** How much text of replaced versions one document keeps; of each version all or nothing. */
export interface VersionBounds {
  versions: number;
  bytes: number;
}

/** Rows that are written at once. */
const AT_ONCE = 500;

export const versionId = (documentId: string, version: number): string =>
  deterministicId(documentId, 'version', String(version));

/** Versions that were replaced, and what they said. */
export class DocumentVersionStore {
  private readonly versions: Collection<ReplacedVersionDocument>;
  private readonly passages: Collection<OldPassage>;

  constructor(db: Db) {
    this.versions = db.collection<ReplacedVersionDocument>('document_versions');
    this.passages = db.collection<OldPassage>('old_passages');
  }

  /** Its text is written first: a version that is there is there with all of its text. A repeat writes the same. */
  async keep(row: ReplacedVersionDocument, passages: readonly OldPassage[]): Promise<void> {
    for (let at = 0; at < passages.length; at += AT_ONCE) {
      const part = passages.slice(at, at + AT_ONCE).map(({ _id, ...rest }): AnyBulkWriteOperation<OldPassage> => ({
        updateOne: { filter: { _id, organizationId: row.organizationId }, update: { $set: rest }, upsert: true },
      }));
      await this.passages.bulkWrite(part, { ordered: false });
    }
    const { _id, ...rest } = row;
    await this.versions.updateOne({ _id, organizationId: row.organizationId }, { $set: rest }, { upsert: true });
  }

  get(organizationId: string, documentId: string, version: number): Promise<ReplacedVersionDocument | null> {
    return this.versions.findOne({ _id: versionId(documentId, version), organizationId });
  }

  /** Those before a number, the newest first. */
  list(
    organizationId: string,
    documentId: string,
    { below, limit, offset }: { below: number; limit: number; offset: number },
  ): Promise<ReplacedVersionDocument[]> {
    const filter = { organizationId, documentId, version: { $lt: below } };
    return readPart(this.versions, filter, { sort: { version: -1 }, skip: offset, limit });
  }

  count(organizationId: string, documentId: string, below: number): Promise<number> {
    return this.versions.countDocuments({ organizationId, documentId, version: { $lt: below } });
  }

  /** What it said, in its order. */
  async passagesOf(
    organizationId: string,
    documentId: string,
    version: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ passages: OldPassage[]; total: number }> {
    const filter = { organizationId, documentId, version };
    const [passages, total] = await Promise.all([
      readPart(this.passages, filter, { sort: { ordinal: 1 }, skip: offset, limit }),
      this.passages.countDocuments(filter),
    ]);
    return { passages, total };
  }

  /** What older versions said under these ids. */
  named(organizationId: string, passageIds: readonly string[]): Promise<OldPassage[]> {
    return this.passages.find({ organizationId, passageId: { $in: [...passageIds] } }).toArray();
  }

  /** Lets the text of the oldest go until the rest is within the bounds. */
  async bound(organizationId: string, documentId: string, bounds: VersionBounds): Promise<void> {
    const kept = await this.versions
      .find({ organizationId, documentId, textKept: true })
      .sort({ version: -1 })
      .project<Pick<ReplacedVersionDocument, '_id' | 'version' | 'textBytes'>>({ version: 1, textBytes: 1 })
      .toArray();
    let bytes = 0;
    for (const [index, { _id, version, textBytes }] of kept.entries()) {
      bytes += textBytes;
      if (index < bounds.versions && bytes <= bounds.bytes) continue;
      // Nobody reads what is being removed.
      await this.versions.updateOne({ _id, organizationId }, { $set: { textKept: false } });
      await this.passages.deleteMany({ organizationId, documentId, version });
    }
  }

  /** It is the version in use again: what replaced it could not be read. */
  async restore(organizationId: string, documentId: string, version: number): Promise<void> {
    await this.versions.deleteOne({ _id: versionId(documentId, version), organizationId });
    await this.passages.deleteMany({ organizationId, documentId, version });
  }

  /** Removes all of a document. */
  async removeOf(organizationId: string, documentId: string): Promise<void> {
    await this.passages.deleteMany({ organizationId, documentId });
    await this.versions.deleteMany({ organizationId, documentId });
  }
}
