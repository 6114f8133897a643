import { insertOnce, type Clock, type IndexDeclaration, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { KnowledgeDocumentDocument } from './knowledge-documents.js';
import { endOfWork, workAfterLease, WORK_INDEX, WorkStore, type WorkJob } from './work.js';

export const KNOWLEDGE_DOCUMENT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, deleted: 1, createdAt: -1, _id: 1 } },
  WORK_INDEX,
];

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

  finish(claim: KnowledgeDocumentDocument, set: Partial<KnowledgeDocumentDocument>): Promise<boolean> {
    return this.work.change(claim, { set: { ...set, ...endOfWork() } });
  }

  /** A tombstone whose next work is the purge; null when there is nothing to delete. */
  tombstone(organizationId: string, id: string, purgeJob: WorkJob): Promise<KnowledgeDocumentDocument | null> {
    return this.collection.findOneAndUpdate(
      { _id: id, organizationId, deleted: false },
      { $set: { deleted: true, ...workAfterLease(purgeJob, this.clock) } },
      { returnDocument: 'after' },
    );
  }

  /** Whether the file still has its owner here. */
  async owns(organizationId: string, fileId: string): Promise<boolean> {
    return (await this.collection.findOne({ organizationId, fileId }, { projection: { _id: 1 } })) !== null;
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.collection.deleteOne({ _id: id, organizationId, deleted: true });
  }
}
