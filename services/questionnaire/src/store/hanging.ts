import { readAll } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { Dependence } from '../extraction/dependence/types.js';
import type { Cascaded } from '../cascade/cascade.js';
import type { QuestionDocument } from './documents.js';
import type { ReviewedQuestionDocument } from './review-documents.js';

/** What questions keep of those that they hang on. */
export class HangingStore {
  private readonly questions: Collection<ReviewedQuestionDocument>;

  constructor(db: Db) {
    this.questions = db.collection<ReviewedQuestionDocument>('questions');
  }

  /** All questions of a questionnaire, in order. */
  all(organizationId: string, questionnaireId: string): Promise<ReviewedQuestionDocument[]> {
    return readAll(this.questions, { organizationId, questionnaireId }, { sort: { position: 1 } });
  }

  /** Keeps what each question hangs on, and how many hang on it; writes only what is new. */
  async keep(
    organizationId: string,
    questions: readonly QuestionDocument[],
    dependences: ReadonlyMap<string, Dependence>,
  ): Promise<void> {
    const dependents = countedDependents(questions, dependences);
    const operations = questions.flatMap((question): AnyBulkWriteOperation<ReviewedQuestionDocument>[] => {
      const dependsOn = dependences.get(question._id) ?? null;
      const count = dependents.get(question._id) ?? 0;
      const isKnown =
        JSON.stringify(question.dependsOn ?? null) === JSON.stringify(dependsOn) &&
        (question.dependents ?? 0) === count;
      if (isKnown) return [];
      return [
        {
          updateOne: {
            filter: { _id: question._id, organizationId },
            update: { $set: { dependsOn, dependents: count } },
          },
        },
      ];
    });
    if (operations.length > 0) await this.questions.bulkWrite(operations, { ordered: false });
  }

  /** Writes what the cascade settles, where nobody has changed the question since it was read. */
  async settle(organizationId: string, settled: readonly Cascaded[]): Promise<void> {
    const operations = settled.map(({ question, set }): AnyBulkWriteOperation<ReviewedQuestionDocument> => {
      const { _id, answerStatus, answerRevision } = question;
      const answered = set.answerStatus === undefined ? {} : { $inc: { version: 1, answerRevision: 1 } };
      return {
        updateOne: {
          filter: { _id, organizationId, answerStatus, answerRevision, approved: false },
          // How sure an answer is does not part who reads it from who edits it: its version stays.
          update: { $set: set, ...answered },
        },
      };
    });
    if (operations.length > 0) await this.questions.bulkWrite(operations, { ordered: false });
  }

  /** Those that hang on these questions have heard of their changes, as they were read. */
  async markHeard(organizationId: string, changed: readonly ReviewedQuestionDocument[]): Promise<void> {
    const operations = changed.map(({ _id, rootChange }): AnyBulkWriteOperation<ReviewedQuestionDocument> => {
      const filter = { _id, organizationId, 'rootChange.version': rootChange?.version ?? 0 };
      return { updateOne: { filter, update: { $set: { rootChange: null } } } };
    });
    if (operations.length > 0) await this.questions.bulkWrite(operations, { ordered: false });
  }
}

/** How many questions hang on each, through others as well; a root stands before what hangs on it. */
function countedDependents(
  questions: readonly QuestionDocument[],
  dependences: ReadonlyMap<string, Dependence>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { _id } of [...questions].reverse()) {
    const root = dependences.get(_id)?.questionId;
    if (root !== undefined) counts.set(root, (counts.get(root) ?? 0) + 1 + (counts.get(_id) ?? 0));
  }
  return counts;
}
