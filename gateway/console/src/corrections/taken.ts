import type { Area, Corrections } from '../api/types.js';
import type { Cell, Found, Row } from './cells.js';
import { keyOf } from '../review/layout.js';
import { isAdded, isRemoved, saidOf } from './said.js';
import type { GridRow } from './sheet-grid.js';
import { t } from '../words/words.js';

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

const NAMED = ['section', 'header', 'instruction', 'options'] as const;

/** What a cell was read as, where that has a name. */
function readAs(taken: Cell['class']): string {
  const named = NAMED.find((one) => one === taken);
  return named === undefined ? '' : t(`corrections:taken.${named}`);
}

function takenAs({ place, class: taken }: Cell, found: Found, said: Corrections): { taken: string; look: string } {
  const key = keyOf(place);
  if (isRemoved(said, place)) return { taken: t('corrections:taken.removed'), look: 'is-removed' };
  if (isAdded(said, place)) return { taken: t('corrections:taken.added'), look: 'is-added' };
  if (said.add.some(({ answer_location: answer }) => answer && keyOf(answer) === key)) {
    return { taken: t('corrections:taken.answerSaid'), look: 'is-answer' };
  }
  if (found.questions.has(key)) return { taken: t('corrections:taken.question'), look: 'is-question' };
  if (found.answers.has(key)) return { taken: t('corrections:taken.answer'), look: 'is-answer' };
  return { taken: readAs(taken), look: taken === undefined ? '' : `is-${taken}` };
}
