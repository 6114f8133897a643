import { isChoiceWord } from '../language/choices.js';
import { isOpenQuestion } from '../language/open-questions.js';
import { isPlaceholder } from '../language/placeholders.js';
import { answerTypeOf } from '../question-form.js';
import type { ExtractedQuestion } from '../result.js';

/**
 * Among questions with columns "Yes | No | Remarks" one that yes or no does not answer ("If yes, which ones?") is answered in
 * words, in the column beside the choices. `remark` is what stands there already.
 */
export function writtenBesideChoices(question: ExtractedQuestion, remark: string): ExtractedQuestion {
  const { commentLocation, optionLocations, options, existingAnswer, text } = question;
  if (commentLocation === null || optionLocations.length < 2 || existingAnswer !== '') return question;
  // A date or a count is neither yes nor no.
  const asked = answerTypeOf(text, []);
  if (!options.every(isChoiceWord) || (asked === 'text' && !isOpenQuestion(text))) return question;
  return {
    ...question,
    answerLocation: commentLocation,
    commentLocation: null,
    answerType: asked,
    options: [],
    optionLocations: [],
    existingAnswer: isPlaceholder(remark) ? '' : remark.trim(),
  };
}
