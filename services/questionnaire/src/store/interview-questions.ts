import type { Collection, Db } from 'mongodb';
import { isEngines, type AgainCandidate } from '../domain/answer-again.js';
import type { QuestionDocument, QuestionnaireDocument } from './documents.js';

const FIELDS = {
  questionnaireId: 1,
  text: 1,
  stem: 1,
  section: 1,
  sheetId: 1,
  answerStatus: 1,
  answerRevision: 1,
  approved: 1,
  comment: 1,
  confidence: 1,
  historyCount: 1,
  commentByPerson: 1,
  lastChange: 1,
} as const;

/** What an interview reads of a question. */
export type InterviewQuestion = AgainCandidate &
  Pick<QuestionDocument, 'questionnaireId' | 'text' | 'stem' | 'section'>;

/** In these people work on answers, and nothing else does. */
const WORKED_ON = ['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL'] as const;
const AT_ONCE = 500;

/** Whether a question has an answer that is sure: HIGH, MEDIUM, approved, or a person's. */
export const isCovered = ({ answerStatus, approved, confidence }: InterviewQuestion): boolean =>
  approved ||
  answerStatus === 'MANUALLY_ANSWERED' ||
  answerStatus === 'NOT_APPLICABLE' ||
  (answerStatus === 'AI_ANSWERED' && confidence?.band !== 'LOW');

/** Whether an interview may ask for it: the engine left it open or at LOW, and nobody has worked on it. */
export const isAskable = (question: InterviewQuestion): boolean => isEngines(question) && !isCovered(question);

/** Questions as interviews look at them. */
export class InterviewQuestionStore {
  private readonly questions: Collection<QuestionDocument>;
  private readonly questionnaires: Collection<QuestionnaireDocument>;

  constructor(db: Db) {
    this.questions = db.collection<QuestionDocument>('questions');
    this.questionnaires = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /** Of these questionnaires, or of all when none is named, the newest that people work on; at most `most`. */
  async workedOn(organizationId: string, ids: readonly string[], most: number): Promise<string[]> {
    const rows = await this.questionnaires
      .find({
        organizationId,
        deleted: false,
        status: { $in: [...WORKED_ON] },
        ...(ids.length === 0 ? {} : { _id: { $in: [...ids] } }),
      })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ createdAt: -1, _id: 1 })
      .limit(most)
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** All questions of a questionnaire, in its order. */
  of(organizationId: string, questionnaireId: string): Promise<InterviewQuestion[]> {
    return this.questions
      .find({ organizationId, questionnaireId })
      .project<InterviewQuestion>(FIELDS)
      .sort({ position: 1 })
      .toArray();
  }

  /** By their ids; those that are gone are left out. */
  async byIds(organizationId: string, ids: readonly string[]): Promise<Map<string, InterviewQuestion>> {
    const found = new Map<string, InterviewQuestion>();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const part = { organizationId, _id: { $in: ids.slice(at, at + AT_ONCE) } };
      for (const row of await this.questions.find(part).project<InterviewQuestion>(FIELDS).toArray())
        found.set(row._id, row);
    }
    return found;
  }
}
