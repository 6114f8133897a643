import type { AnswerStatus } from './statistics.js';

export const AGAIN_STATUSES = ['unapproved', 'open'] as const;
export const AGAIN_BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;

/** Which questions are to be answered again; given together they narrow. */
export interface AgainFilter {
  status: (typeof AGAIN_STATUSES)[number];
  /** '' for any. */
  sheetId: string;
  /** '' for any. */
  band: '' | (typeof AGAIN_BANDS)[number];
  /** Only these; absent for any. */
  questionIds?: string[];
}

/** A question to be answered again, as it was when it was chosen. */
export interface ChosenQuestion {
  id: string;
  answerRevision: number;
}

/** What tells whether a question may be answered again. */
export interface AgainCandidate {
  _id: string;
  sheetId: string;
  answerStatus: AnswerStatus;
  answerRevision: number;
  approved: boolean;
  comment: string;
  confidence: { band: string } | null;
  historyCount: number;
  /** Absent in what releases of before wrote. */
  commentByPerson?: boolean;
  lastChange?: { action: string };
}

const OPEN: ReadonlySet<AnswerStatus> = new Set<AnswerStatus>(['UNANSWERED', 'NEEDS_INFO', 'FAILED']);

/**
 * Whether an engine may write over it: nobody has approved it, and neither answer nor comment is a person's or the file's
 * (those are MANUALLY_ANSWERED or NOT_APPLICABLE).
 */
export const isEngines = (question: AgainCandidate): boolean =>
  !question.approved &&
  (question.answerStatus === 'AI_ANSWERED' || OPEN.has(question.answerStatus)) &&
  !hasPersonsComment(question);

/** Of these, the questions that a run with this filter answers. What no run has got to yet, every run answers. */
export function answeredAgain<Candidate extends AgainCandidate>(
  questions: readonly Candidate[],
  { status, sheetId, band, questionIds }: AgainFilter,
): Candidate[] {
  const named = questionIds && new Set(questionIds);
  return questions.filter(
    (question) =>
      (question.answerStatus === 'UNANSWERED' && question.answerRevision === 0) ||
      (isEngines(question) &&
        (status !== 'open' || OPEN.has(question.answerStatus)) &&
        (sheetId === '' || question.sheetId === sheetId) &&
        (band === '' || question.confidence?.band === band) &&
        (named === undefined || named.has(question._id))),
  );
}

/** Where it was not written down yet who wrote the comment, one that a person may have written counts as theirs. */
const hasPersonsComment = ({ comment, commentByPerson, historyCount, lastChange }: AgainCandidate): boolean =>
  comment !== '' && (commentByPerson ?? (historyCount > 0 && lastChange?.action !== 'regenerated'));
