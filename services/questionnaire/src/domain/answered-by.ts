import type { AnswerStatus } from './statistics.js';

/** Whose an answer is; '' where there is none. */
export type AnsweredBy = 'AI' | 'PERSON' | 'FILE' | '';

/**
 * Who gave the answer: an engine, a person, or the file, which came with it. What a person writes over becomes the person's;
 * the file's own words stay the file's. A note for the reviewer stands beside "not applicable" only where no person said so.
 */
export function answeredBy(question: {
  answerStatus: AnswerStatus;
  answer: string;
  existingAnswer: string;
  reviewNote?: string;
}): AnsweredBy {
  const { answerStatus, answer, existingAnswer, reviewNote = '' } = question;
  if (answerStatus === 'AI_ANSWERED') return 'AI';
  if (answerStatus === 'NOT_APPLICABLE') return reviewNote === '' ? 'PERSON' : 'AI';
  if (answerStatus !== 'MANUALLY_ANSWERED') return '';
  return answer !== '' && answer === existingAnswer ? 'FILE' : 'PERSON';
}
