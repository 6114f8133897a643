import type { Area, Corrections } from '../api/types.js';
import type { Cell, Found, Row } from './cells.js';
import { isAdded, isRemoved, keyOf, saidOf } from './said.js';
import type { GridRow } from './sheet-grid.js';

export interface Ends {
  first: number;
  last: number;
}

/** Rows that a person said are left out. */
export function endsOf(area: Area, said: Corrections): Ends {
  const { first_row: first, last_row: last } = saidOf(said, area) ?? {};
  return { first: first ?? 1, last: last ?? Infinity };
}

/** A row as it is shown: what its cells were taken as, and what a person says instead. */
export function drawn({ label, number, cells }: Row, found: Found, said: Corrections, { first, last }: Ends): GridRow {
  const outside = number !== undefined && (number < first || number > last);
  return { label, outside, cells: cells.map((cell) => ({ text: cell.text, ...takenAs(cell, found, said) })) };
}

const TAKEN: Partial<Record<NonNullable<Cell['class']>, string>> = {
  section: 'a section',
  header: 'a heading',
  instruction: 'an instruction',
  options: 'options',
};

function takenAs({ place, class: taken }: Cell, found: Found, said: Corrections): { taken: string; look: string } {
  const key = keyOf(place);
  if (isRemoved(said, place)) return { taken: 'no question any more', look: 'is-removed' };
  if (isAdded(said, place)) return { taken: 'a question, as you say', look: 'is-added' };
  if (said.add.some(({ answer_location: answer }) => answer && keyOf(answer) === key)) {
    return { taken: 'a place for an answer, as you say', look: 'is-answer' };
  }
  if (found.questions.has(key)) return { taken: 'a question', look: 'is-question' };
  if (found.answers.has(key)) return { taken: 'a place for an answer', look: 'is-answer' };
  return { taken: (taken && TAKEN[taken]) ?? '', look: taken === undefined ? '' : `is-${taken}` };
}
