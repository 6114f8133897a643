import type { AnswerRequest } from '../answering/types.js';
import { withoutItemNumber } from '../extraction/language/item-number.js';
import { isAnsweredInWordsBeside } from '../extraction/question-form.js';
import type { QuestionDocument } from '../store/documents.js';
import { approvedNear, type ApprovedQuestion } from './approved-near.js';

/** What the engine is asked for a question of a questionnaire. `now`: microseconds, decides what has expired. */
export function requestOf(
  question: QuestionDocument,
  instructions: string,
  now: number,
  approved: readonly ApprovedQuestion[] = [],
): AnswerRequest {
  const near = approvedNear(question, approved);
  return {
    questionId: question._id,
    text: [withoutItemNumber(question.stem).text, withoutItemNumber(question.text, question.number).text]
      .filter((part) => part !== '')
      .join(' '),
    section: question.section,
    answerType: isAnsweredInWordsBeside(question) ? 'text' : question.answerType,
    options: question.options,
    instructions,
    ...(near.length > 0 ? { approved: near } : {}),
    now,
  };
}

/** The same for a question that stands in no questionnaire. */
export const freeRequest = (questionId: string, text: string, now: number): AnswerRequest => ({
  questionId,
  text: withoutItemNumber(text).text,
  section: '',
  answerType: 'text',
  options: [],
  instructions: '',
  now,
});
