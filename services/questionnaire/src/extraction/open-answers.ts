import { isPlaceholder, isPrompt, offeredChoices } from './language/placeholders.js';
import { answerTypeOf } from './question-form.js';
import type { ExtractedQuestion, ExtractedSheet } from './result.js';

/**
 * Opens what nobody has answered: a prompt is no option ("— please choose —"), a text that only holds the place of an answer is
 * none ("Response:", "TBC"), and one that offers choices ("Yes / No") is the list of options.
 */
export function withOpenAnswers(sheets: ExtractedSheet[]): ExtractedSheet[] {
  for (const question of sheets.flatMap((sheet) => sheet.questions)) {
    dropPrompts(question);
    if (!question.options.includes(question.existingAnswer) && isPlaceholder(question.existingAnswer)) open(question);
  }
  return sheets;
}

function dropPrompts(question: ExtractedQuestion): void {
  if (!question.options.some(isPrompt)) return;
  question.options = question.options.filter((option) => !isPrompt(option));
  question.optionLocations = question.optionLocations.filter(({ option }) => !isPrompt(option));
  if (question.answerType !== 'multi_choice') question.answerType = answerTypeOf(question.text, question.options);
}

function open(question: ExtractedQuestion): void {
  const offered = question.options.length > 0 ? [] : offeredChoices(question.existingAnswer);
  question.existingAnswer = '';
  if (offered.length === 0) return;
  question.options = offered;
  question.answerType = answerTypeOf(question.text, offered);
}
