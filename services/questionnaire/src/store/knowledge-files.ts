import { insertOnce, micros, type Clock, type IndexDeclaration, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { KnowledgeDocumentDocument, PreviousFile, UpcomingFile } from './knowledge-documents.js';
import { LEDGER_DUE, LEDGER_MARK_INDEX } from './ledger-marks.js';
import { endOfWork, nextWork, workAfterLease, WORK_INDEX, WorkStore, type WorkJob } from './work.js';

export const KNOWLEDGE_DOCUMENT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, deleted: 1, createdAt: -1, _id: 1 } },
  WORK_INDEX,
  { keys: { expiresAt: 1 } },
  { keys: { upcomingAt: 1 } },
  { keys: { effectiveAt: 1 } },
  LEDGER_MARK_INDEX,
];

/** What takes a document's place. Times are microseconds. */
type NextFile = Pick<
  KnowledgeDocumentDocument,
  'name' | 'mimeType' | 'size' | 'sha256' | 'fileId' | 'versionCallId'
> & { uploadedBy: string; uploadedAt: number; effectiveAt: number };

type ReviewField = 'ownerId' | 'expiresAt' | 'effectiveAt' | 'reviewEveryDays' | 'lastVerifiedAt' | 'reminded';

/** Knowledge documents: the uploaded evidence files. */
export class KnowledgeDocumentStore {
  readonly work: WorkStore<KnowledgeDocumentDocument>;
  private readonly collection: Collection<KnowledgeDocumentDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<KnowledgeDocumentDocument>('knowledge_documents');
    this.work = new WorkStore(this.collection, clock);
  }

  /** Gives the stored one, which is another when a first try of the same upload was faster. */
  insert(document: KnowledgeDocumentDocument): Promise<KnowledgeDocumentDocument> {
    const { _id, organizationId } = document;
    return insertOnce(this.collection, document, { _id, organizationId });
  }

  get(organizationId: string, id: string): Promise<KnowledgeDocumentDocument | null> {
    return this.collection.findOne({ _id: id, organizationId, deleted: false });
  }

  list(organizationId: string, limit: number, offset: number): Promise<KnowledgeDocumentDocument[]> {
    const sort = { createdAt: -1, _id: 1 } as const;
    return readPart(this.collection, { organizationId, deleted: false }, { sort, skip: offset, limit });
  }

  count(organizationId: string): Promise<number> {
    return this.collection.countDocuments({ organizationId, deleted: false });
  }

  /** Ends its reading; the ledger looks at what was told from it. */
  finish(claim: KnowledgeDocumentDocument, set: Partial<KnowledgeDocumentDocument>): Promise<boolean> {
    return this.work.change(claim, { set: { ...set, ...LEDGER_DUE, ...endOfWork() } });
  }

  /** A tombstone whose next work is the purge; null when there is nothing to delete. */
  tombstone(organizationId: string, id: string, purgeJob: WorkJob): Promise<KnowledgeDocumentDocument | null> {
    return this.collection.findOneAndUpdate(
      { _id: id, organizationId, deleted: false },
      { $set: { deleted: true, ...workAfterLease(purgeJob, this.clock) } },
      { returnDocument: 'after' },
    );
  }

  /** Whether the file still has its owner here: as the present file, the one before until that is read, or an upcoming one. */
  async owns(organizationId: string, fileId: string): Promise<boolean> {
    const places = [{ fileId }, { 'previous.fileId': fileId }, { 'upcoming.fileId': fileId }];
    for (const filter of places as Filter<KnowledgeDocumentDocument>[])
      if (await this.collection.findOne({ organizationId, ...filter }, { projection: { _id: 1 } })) return true;
    return false;
  }

  /** Changes what people say of a document; null when it is gone. */
  change(
    organizationId: string,
    id: string,
    set: Pick<Partial<KnowledgeDocumentDocument>, ReviewField>,
  ): Promise<KnowledgeDocumentDocument | null> {
    const filter = { _id: id, organizationId, deleted: false };
    const due = set.expiresAt === undefined && set.effectiveAt === undefined ? {} : LEDGER_DUE;
    return this.collection.findOneAndUpdate(filter, { $set: { ...set, ...due } }, { returnDocument: 'after' });
  }

  /**
   * Puts another file in the place of the document's own, with its reading as the next work; null when it has changed since
   * `before`.
   */
  replaceFile(
    before: KnowledgeDocumentDocument,
    file: NextFile,
    job: WorkJob,
  ): Promise<KnowledgeDocumentDocument | null> {
    const { _id, organizationId, fileId, status, upcoming, uploadedBy = '', effectiveAt = 0 } = before;
    // An upcoming file that takes its place is no longer to come.
    const hasCome = upcoming?.fileId === file.fileId;
    const version = before.version ?? 1;
    const { name, mimeType, size, sha256, passageCount, warnings = [], updatedAt = before.createdAt } = before;
    const { uploadedAt = updatedAt } = before;
    const previous: PreviousFile | null =
      status === 'READY'
        ? {
            name,
            mimeType,
            size,
            sha256,
            fileId,
            status,
            passageCount,
            warnings,
            version,
            updatedAt,
            uploadedBy,
            uploadedAt,
            effectiveAt,
          }
        : null;
    return this.collection.findOneAndUpdate(
      { _id, organizationId, deleted: false, fileId, status, ...(hasCome ? { 'upcoming.fileId': file.fileId } : {}) },
      {
        $set: {
          ...file,
          version: version + 1,
          updatedAt: micros(this.clock),
          status: 'PROCESSING',
          error: null,
          warnings: [],
          previous,
          ...(hasCome ? { upcoming: null, upcomingAt: 0 } : {}),
          ...nextWork(job, this.clock),
        },
      },
      { returnDocument: 'after' },
    );
  }

  /** Keeps a file that holds from `at` on (microseconds); gives what was there before, null when the document is gone. */
  keepUpcoming(
    organizationId: string,
    id: string,
    upcoming: UpcomingFile,
    at: number,
  ): Promise<KnowledgeDocumentDocument | null> {
    const there = { _id: id, organizationId, deleted: false };
    return this.collection.findOneAndUpdate(
      there,
      { $set: { upcoming, upcomingAt: at } },
      { returnDocument: 'before' },
    );
  }

  /** Changes the day of the file that waits, or takes it away; null when another waits, or none. */
  changeUpcoming(
    { organizationId, _id, upcoming }: KnowledgeDocumentDocument,
    change: { upcomingAt: number } | 'cancelled',
  ): Promise<KnowledgeDocumentDocument | null> {
    const asRead = { _id, organizationId, deleted: false, 'upcoming.fileId': upcoming?.fileId ?? '' };
    const set = change === 'cancelled' ? { upcoming: null, upcomingAt: 0 } : change;
    return this.collection.findOneAndUpdate(asRead, { $set: set }, { returnDocument: 'after' });
  }

  /** System scope: documents whose upcoming file holds by `now` (microseconds), and that are not being read. */
  upcoming(now: number, limit: number): Promise<KnowledgeDocumentDocument[]> {
    const due = { upcomingAt: { $gt: 0, $lte: now }, deleted: false, status: { $ne: 'PROCESSING' as const } };
    return this.collection.find(due).sort({ upcomingAt: 1 }).limit(limit).toArray();
  }

  /** Documents that expire between two times, microseconds, whose owners have not been told. System scope. */
  expiring(from: number, until: number, limit: number): Promise<KnowledgeDocumentDocument[]> {
    const open = { expiresAt: { $gt: from, $lte: until }, deleted: false, reminded: { $ne: true } };
    return this.collection.find(open).sort({ expiresAt: 1 }).limit(limit).toArray();
  }

  /** The owner has been told of this expiry. */
  async markReminded({ organizationId, _id, expiresAt = 0 }: KnowledgeDocumentDocument): Promise<void> {
    await this.collection.updateOne({ _id, organizationId, expiresAt }, { $set: { reminded: true } });
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.collection.deleteOne({ _id: id, organizationId, deleted: true });
  }
}
