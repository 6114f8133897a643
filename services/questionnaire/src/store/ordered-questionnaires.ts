import { readAll, readPage, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { ListOptions } from '../domain/list-options.js';
import type { ListedQuestionnaireDocument, QuestionnaireDocument } from './documents.js';
import { LISTED, visible } from './questionnaires.js';

export const DIGEST_INDEX: IndexDeclaration = { keys: { organizationId: 1, fileDigest: 1 } };

/** What the order of a list is made from. */
export type OrderedRow = ListedQuestionnaireDocument & Pick<QuestionnaireDocument, 'titleFolded' | 'companyFolded'>;

/** An earlier questionnaire with the very same file. */
export type SameFile = Pick<QuestionnaireDocument, '_id' | 'title' | 'createdAt'>;

/** Questionnaires as lists narrow and sort them. */
export class OrderedQuestionnaireStore {
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(db: Db) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /** All that pass the filters of the options, in no order. */
  rows(organizationId: string, options: ListOptions): Promise<OrderedRow[]> {
    return readAll(
      this.collection,
      { ...visible(organizationId), ...filterOf(options) },
      {
        projection: { ...LISTED, titleFolded: 1, companyFolded: 1 },
      },
    );
  }

  /** The newest other questionnaire of the organization that holds the same file, uploaded before this one. */
  async sameFile(organizationId: string, of: QuestionnaireDocument): Promise<SameFile | undefined> {
    if (!of.fileDigest) return undefined;
    const found = await readPage(
      this.collection,
      { ...visible(organizationId), fileDigest: of.fileDigest },
      { sort: { createdAt: -1 }, limit: 10, projection: { title: 1, createdAt: 1 } },
    );
    return found.find(({ _id, createdAt }) => _id !== of._id && createdAt <= of.createdAt);
  }
}

function filterOf(options: ListOptions): Filter<QuestionnaireDocument> {
  const { assigneeIds, deadlineFrom, deadlineTo, withoutDeadline, open, sha256 } = options;
  // What has no deadline has an empty one, which is before all days.
  const days = { $gte: deadlineFrom || '0', ...(deadlineTo === '' ? {} : { $lte: deadlineTo }) };
  return {
    ...(assigneeIds.length === 0 ? {} : { 'assignees.id': { $in: [...assigneeIds] } }),
    ...(deadlineFrom + deadlineTo === '' ? {} : { deadline: days }),
    ...(withoutDeadline ? { deadline: '' } : {}),
    ...(open ? { status: { $ne: 'COMPLETED' } } : {}),
    ...(sha256 === '' ? {} : { fileDigest: sha256 }),
  };
}
