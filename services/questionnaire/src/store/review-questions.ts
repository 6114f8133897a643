import { deterministicId, micros, newId, type Clock, type IndexDeclaration, readPart } from '@candor/runtime';
import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import type { ConfidenceBand, EngineAnswer } from '../answering/types.js';
import { saidBy } from '../cascade/cascade.js';
import { isEngines, type AgainCandidate } from '../domain/answer-again.js';
import { engineFields, insertMissing } from './questions.js';
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
  /** What is said with it, for the history. */
  note?: string;
}

/** What the choice of questions to answer again reads of them. */
const AGAIN_FIELDS = [
  ...(['sheetId', 'position', 'answerStatus', 'answerRevision', 'approved', 'comment', 'confidence'] as const),
  ...(['historyCount', 'commentByPerson', 'lastChange'] as const),
];
export type AgainQuestion = AgainCandidate & { position: number };

/** A question as the engine was asked about it, and what it says now. */
export interface DraftedAgain {
  question: ReviewedQuestionDocument;
  answer: EngineAnswer;
}

/** Rounds for questions that were changed in something else than their answer between reading and writing. */
const AGAIN_ROUNDS = 5;

/** Whether a question already says what would be set. */
const says = (question: ReviewedQuestionDocument, set: QuestionSet): boolean =>
  Object.entries(set).every(
    ([name, value]) =>
      name === 'commentByPerson' ||
      name === 'draftedWith' ||
      name === 'ownConfidence' ||
      JSON.stringify(question[name as keyof QuestionSet] ?? '') === JSON.stringify(value ?? ''),
  );

export const stateOf = ({
  answer,
  comment,
  answerStatus,
  approved,
  assigneeId,
  assigneeType,
}: QuestionState): QuestionState => ({
  answer,
  comment,
  answerStatus,
  approved,
  assigneeId,
  assigneeType,
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
    return this.changeEach(questions.map((question) => ({ question, change })));
  }

  /** What tells which questions can be answered again, in order. */
  againCandidates(organizationId: string, questionnaireId: string): Promise<AgainQuestion[]> {
    return this.questions
      .find({ organizationId, questionnaireId })
      .project<AgainQuestion>(Object.fromEntries(AGAIN_FIELDS.map((field) => [field, 1])))
      .sort({ position: 1 })
      .toArray();
  }

  /**
   * Writes an engine's new answers in place of those that it was asked about, each with its entry in the history. An answer
   * that somebody changed, approved or commented meanwhile stays; so does one that comes out the same.
   */
  async answerAgain(organizationId: string, drafted: DraftedAgain[], actor: string): Promise<void> {
    let left = drafted;
    for (let round = 0; round < AGAIN_ROUNDS; round++) {
      const changes = left.flatMap(({ question, answer }) => {
        const set = engineFields(answer);
        return says(question, set) ? [] : [{ question, change: { action: 'regenerated' as const, actor, set } }];
      });
      if (changes.length === 0) return;
      const written = await this.changeEach(changes);
      const passed = changes.map(({ question }) => question).filter(({ _id }) => !written.has(_id));
      left = await this.stillTheSame(organizationId, passed, left);
    }
  }

  /** Of those that were passed over, the ones of which only something else was changed: who they are assigned to. */
  private async stillTheSame(
    organizationId: string,
    passed: ReviewedQuestionDocument[],
    drafted: DraftedAgain[],
  ): Promise<DraftedAgain[]> {
    const [first] = passed;
    if (first === undefined) return [];
    const ids = passed.map(({ _id }) => _id);
    const now = await this.select(organizationId, first.questionnaireId, { ids });
    return drafted.flatMap(({ question, answer }) => {
      const current = now.find(({ _id }) => _id === question._id);
      const isSame = current && isEngines(current) && current.answerRevision === question.answerRevision;
      return isSame ? [{ question: current, answer }] : [];
    });
  }

  /** To each its change; returns the ids of those that were as read. */
  async changeEach(changes: { question: ReviewedQuestionDocument; change: Change }[]): Promise<Set<string>> {
    const questions = changes.map(({ question }) => question);
    const [first] = questions;
    if (first === undefined) return new Set();
    await this.keepLastChanges(questions);
    const token = newId();
    const operations = changes.map(({ question, change }): AnyBulkWriteOperation<ReviewedQuestionDocument> => {
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
      organizationId,
      questionnaireId,
      approved: false,
      answerStatus: { $ne: 'NOT_APPLICABLE' },
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
    return readPart(this.changes, { organizationId, questionId: _id }, { sort: { version: -1 }, skip: offset, limit });
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.changes.deleteMany({ organizationId, questionnaireId });
  }

  private update(question: ReviewedQuestionDocument, { action, actor, set, note }: Change, token: string) {
    const before = stateOf(question);
    const after = stateOf({ ...question, ...set });
    const version = question.version + 1;
    const lastChange: QuestionChange = { version, at: micros(this.clock), actor, action, token, before, after };
    if (note) lastChange.note = note;
    // An engine's write looks at the answer's revision: a comment or an assignment must not keep it from answering.
    const answered = before.answer !== after.answer || before.answerStatus !== after.answerStatus;
    // What hangs on it hears of this by the mark, and of what was said before all that it has not heard of.
    const said = question.rootChange?.said ?? saidBy(before);
    const moved = answered || before.approved !== after.approved;
    const rootChange = moved && (question.dependents ?? 0) > 0 ? { rootChange: { said, version } } : {};
    return {
      filter: { _id: question._id, organizationId: question.organizationId, version: question.version },
      update: {
        $set: { ...set, lastChange, ...rootChange } as Partial<ReviewedQuestionDocument>,
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
              organizationId,
              questionnaireId,
              questionId: _id,
            },
          ],
    );
    await insertMissing(this.changes, rows);
  }
}
