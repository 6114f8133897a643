import { splitNumber } from '../language/numbering.js';
import type { TextShape } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';
import type { QuestionTable } from './table.js';

/** What is seen of a row before it is judged. */
export interface RowFacts {
  row: number;
  cell: CellModel | undefined;
  identifier: string;
  shape: TextShape | undefined;
  validated: boolean;
  answered: boolean;
  /** Filled cells that are neither question, identifier nor answer. */
  others: number;
  wide: boolean;
}

/** How the rows of the table that clearly ask look, to tell the odd ones. */
export interface Habits {
  numbered: number;
  /** Rows whose number stands in the column of numbers. */
  identified: number;
  validated: number;
  others: number;
  bold: number;
  /** Texts without a small letter. */
  upperCase: number;
  filled: number;
  wide: number;
}

/** Measures the rows that ask or, where hardly any does, all rows with a text. */
export function habitsOf(facts: readonly RowFacts[]): Habits {
  const asking = facts.filter((fact) => fact.shape?.manner === 'question' || fact.shape?.manner === 'request');
  const model =
    asking.length >= 3 || asking.length >= facts.length / 3
      ? asking
      : facts.filter((fact) => fact.shape !== undefined && fact.shape.manner !== 'other');
  const count = Math.max(1, model.length);
  const part = (test: (fact: RowFacts) => boolean): number => model.filter(test).length / count;
  return {
    numbered: part((fact) => fact.identifier !== '' || splitNumber(fact.cell?.text ?? '').number !== ''),
    identified: part((fact) => fact.identifier !== ''),
    validated: part((fact) => fact.validated),
    others: part((fact) => fact.others > 0),
    bold: part((fact) => fact.cell?.bold === true),
    upperCase: part((fact) => fact.cell !== undefined && isUpperCase(fact.cell.text)),
    filled: part((fact) => fact.cell?.filled === true),
    wide: part((fact) => fact.wide),
  };
}

/** Headings in another column that make a system. */
const FEWEST_APART = 2;

/**
 * Where the headings of a column of questions stand in another column, alone in their rows, a text without a number among numbered
 * questions is one of the questions, too, and no heading.
 */
export function withHeadingsApart(
  habits: Habits,
  grid: Grid,
  { license, question }: QuestionTable,
  facts: readonly RowFacts[],
): Habits {
  if (license !== 'header' || question.label?.role !== 'question' || habits.identified > 0) return habits;
  const apart = facts.filter(({ row, cell }) => {
    const [heading, ...others] = cell === undefined ? grid.rowCells(row) : [];
    return heading !== undefined && others.length === 0 && heading.column < question.column;
  });
  return apart.length < FEWEST_APART ? habits : { ...habits, numbered: 0 };
}

/** A heading is seldom longer. */
const HEADING_WORDS = 8;

/**
 * Rows that name what follows, in tables that set headings apart by nothing but words: short phrases alone in their rows among
 * full sentences. They are believed only as a system: the table begins with one, there are several, and no short phrase in it
 * stands where a heading could not (at the end, or among other phrases: those are points to answer).
 */
export function bareHeadings(facts: readonly RowFacts[], isField: (text: string) => boolean): ReadonlySet<number> {
  const rows = facts.filter((fact) => fact.shape !== undefined && fact.shape.manner !== 'other');
  const full = rows.filter(isSentence);
  const none: ReadonlySet<number> = new Set();
  if (full.length < 3 || full.length < 0.6 * rows.length) return none;
  if (full.filter((fact) => /[.?!？。:]["”')*]*\s*$/u.test(fact.cell?.text ?? '')).length < 0.7 * full.length)
    return none;
  const found = new Set<number>();
  for (const [i, fact] of rows.entries()) {
    if (isSentence(fact)) continue;
    const next = rows[i + 1];
    const heads =
      fact.shape?.manner === 'phrase' &&
      fact.shape.words <= HEADING_WORDS &&
      fact.identifier === '' &&
      fact.others === 0 &&
      !fact.answered &&
      next !== undefined &&
      isSentence(next) &&
      !/[.,;:?!*]\s*$/.test(fact.cell?.text ?? '') &&
      !isField(fact.cell?.text ?? '');
    if (!heads) return none;
    found.add(fact.row);
  }
  const [first] = rows;
  return found.size >= 2 && first !== undefined && found.has(first.row) && full.length >= 1.5 * found.size
    ? found
    : none;
}

function isSentence(fact: RowFacts): boolean {
  return fact.shape?.manner === 'question' || fact.shape?.manner === 'request' || fact.shape?.manner === 'statement';
}

/** Whether a text has capital letters alone. */
export function isUpperCase(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 3 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}
