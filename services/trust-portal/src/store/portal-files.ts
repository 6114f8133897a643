import { createHash } from 'node:crypto';
import {
  AppError,
  ensureIndexes,
  GridFsBytes,
  gridFsIndexes,
  isDuplicateKey,
  newId,
  type ByteRange,
  type FileBytes,
} from '@candor/runtime';
import type { Collection, Db } from 'mongodb';

/** Bytes of documents and of their marked copies. */
export const PORTAL_BUCKET = 'portal_files';
export const PORTAL_FILE_OWNERS = 'portal_file_owners';
export const PORTAL_COPIES = 'portal_copies';

export interface StoredFile {
  fileId: string;
  /** Bytes. */
  size: number;
  /** Hex, of the content. */
  sha256: string;
}

interface OwnerRow {
  _id: string;
  organization_id: string;
  /** Nothing names the file yet, or any more, unless it is `owned`. */
  state: 'writing' | 'owned' | 'removing';
  /** Microseconds. */
  created_at: number;
}

/** A copy of a document that names who was given it, kept so that parts of it can be asked for. */
interface CopyRow {
  _id: string;
  organization_id: string;
  document_id: string;
  file_id: string;
  size: number;
  sha256: string;
  /** Microseconds. */
  until: number;
}

/** Files of a trust portal. A row that names the organization is written before the first byte. */
export class PortalFileStore {
  private readonly bytes: FileBytes;
  private readonly owners: Collection<OwnerRow>;
  private readonly copies: Collection<CopyRow>;

  constructor(private readonly db: Db) {
    this.bytes = new GridFsBytes(db, PORTAL_BUCKET);
    this.owners = db.collection<OwnerRow>(PORTAL_FILE_OWNERS);
    this.copies = db.collection<CopyRow>(PORTAL_COPIES);
  }

  async ensureIndexes(): Promise<void> {
    for (const [collection, indexes] of Object.entries(gridFsIndexes(PORTAL_BUCKET))) {
      await ensureIndexes(this.db, collection, indexes);
    }
    await ensureIndexes(this.db, PORTAL_FILE_OWNERS, [
      { keys: { organization_id: 1 } },
      { keys: { state: 1, created_at: 1 } },
    ]);
    await ensureIndexes(this.db, PORTAL_COPIES, [
      { keys: { organization_id: 1, document_id: 1 } },
      { keys: { until: 1 } },
    ]);
  }

  /** Stores a stream as it comes; `now` in microseconds. What fails is removed. Until `own`, it is nobody's. */
  async write(
    organizationId: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    now: number,
  ): Promise<StoredFile> {
    const fileId = newId();
    await this.owners.insertOne({ _id: fileId, organization_id: organizationId, state: 'writing', created_at: now });
    const hash = createHash('sha256');
    const writer = this.bytes.writer(fileId);
    let size = 0;
    try {
      for await (const piece of bytes) {
        size += piece.byteLength;
        hash.update(piece);
        await writer.add(piece);
      }
      await writer.finish(name);
    } catch (error) {
      await writer.settle();
      // The sweeper removes what cannot be removed now.
      await this.remove(organizationId, fileId).catch(() => undefined);
      throw error;
    }
    return { fileId, size, sha256: hash.digest('hex') };
  }

  /** Something names the file now. */
  async own(organizationId: string, fileId: string): Promise<void> {
    await this.owners.updateOne(
      { _id: fileId, organization_id: organizationId, state: 'writing' },
      { $set: { state: 'owned' } },
    );
  }

  /** Pieces in order. Fails with `file_not_found` when it is gone or another organization's. */
  async *read(organizationId: string, fileId: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const owner = await this.owners.findOne({ _id: fileId, organization_id: organizationId });
    if (!owner) throw new AppError('not_found', 'file_not_found', 'The stored file is gone.');
    yield* this.bytes.read(fileId, range);
  }

  /** A part of a file, as one piece. */
  async readWhole(organizationId: string, fileId: string, range?: ByteRange): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.read(organizationId, fileId, range)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async remove(organizationId: string, fileId: string): Promise<void> {
    const mine = { _id: fileId, organization_id: organizationId };
    const { matchedCount } = await this.owners.updateOne(mine, { $set: { state: 'removing' } });
    if (matchedCount === 0) return;
    await this.bytes.remove(fileId);
    await this.owners.deleteOne(mine);
  }

  /** A copy that was made before and is kept beyond `now` (microseconds). */
  async copy(organizationId: string, key: string, now: number): Promise<StoredFile | undefined> {
    const row = await this.copies.findOne({ _id: key, organization_id: organizationId, until: { $gt: now } });
    return row ? { fileId: row.file_id, size: row.size, sha256: row.sha256 } : undefined;
  }

  /** Keeps a written file as the copy; the one that was first stays, and is given back. */
  async keepCopy(
    organizationId: string,
    key: string,
    { documentId, until, ...file }: StoredFile & { documentId: string; until: number },
  ): Promise<StoredFile> {
    const { fileId, size, sha256 } = file;
    const row = { _id: key, organization_id: organizationId, document_id: documentId, file_id: fileId };
    try {
      await this.copies.insertOne({ ...row, size, sha256, until });
      await this.own(organizationId, fileId);
      return { fileId, size, sha256 };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const first = await this.copy(organizationId, key, 0);
      if (!first) throw error;
      await this.remove(organizationId, fileId);
      return first;
    }
  }

  /** Removes all copies of a document. */
  async removeCopies(organizationId: string, documentId: string): Promise<void> {
    const rows = await this.copies.find({ organization_id: organizationId, document_id: documentId }).toArray();
    for (const row of rows) await this.removeCopy(organizationId, row);
  }

  /** System scope: copies that ended, and files that broke off before `before` (both microseconds) and are nobody's. */
  async removeAbandoned(
    { now, before }: { now: number; before: number },
    isNamed: (organizationId: string, fileId: string) => Promise<boolean>,
  ): Promise<void> {
    for (const row of await this.copies.find({ until: { $lte: now } }).toArray()) {
      await this.removeCopy(row.organization_id, row);
    }
    const left = { state: { $in: ['writing' as const, 'removing' as const] }, created_at: { $lt: before } };
    for (const { _id: fileId, organization_id: organizationId, state } of await this.owners.find(left).toArray()) {
      const kept = await this.copies.findOne({ organization_id: organizationId, file_id: fileId });
      const named = state === 'writing' && (kept !== null || (await isNamed(organizationId, fileId)));
      if (named) await this.own(organizationId, fileId);
      else await this.remove(organizationId, fileId);
    }
  }

  /** Everything of an organization. */
  async erase(organizationId: string): Promise<void> {
    await this.copies.deleteMany({ organization_id: organizationId });
    for (const { _id } of await this.owners.find({ organization_id: organizationId }).toArray()) {
      await this.remove(organizationId, _id);
    }
  }

  private async removeCopy(organizationId: string, { _id, file_id: fileId }: CopyRow): Promise<void> {
    await this.remove(organizationId, fileId);
    await this.copies.deleteOne({ _id, organization_id: organizationId });
  }
}
