import { deterministicId, micros, newId, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import type { ConfidenceBand } from '../answering/types.js';
import { insertMissing } from './questions.js';
import type {
  ChangeAction,
  HistoryDocument,
  QuestionChange,
  QuestionState,
  ReviewedQuestionDocument,
} from './review-documents.js';

export const HISTORY_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionId: 1, version: -1 } },
  { keys: { organizationId: 1, questionnaireId: 1 } },
];

/** What a change sets on a question. */
export type QuestionSet = Partial<
  Omit<
    ReviewedQuestionDocument,
    '_id' | 'organizationId' | 'questionnaireId' | 'version' | 'lastChange' | 'historyCount'
  >
>;

export interface Change {
  action: ChangeAction;
  actor: string;
  set: QuestionSet;
}

export const stateOf = ({
  answer,
  comment,
  answerStatus,
  approved,
  assigneeId,
  assigneeType,
}: QuestionState): QuestionState => ({
  ...{ answer, comment, answerStatus, approved, assigneeId, assigneeType },
});

/** Changes of questions by people, each with its entry in the history. */
export class ReviewQuestionStore {
  private readonly questions: Collection<ReviewedQuestionDocument>;
  private readonly changes: Collection<HistoryDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.questions = db.collection<ReviewedQuestionDocument>('questions');
    this.changes = db.collection<HistoryDocument>('question_history');
  }

  get(organizationId: string, questionnaireId: string, id: string): Promise<ReviewedQuestionDocument | null> {
    return this.questions.findOne({ _id: id, organizationId, questionnaireId });
  }

  /** Changes a question as it was read; null when somebody else has changed it since. */
  async change(question: ReviewedQuestionDocument, change: Change): Promise<ReviewedQuestionDocument | null> {
    await this.keepLastChanges([question]);
    const { filter, update } = this.update(question, change, newId());
    return this.questions.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  }

  /** The same change to many questions; returns the ids of those that were as read. */
  async changeMany(questions: ReviewedQuestionDocument[], change: Change): Promise<Set<string>> {
    const [first] = questions;
    if (first === undefined) return new Set();
    await this.keepLastChanges(questions);
    const token = newId();
    const operations = questions.map((question): AnyBulkWriteOperation<ReviewedQuestionDocument> => {
      return { updateOne: this.update(question, change, token) };
    });
    await this.questions.bulkWrite(operations, { ordered: false });
    const changed = await this.questions
      .find({
        organizationId: first.organizationId,
        _id: { $in: questions.map((question) => question._id) },
        'lastChange.token': token,
      } as Filter<ReviewedQuestionDocument>)
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return new Set(changed.map(({ _id }) => _id));
  }

  /** Questions in order: by ids, or by what the filter says. */
  select(
    organizationId: string,
    questionnaireId: string,
    by: { ids?: string[]; band?: ConfidenceBand; sheetId?: string },
  ): Promise<ReviewedQuestionDocument[]> {
    return this.questions
      .find({
        organizationId,
        questionnaireId,
        ...(by.ids === undefined ? {} : { _id: { $in: by.ids } }),
        ...(by.band === undefined ? {} : { 'confidence.band': by.band }),
        ...(by.sheetId === undefined ? {} : { sheetId: by.sheetId }),
      } as Filter<ReviewedQuestionDocument>)
      .sort({ position: 1 })
      .toArray();
  }

  /** Questions that stand in the way of completing: neither approved nor not applicable. */
  openCount(organizationId: string, questionnaireId: string): Promise<number> {
    return this.questions.countDocuments({
      ...{ organizationId, questionnaireId, approved: false, answerStatus: { $ne: 'NOT_APPLICABLE' } },
    });
  }

  /** Approved questions that have an answer, in order. */
  approved(organizationId: string, questionnaireId: string): Promise<ReviewedQuestionDocument[]> {
    return this.questions
      .find({
        organizationId,
        questionnaireId,
        approved: true,
        answer: { $ne: '' },
        answerStatus: { $ne: 'NOT_APPLICABLE' },
      })
      .sort({ position: 1 })
      .toArray();
  }

  /** Changes of a question, newest first. */
  async history(question: ReviewedQuestionDocument, limit: number, offset: number): Promise<HistoryDocument[]> {
    await this.keepLastChanges([question]);
    const { organizationId, _id } = question;
    return this.changes
      .find({ organizationId, questionId: _id })
      .sort({ version: -1 })
      .skip(offset)
      .limit(limit)
      .toArray();
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.changes.deleteMany({ organizationId, questionnaireId });
  }

  private update(question: ReviewedQuestionDocument, { action, actor, set }: Change, token: string) {
    const before = stateOf(question);
    const after = stateOf({ ...question, ...set });
    const version = question.version + 1;
    const lastChange: QuestionChange = { version, at: micros(this.clock), actor, action, token, before, after };
    // An engine's write looks at the answer's revision: a comment or an assignment must not keep it from answering.
    const answered = before.answer !== after.answer || before.answerStatus !== after.answerStatus;
    return {
      filter: { _id: question._id, organizationId: question.organizationId, version: question.version },
      update: {
        $set: { ...set, lastChange } as Partial<ReviewedQuestionDocument>,
        $inc: { version: 1, historyCount: 1, ...(answered ? { answerRevision: 1 } : {}) },
      },
    };
  }

  private async keepLastChanges(questions: ReviewedQuestionDocument[]): Promise<void> {
    const rows = questions.flatMap(({ _id, organizationId, questionnaireId, lastChange }) =>
      lastChange === undefined
        ? []
        : [
            {
              ...lastChange,
              _id: deterministicId(_id, 'history', String(lastChange.version)),
              ...{ organizationId, questionnaireId, questionId: _id },
            },
          ],
    );
    await insertMissing(this.changes, rows);
  }
}
