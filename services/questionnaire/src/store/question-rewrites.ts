import { readAll } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { QuestionDocument } from './documents.js';
import type { CommentDocument, HistoryDocument } from './review-documents.js';

/** What tells a stored question from others, and whether somebody has worked on it. */
const KNOWN_FIELDS = [
  ...(['_id', 'key', 'sheetId', 'text', 'position', 'location', 'answerLocation', 'optionLocations'] as const),
  ...(['answer', 'existingAnswer', 'answerStatus', 'approved', 'assigneeId', 'historyCount'] as const),
] as const;
export type KnownQuestion = Pick<QuestionDocument, (typeof KNOWN_FIELDS)[number]>;

/** What an extraction says of a question; the rest is work of people and engines. */
const EXTRACTED_FIELDS = [
  ...(['key', 'sheetId', 'position', 'ordinal', 'section', 'number', 'stem', 'text', 'location'] as const),
  ...(['answerLocation', 'commentLocation', 'answerType', 'options', 'optionLocations', 'isRequired'] as const),
  ...(['hidden', 'existingAnswer', 'answerBounds'] as const),
] as const;

/** Questions written in one go. */
const AT_ONCE = 250;

/** Rewrites the questions of a questionnaire after its document was read anew, so that what people did to them stays. */
export class QuestionRewriteStore {
  private readonly questions: Collection<QuestionDocument>;
  private readonly history: Collection<HistoryDocument>;
  private readonly comments: Collection<CommentDocument>;

  constructor(db: Db) {
    this.questions = db.collection<QuestionDocument>('questions');
    this.history = db.collection<HistoryDocument>('question_history');
    this.comments = db.collection<CommentDocument>('question_comments');
  }

  /** All questions of a questionnaire, in order. */
  known(organizationId: string, questionnaireId: string): Promise<KnownQuestion[]> {
    return readAll(
      this.questions,
      { organizationId, questionnaireId },
      { sort: { position: 1 }, projection: Object.fromEntries(KNOWN_FIELDS.map((field) => [field, 1])) },
    );
  }

  /** Ids of the questions that people have written comments on. */
  async commented(organizationId: string, questionnaireId: string): Promise<Set<string>> {
    return new Set(await this.comments.distinct('questionId', { organizationId, questionnaireId }));
  }

  /** Sets what the extraction says of questions that stay; answers, reviews and comments are left alone. */
  async rewrite(organizationId: string, kept: readonly { id: string; as: QuestionDocument }[]): Promise<void> {
    for (let from = 0; from < kept.length; from += AT_ONCE) {
      const operations = kept.slice(from, from + AT_ONCE).map(({ id, as }): AnyBulkWriteOperation<QuestionDocument> => {
        const said = Object.fromEntries(
          EXTRACTED_FIELDS.flatMap((field) => (as[field] === undefined ? [] : [[field, as[field]]])),
        ) as Partial<QuestionDocument>;
        const unset = as.answerBounds === undefined ? { $unset: { answerBounds: '' as const } } : {};
        return { updateOne: { filter: { _id: id, organizationId }, update: { $set: said, ...unset } } };
      });
      await this.questions.bulkWrite(operations, { ordered: false });
    }
  }

  /** Removes questions with their history and comments. */
  async remove(organizationId: string, questionnaireId: string, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = { $in: ids.slice(from, from + AT_ONCE) };
      await this.history.deleteMany({ organizationId, questionnaireId, questionId: some });
      await this.comments.deleteMany({ organizationId, questionnaireId, questionId: some });
      await this.questions.deleteMany({ organizationId, questionnaireId, _id: some });
    }
  }
}
