import type { AnswerRequest } from '../answering/types.js';
import { withoutItemNumber } from '../extraction/language/item-number.js';
import { isAnsweredInWordsBeside } from '../extraction/question-form.js';
import type { QuestionDocument } from '../store/documents.js';

/** What an engine is asked for a question. `now`: microseconds, decides what has expired. */
export const requestOf = (question: QuestionDocument, instructions: string, now: number): AnswerRequest => ({
  questionId: question._id,
  text: [withoutItemNumber(question.stem).text, withoutItemNumber(question.text, question.number).text]
    .filter((part) => part !== '')
    .join(' '),
  section: question.section,
  answerType: isAnsweredInWordsBeside(question) ? 'text' : question.answerType,
  options: question.options,
  instructions,
  now,
});
