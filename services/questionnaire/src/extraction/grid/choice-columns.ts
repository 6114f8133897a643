import { isChoiceWord } from '../language/choices.js';
import type { AnswerScope } from './answer-columns.js';

/** A column to tick for one option. */
export interface ChoiceColumn {
  column: number;
  option: string;
}

/** Neighbouring columns whose headings are choices ("Yes", "No", "N/A"; or 1 to 5). */
export function choiceColumns(scope: AnswerScope): ChoiceColumn[] {
  const runs: ChoiceColumn[][] = [];
  let last = -2;
  for (const label of [...scope.labels.values()].sort((a, b) => a.column - b.column)) {
    if (label.column < scope.left || label.column > scope.right || scope.taken.has(label.column)) continue;
    const words = label.text.split(/\s+/);
    const tail = words.at(-1) ?? '';
    const option = isChoiceWord(label.text)
      ? label.text
      : label.role === 'choice'
        ? optionOf(label.text)
        : /^\d$/.test(label.text)
          ? label.text
          : '';
    if (option === '' || (label.text.length > 40 && !isChoiceWord(tail))) continue;
    const profile = scope.profiles.get(label.column);
    // A column of texts under "Other" is no box to tick.
    if (profile !== undefined && profile.words > profile.sampled * 3) continue;
    if (label.column - last <= 1) runs.at(-1)!.push({ column: label.column, option });
    else runs.push([{ column: label.column, option }]);
    last = label.right;
  }
  const run = runs.find(
    (candidates) =>
      candidates.length >= 2 &&
      (candidates.length >= 3 || !candidates.every((candidate) => /^\d$/.test(candidate.option))),
  );
  return run ?? [];
}

function optionOf(text: string): string {
  const words = text.trim().split(/\s+/);
  for (let take = 1; take <= Math.min(3, words.length); take++) {
    const tail = words.slice(-take).join(' ');
    if (isChoiceWord(tail) && (take === words.length || !isChoiceWord(words.slice(-take - 1).join(' ')))) return tail;
  }
  return text.trim();
}
