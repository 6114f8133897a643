import { isChoiceWord } from '../language/choices.js';
import { asksToDescribe } from '../language/description-requests.js';
import { isOpenQuestion } from '../language/open-questions.js';
import { isPlaceholder } from '../language/placeholders.js';
import { answerTypeOf } from '../question-form.js';
import type { ExtractedQuestion } from '../result.js';

/**
 * Among questions with columns "Yes | No | Remarks", or a drop-down "Yes, No" and remarks beside it, one that yes or no does not
 * answer ("If yes, which ones?", "Describe …") is answered in words, in the column for remarks. `remark` is what stands there.
 */
export function writtenBesideChoices(question: ExtractedQuestion, remark: string): ExtractedQuestion {
  const { commentLocation, optionLocations, options, existingAnswer, text } = question;
  if (commentLocation === null || options.length < 2 || existingAnswer !== '' || !areChoices(options)) return question;
  // A date or a count is neither yes nor no.
  const asked = answerTypeOf(text, []);
  const ticked = optionLocations.length >= 2;
  if (asked !== 'text' && !ticked) return question;
  // Beside a drop-down of a requirement ", why" asks nothing.
  const open = asked !== 'text' || ((ticked || /[?？؟]/u.test(text)) && isOpenQuestion(text));
  if (!open && !asksToDescribe(text)) return question;
  const inWords: ExtractedQuestion = { ...question };
  delete inWords.answerBounds;
  return {
    ...inWords,
    answerLocation: commentLocation,
    commentLocation: null,
    answerType: asked,
    options: [],
    optionLocations: [],
    existingAnswer: isPlaceholder(remark) ? '' : remark.trim(),
  };
}

/** One list of options belongs to all rows of a drop-down: what it was found to be is kept as long as the list. */
const known = new WeakMap<readonly string[], boolean>();

function areChoices(options: readonly string[]): boolean {
  const before = known.get(options);
  if (before !== undefined) return before;
  const found = options.every(isChoiceWord);
  known.set(options, found);
  return found;
}
