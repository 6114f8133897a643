import { isPlaceholder } from '../extraction/language/placeholders.js';
import type { QuestionDocument } from '../store/documents.js';

/** A column that says the same below every question says nothing: it is the form's default ("Not verified", "Select…"). */
const LEAST_REPEATS = 3;

/**
 * Ids of the questions whose existing answer in the customer's file is somebody's answer and is kept. Where all of a
 * sheet's existing answers are one text, three times and more, that text is a default and the questions are open. So is what
 * only holds the place of an answer, whenever it was read.
 */
export function existingAnswersToKeep(questions: readonly QuestionDocument[]): string[] {
  const bySheet = new Map<string, QuestionDocument[]>();
  for (const question of questions) {
    if (question.existingAnswer.trim() === '' || question.answerStatus !== 'UNANSWERED') continue;
    if (!question.options.includes(question.existingAnswer) && isPlaceholder(question.existingAnswer)) continue;
    const own = bySheet.get(question.sheetId);
    if (own) own.push(question);
    else bySheet.set(question.sheetId, [question]);
  }
  return [...bySheet.values()]
    .filter(
      (own) => own.length < LEAST_REPEATS || new Set(own.map((question) => question.existingAnswer.trim())).size > 1,
    )
    .flatMap((own) => own.map((question) => question._id));
}
