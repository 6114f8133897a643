export const ANSWER_STATUSES = [
  'UNANSWERED',
  'AI_ANSWERED',
  'MANUALLY_ANSWERED',
  'NEEDS_INFO',
  'NOT_APPLICABLE',
  'FAILED',
] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

export interface QuestionCounts {
  total: number;
  aiAnswered: number;
  /** Answered by a person, NOT_APPLICABLE included. */
  manualAnswered: number;
  approved: number;
}

export const NO_QUESTIONS: QuestionCounts = { total: 0, aiAnswered: 0, manualAnswered: 0, approved: 0 };

/** One group of a recount: how many questions have this status and approval. */
export interface CountedGroup {
  answerStatus: AnswerStatus;
  approved: boolean;
  count: number;
}

export function countsOf(groups: readonly CountedGroup[]): QuestionCounts {
  const counts = { ...NO_QUESTIONS };
  for (const { answerStatus, approved, count } of groups) {
    counts.total += count;
    if (answerStatus === 'AI_ANSWERED') counts.aiAnswered += count;
    if (answerStatus === 'MANUALLY_ANSWERED' || answerStatus === 'NOT_APPLICABLE') counts.manualAnswered += count;
    if (approved) counts.approved += count;
  }
  return counts;
}

export const answeredOf = (counts: QuestionCounts): number => counts.aiAnswered + counts.manualAnswered;

/** 0 to 100 with two decimals; 0 when there is nothing to count. */
export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
