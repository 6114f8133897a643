import { ensureIndexes, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** A file that was handed to somebody known. Times in microseconds. */
export interface DocumentDownload {
  id: string;
  organizationId: string;
  documentId: string;
  /** Of the document, as it was then. */
  title: string;
  version: number;
  email: string;
  requestId: string;
  /** Network address. */
  address: string;
  at: number;
}

interface Row {
  _id: string;
  organization_id: string;
  document_id: string;
  title: string;
  version: number;
  email: string;
  request_id: string;
  address: string;
  at: number;
  /** 1 while others are still to be told of it. */
  owing: 0 | 1;
}

export const DOCUMENT_DOWNLOADS = 'document_downloads';

/** What was handed to whom. */
export class DocumentDownloadStore {
  private readonly rows: Collection<Row>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>(DOCUMENT_DOWNLOADS);
  }

  ensureIndexes(): Promise<void> {
    return ensureIndexes(this.db, DOCUMENT_DOWNLOADS, [
      { keys: { organization_id: 1, at: -1, _id: 1 } },
      { keys: { organization_id: 1, document_id: 1, at: -1, _id: 1 } },
      { keys: { organization_id: 1, request_id: 1, document_id: 1, at: -1 } },
      { keys: { owing: 1 } },
    ]);
  }

  async insert(download: DocumentDownload): Promise<void> {
    const { id, organizationId, documentId, requestId, ...said } = download;
    const keys = { organization_id: organizationId, document_id: documentId, request_id: requestId };
    await this.rows.insertOne({ _id: id, ...keys, ...said, owing: 1 });
  }

  /** Newest first, fewer than `limit` when they are large; `documentId` '' is all. */
  async list(
    organizationId: string,
    documentId: string,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ downloads: DocumentDownload[]; total: number }> {
    const mine = { organization_id: organizationId, ...(documentId === '' ? {} : { document_id: documentId }) };
    const [rows, total] = await Promise.all([
      readPart(this.rows, mine, { sort: { at: -1, _id: 1 }, skip: offset, limit }),
      this.rows.countDocuments(mine),
    ]);
    return { downloads: rows.map(fromRow), total };
  }

  /** Whether this version was handed to the request at `since` (microseconds) or later. */
  async hasBegun(
    organizationId: string,
    what: { documentId: string; version: number; requestId: string; since: number },
  ): Promise<boolean> {
    const { documentId, version, requestId, since } = what;
    const mine = { organization_id: organizationId, request_id: requestId, document_id: documentId, version };
    return (await this.rows.findOne({ ...mine, at: { $gte: since } })) !== null;
  }

  /** Addresses that were given a version before `version` of a document. */
  holders(organizationId: string, documentId: string, version: number): Promise<string[]> {
    return this.rows.distinct('email', {
      organization_id: organizationId,
      document_id: documentId,
      version: { $lt: version },
    });
  }

  /** Takes the person out of what was handed to an address. */
  async forget(organizationId: string, email: string): Promise<void> {
    await this.rows.updateMany({ organization_id: organizationId, email }, { $set: { email: '', address: '' } });
  }

  async settled(organizationId: string, id: string): Promise<void> {
    await this.rows.updateOne({ _id: id, organization_id: organizationId }, { $set: { owing: 0 } });
  }

  /** Downloads that others are still to be told of. */
  async untold(organizationId: string, limit: number): Promise<DocumentDownload[]> {
    return (await this.rows.find({ organization_id: organizationId, owing: 1 }).limit(limit).toArray()).map(fromRow);
  }
}

const fromRow = (row: Row): DocumentDownload => ({
  id: row._id,
  organizationId: row.organization_id,
  documentId: row.document_id,
  title: row.title,
  version: row.version,
  email: row.email,
  requestId: row.request_id,
  address: row.address,
  at: row.at,
});
