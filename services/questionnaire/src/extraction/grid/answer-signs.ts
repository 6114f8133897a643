import { isChoiceWord, isTick } from '../language/choices.js';
import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';

/** Choice words all the way down were stated by somebody, whatever the heading describes ("Product features"). */
export function statesChoices(profile: ColumnProfile | undefined): boolean {
  return profile !== undefined && profile.sampled >= 3 && share(profile.choices, profile) >= 0.8;
}

/** Texts that ask nothing, beside questions without a heading: the answers that were given. */
export function answersByContent(profile: ColumnProfile | undefined, rows: number, filled: number): boolean {
  if (profile === undefined || profile.sampled < 2 || filled / rows < 0.5) return false;
  if (profile.distinct < 0.4 * profile.sampled && profile.choices < 0.5 * profile.sampled) return false;
  const texts = profile.statements + profile.phrases + profile.choices + profile.requests;
  return (
    texts >= 0.7 * profile.sampled &&
    profile.questions < 0.1 * profile.sampled &&
    profile.formulas < 0.3 * profile.sampled
  );
}

/** Numbers or codes in front of the questions, each another one, count the rows, whatever stands above them. */
export function numbersRows(profile: ColumnProfile, before: boolean): boolean {
  return (
    before && profile.sampled >= 4 && share(profile.identifiers, profile) >= 0.8 && profile.distinct === profile.sampled
  );
}

/** Every row holds one of a few codes ("RESP01", "YES_NO", "TEXT"): the kind of answer, not the answer. */
export function isCodeColumn(grid: Grid, rows: readonly number[], column: number, profile: ColumnProfile): boolean {
  if (profile.sampled < 4 || profile.distinct > Math.max(4, profile.sampled / 8)) return false;
  let codes = 0;
  let seen = 0;
  for (const row of rows) {
    const text = grid.cellAt(row, column)?.text.trim();
    if (text === undefined) continue;
    seen++;
    if (
      /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[A-Z]{2,}\d+$/.test(text) ||
      (/^[A-Z]{4,}$/.test(text) && !isChoiceWord(text))
    )
      codes++;
  }
  return seen >= rows.length * 0.5 && codes / Math.max(1, seen) >= 0.8;
}

/** Nothing but marks, in three rows or more: what is there, or done, is ticked off in this column. */
export function isTickColumn(grid: Grid, rows: readonly number[], column: number): boolean {
  const cells = rows.flatMap((row) => grid.cellAt(row, column) ?? []);
  return cells.length >= 3 && cells.every(({ text }) => isTick(text));
}
