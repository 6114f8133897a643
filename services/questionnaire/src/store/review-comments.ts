import { micros, insertOnce, newId, type Clock, type IndexDeclaration, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { CommentDocument } from './review-documents.js';

export const COMMENT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionId: 1, at: 1 } },
  { keys: { organizationId: 1, questionnaireId: 1 } },
  { keys: { untold: 1 } },
];

/** What people say to each other about a question. */
export class CommentStore {
  private readonly collection: Collection<CommentDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<CommentDocument>('question_comments');
  }

  async add(
    organizationId: string,
    said: Omit<CommentDocument, '_id' | 'organizationId' | 'at' | 'untold'> & { mentioned: string[] },
    creationId = '',
  ): Promise<CommentDocument> {
    const at = micros(this.clock);
    const _id = creationId || newId();
    const comment = { _id, organizationId, at, ...said, untold: said.mentioned.length > 0 };
    return insertOnce(this.collection, comment, { _id, organizationId });
  }

  list(organizationId: string, questionId: string, limit: number, offset: number): Promise<CommentDocument[]> {
    return readPart(this.collection, { organizationId, questionId }, { sort: { at: 1, _id: 1 }, skip: offset, limit });
  }

  count(organizationId: string, questionId: string): Promise<number> {
    return this.collection.countDocuments({ organizationId, questionId });
  }

  /** System scope: comments whose mentioned people have not been told. */
  untold(limit: number): Promise<CommentDocument[]> {
    return this.collection.find({ untold: true }).limit(limit).toArray();
  }

  async markTold({ _id, organizationId }: CommentDocument): Promise<void> {
    await this.collection.updateOne({ _id, organizationId }, { $set: { untold: false } });
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}
