import { isChoiceWord, isTick } from '../language/choices.js';
import { asksToDescribe } from '../language/description-requests.js';
import { isScaledJudgement } from '../language/judgements.js';
import { splitNumber } from '../language/numbering.js';
import { isBareOrder, isInstruction } from '../language/text-shape.js';
import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';

/** Whether nothing but small numbers stands below a cell, or nothing at all, in a table of three rows or more. */
export function takesNumbers(grid: Grid, row: number, column: number): boolean {
  const last = Math.min(grid.rowCount, row + 1 + DESCRIBED_ROWS);
  if (last - row <= 3) return false;
  for (let below = row + 1; below < last; below++) {
    const text = grid.cellAt(below, column)?.text.trim() ?? '';
    if (!/^(?:10|\d)?$/.test(text)) return false;
  }
  return true;
}

/** "Rating (1-5)" over a column that holds such numbers beside some of the texts, or nothing yet: each text is to be rated. */
export function takesPoints(
  heading: string | undefined,
  given: ColumnProfile | undefined,
  texts: ColumnProfile,
): boolean {
  if (heading === undefined || !isScaledJudgement(heading) || texts.sampled < 3) return false;
  return (
    given === undefined ||
    (given.filled < 0.9 * texts.filled && given.numbers + given.identifiers >= 0.8 * given.sampled)
  );
}

/** Rows that are looked at. */
const DESCRIBED_ROWS = 60;

/** Choice words all the way down were stated by somebody, whatever the heading describes ("Product features"). */
export function statesChoices(profile: ColumnProfile | undefined): boolean {
  return profile !== undefined && profile.sampled >= 3 && share(profile.choices, profile) >= 0.8;
}

/** A few numbers that come again and again all the way down are steps of a scale that somebody chose from. */
export function statesSteps(profile: ColumnProfile | undefined): boolean {
  return (
    profile !== undefined &&
    profile.sampled >= 8 &&
    profile.formulas === 0 &&
    share(profile.numbers, profile) >= 0.8 &&
    profile.distinct <= Math.min(6, profile.sampled / 4)
  );
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
      /^\p{Lu}[\p{Lu}0-9]*(?:_[\p{Lu}0-9]+)+$|^\p{Lu}{2,}\d+$/u.test(text) ||
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

/** Half of the texts of a column, three at least, ask the reader to describe something ("Describe your backups."). */
export function asksForDescriptions(grid: Grid, rows: readonly number[], column: number): boolean {
  const texts = rows.slice(0, DESCRIBED_ROWS).flatMap((row) => grid.cellAt(row, column)?.text ?? []);
  const asking = texts.filter((text) => {
    const bare = text.slice(splitNumber(text).number.length).replace(/^[\s.:)\u2013-]+/u, '');
    return asksToDescribe(bare) && !isBareOrder(bare) && !isInstruction(bare);
  });
  return asking.length >= 3 && asking.length >= 0.5 * texts.length;
}

/**
 * Beside questions without any heading, this column and all behind it, two at least, hold a number or a choice beside nearly every question: what several
 * respondents answered, one a column. The first of them is where the answers stand.
 */
export function givenBySeveral(
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: number,
  column: number,
  rows: number,
): boolean {
  const asked = profiles.get(question);
  if (asked === undefined || share(asked.questions, asked) < 0.5) return false;
  const given = [...profiles.values()].filter((profile) => profile.column >= column);
  const alike = given.every(
    (profile) =>
      profile.filled >= 0.8 * rows && share(profile.numbers, profile) + share(profile.choices, profile) >= 0.6,
  );
  return rows >= 3 && given.length >= 2 && alike;
}
