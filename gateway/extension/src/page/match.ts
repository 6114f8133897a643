import { isNo, isNotApplicable, isYes, plain } from './words/index.js';

const SENSES = [isYes, isNo, isNotApplicable];

/** Which of yes, no and not applicable a text says, and nothing else. */
const senseOf = (text: string): number => SENSES.findIndex((says) => says(text));

/**
 * The one choice that an answer means: the same words, or the only choice of the same sense (yes, no, not applicable).
 * Undefined: none or several.
 */
export function choiceFor(answer: string, options: readonly string[]): number | undefined {
  const wanted = plain(answer);
  if (!wanted) return undefined;
  const same = indexesOf(options, (option) => plain(option) === wanted);
  if (same.length) return same.length === 1 ? same[0] : undefined;
  const sense = senseOf(answer);
  if (sense < 0) return undefined;
  const alike = indexesOf(options, (option) => senseOf(option) === sense);
  return alike.length === 1 ? alike[0] : undefined;
}

const indexesOf = (options: readonly string[], fits: (option: string) => boolean): number[] =>
  options.flatMap((option, index) => (fits(option) ? [index] : []));
