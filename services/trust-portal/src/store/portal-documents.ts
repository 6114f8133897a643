import { ensureIndexes, insertOnce, nameKey, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

export const VISIBILITIES = ['public', 'request', 'nda'] as const;
/** Who may download it: everybody, who was approved, or who was approved and accepted the agreement. */
export type Visibility = (typeof VISIBILITIES)[number];

/** Times in microseconds. */
export interface PortalDocument {
  id: string;
  organizationId: string;
  title: string;
  description: string;
  category: string;
  visibility: Visibility;
  /** From 1; one more with every file. */
  version: number;
  /** Undefined: for ever. */
  validUntil: number | undefined;
  fileId: string;
  fileName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  createdAt: number;
  updatedAt: number;
  downloads: number;
}

/** What of a document a new file changes. */
export type FileOfDocument = Pick<PortalDocument, 'fileId' | 'fileName' | 'mimeType' | 'size' | 'sha256'>;
export type DocumentChange = Partial<Pick<PortalDocument, 'title' | 'description' | 'category' | 'visibility'>> & {
  /** Null: for ever. */
  validUntil?: number | null;
};

interface Row {
  _id: string;
  organization_id: string;
  title: string;
  description: string;
  category: string;
  category_key: string;
  title_key: string;
  visibility: Visibility;
  version: number;
  valid_until: number;
  file_id: string;
  file_name: string;
  mime_type: string;
  size: number;
  sha256: string;
  created_at: number;
  updated_at: number;
  downloads: number;
  /** Version that those who have an earlier one are still to be told of; 0: nobody is. */
  tell_version: number;
  /** Of the call that added the newest version; '' when it had none. */
  creation_id: string;
}

export const PORTAL_DOCUMENTS = 'portal_documents';

/** Documents that a trust portal hands out. */
export class PortalDocumentStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(PORTAL_DOCUMENTS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, PORTAL_DOCUMENTS, [
      { keys: { organization_id: 1, category_key: 1, title_key: 1, _id: 1 } },
      { keys: { organization_id: 1, file_id: 1 } },
      { keys: { tell_version: 1 } },
    ]);
  }

  /** The document as it is stored: of a repeated call, the one that was stored first. */
  async insert(document: PortalDocument): Promise<PortalDocument> {
    const { id, organizationId } = document;
    return fromRow(await insertOnce(this.rows, toRow(document), { _id: id, organization_id: organizationId }));
  }

  async find(organizationId: string, documentId: string): Promise<PortalDocument | undefined> {
    const row = await this.rows.findOne({ _id: documentId, organization_id: organizationId });
    return row ? fromRow(row) : undefined;
  }

  async findMany(organizationId: string, documentIds: readonly string[]): Promise<PortalDocument[]> {
    const rows = await this.rows.find({ organization_id: organizationId, _id: { $in: [...documentIds] } }).toArray();
    return rows.map(fromRow);
  }

  count(organizationId: string): Promise<number> {
    return this.rows.countDocuments({ organization_id: organizationId });
  }

  /** How many have a visibility. */
  countOf(organizationId: string, visibility: Visibility): Promise<number> {
    return this.rows.countDocuments({ organization_id: organizationId, visibility });
  }

  /** What each is called and how often it was downloaded. */
  async downloads(organizationId: string): Promise<Pick<PortalDocument, 'id' | 'title' | 'downloads'>[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId })
      .project<Pick<Row, '_id' | 'title' | 'downloads'>>({ title: 1, downloads: 1 })
      .toArray();
    return rows.map(({ _id, title, downloads }) => ({ id: _id, title, downloads }));
  }

  /** By category, then by title; fewer than `limit` when they are large. */
  async list(
    organizationId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ documents: PortalDocument[]; total: number }> {
    const mine = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, mine, { sort: { category_key: 1, title_key: 1, _id: 1 }, skip: offset, limit }),
      this.rows.countDocuments(mine),
    ]);
    return { documents: rows.map(fromRow), total };
  }

  /** Those that are valid at `now` (microseconds), by category, then by title. */
  async valid(organizationId: string, now: number): Promise<PortalDocument[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, $or: [{ valid_until: 0 }, { valid_until: { $gt: now } }] })
      .sort({ category_key: 1, title_key: 1, _id: 1 })
      .toArray();
    return rows.map(fromRow);
  }

  /** Whether any is valid at `now` (microseconds). */
  async hasValid(organizationId: string, now: number): Promise<boolean> {
    const valid = { organization_id: organizationId, $or: [{ valid_until: 0 }, { valid_until: { $gt: now } }] };
    return (await this.rows.countDocuments(valid, { limit: 1 })) > 0;
  }

  async update(
    organizationId: string,
    documentId: string,
    { validUntil, ...change }: DocumentChange,
    now: number,
  ): Promise<PortalDocument | undefined> {
    const keys = {
      ...(change.title === undefined ? {} : { title_key: nameKey(change.title) }),
      ...(change.category === undefined ? {} : { category_key: nameKey(change.category) }),
      ...(validUntil === undefined ? {} : { valid_until: validUntil ?? 0 }),
    };
    const row = await this.rows.findOneAndUpdate(
      { _id: documentId, organization_id: organizationId },
      { $set: { ...change, ...keys, updated_at: now } },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  /** Puts a file in the place of version `before`; undefined when another call was first, or the document is gone. */
  async replaceFile(
    organizationId: string,
    documentId: string,
    before: number,
    change: FileOfDocument & { tell: boolean; creationId: string; now: number },
  ): Promise<PortalDocument | undefined> {
    const version = before + 1;
    const row = await this.rows.findOneAndUpdate(
      { _id: documentId, organization_id: organizationId, version: before },
      {
        $set: {
          file_id: change.fileId,
          file_name: change.fileName,
          mime_type: change.mimeType,
          size: change.size,
          sha256: change.sha256,
          version,
          updated_at: change.now,
          tell_version: change.tell ? version : 0,
          creation_id: change.creationId,
        },
      },
      { returnDocument: 'after' },
    );
    return row ? fromRow(row) : undefined;
  }

  /** The document when the call of this id has added its newest version already. */
  async addedBy(organizationId: string, documentId: string, creationId: string): Promise<PortalDocument | undefined> {
    if (creationId === '') return undefined;
    const mine = { _id: documentId, organization_id: organizationId, creation_id: creationId };
    const row = await this.rows.findOne(mine);
    return row ? fromRow(row) : undefined;
  }

  async countDownload(organizationId: string, documentId: string): Promise<void> {
    await this.rows.updateOne({ _id: documentId, organization_id: organizationId }, { $inc: { downloads: 1 } });
  }

  /** Whether the file is that of a document. */
  async hasFile(organizationId: string, fileId: string): Promise<boolean> {
    return (await this.rows.countDocuments({ organization_id: organizationId, file_id: fileId }, { limit: 1 })) > 0;
  }

  async remove(organizationId: string, documentId: string): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne({ _id: documentId, organization_id: organizationId });
    return deletedCount > 0;
  }

  /** Those who have an earlier version were told of this one. */
  async told(organizationId: string, documentId: string, version: number): Promise<void> {
    await this.rows.updateOne(
      { _id: documentId, organization_id: organizationId, tell_version: version },
      { $set: { tell_version: 0 } },
    );
  }

  /** Documents with a version that people are still to be told of. */
  async untold(organizationId: string, limit: number): Promise<{ document: PortalDocument; version: number }[]> {
    const rows = await this.rows
      .find({ organization_id: organizationId, tell_version: { $gt: 0 } })
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ document: fromRow(row), version: row.tell_version }));
  }
}

const toRow = (d: PortalDocument): Row => ({
  _id: d.id,
  organization_id: d.organizationId,
  title: d.title,
  description: d.description,
  category: d.category,
  category_key: nameKey(d.category),
  title_key: nameKey(d.title),
  visibility: d.visibility,
  version: d.version,
  valid_until: d.validUntil ?? 0,
  file_id: d.fileId,
  file_name: d.fileName,
  mime_type: d.mimeType,
  size: d.size,
  sha256: d.sha256,
  created_at: d.createdAt,
  updated_at: d.updatedAt,
  downloads: d.downloads,
  tell_version: 0,
  creation_id: '',
});

const fromRow = (row: Row): PortalDocument => ({
  id: row._id,
  organizationId: row.organization_id,
  title: row.title,
  description: row.description,
  category: row.category,
  visibility: row.visibility,
  version: row.version,
  validUntil: row.valid_until === 0 ? undefined : row.valid_until,
  fileId: row.file_id,
  fileName: row.file_name,
  mimeType: row.mime_type,
  size: row.size,
  sha256: row.sha256,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  downloads: row.downloads,
});
