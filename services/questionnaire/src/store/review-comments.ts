import { micros, insertOnce, newId, type Clock, type IndexDeclaration, readPart } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { CommentDocument } from './review-documents.js';

export const COMMENT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionId: 1, at: 1 } },
  { keys: { organizationId: 1, questionnaireId: 1 } },
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
    questionnaireId: string,
    questionId: string,
    author: string,
    text: string,
    creationId = '',
  ): Promise<CommentDocument> {
    const at = micros(this.clock);
    const _id = creationId || newId();
    const comment = { _id, organizationId, questionnaireId, questionId, at, author, text };
    return insertOnce(this.collection, comment, { _id, organizationId });
  }

  list(organizationId: string, questionId: string, limit: number, offset: number): Promise<CommentDocument[]> {
    return readPart(this.collection, { organizationId, questionId }, { sort: { at: 1, _id: 1 }, skip: offset, limit });
  }

  count(organizationId: string, questionId: string): Promise<number> {
    return this.collection.countDocuments({ organizationId, questionId });
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.collection.deleteMany({ organizationId, questionnaireId });
  }
}
