import type { Collection, Db } from 'mongodb';
import type { AgainCandidate } from '../domain/answer-again.js';
import type { ReviewedQuestionDocument } from './review-documents.js';

/** An answer as it is held against the passages that it cites. */
export type CitedAnswer = AgainCandidate &
  Pick<ReviewedQuestionDocument, 'questionnaireId' | 'position' | 'text' | 'answer' | 'citations'> & {
    /** Microseconds; when somebody last said that it holds though its evidence changed; absent: never. */
    evidenceConfirmedAt?: number;
  };

const FIELDS = [
  ...(['questionnaireId', 'position', 'text', 'answer', 'citations', 'evidenceConfirmedAt', 'sheetId'] as const),
  ...(['answerStatus', 'answerRevision', 'approved', 'comment', 'confidence', 'historyCount'] as const),
  ...(['commentByPerson', 'lastChange'] as const),
];

/** Answers by what they cite. Citations stand in their questions, so all answers of an organization are looked through. */
export class CitedAnswerStore {
  private readonly collection: Collection<ReviewedQuestionDocument & { evidenceConfirmedAt?: number }>;

  constructor(db: Db) {
    this.collection = db.collection('questions');
  }

  /** Answers that cite one of these passages, by questionnaire, in the order of its questions. */
  async citing(organizationId: string, passageIds: ReadonlySet<string>): Promise<CitedAnswer[]> {
    const found: CitedAnswer[] = [];
    if (passageIds.size === 0) return found;
    const answered = this.collection
      .find({ organizationId, answer: { $ne: '' } })
      .project<CitedAnswer>(Object.fromEntries(FIELDS.map((field) => [field, 1])));
    for await (const question of answered)
      if (question.citations.some(({ sourceId }) => passageIds.has(sourceId))) found.push(question);
    return found.sort((a, b) => a.questionnaireId.localeCompare(b.questionnaireId) || a.position - b.position);
  }

  /** Somebody says at `at` (microseconds) that these answers hold. */
  async confirm(organizationId: string, questionIds: readonly string[], by: { at: number; actor: string }) {
    await this.collection.updateMany(
      { organizationId, _id: { $in: [...questionIds] } },
      { $set: { evidenceConfirmedAt: by.at, evidenceConfirmedBy: by.actor } },
    );
  }
}
