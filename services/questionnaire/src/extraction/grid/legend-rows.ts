import { isChoiceWord } from '../language/choices.js';
import type { Grid } from './grid.js';
import type { Habits, RowFacts } from './row-habits.js';
import type { QuestionTable } from './table.js';

/** Share of the questions with a number, from which on a row without one is odd. */
const NUMBERED = 0.8;
/** Rows of the table looked at for what its drop-downs offer. */
const SAMPLED = 40;

/**
 * "Pass | The requirement applies and is met": a legend says what a choice means, and has no choice to make itself. A drop-down
 * that was drawn on over it offers what it explains.
 */
export function explainsChoice(grid: Grid, { answers, scope }: QuestionTable, fact: RowFacts, habits: Habits): boolean {
  const { cell } = fact;
  const regular = habits.validated > 0 || habits.identified >= NUMBERED;
  if (cell === undefined || !regular || fact.shape?.endsWithMark === true) return false;
  const before = grid.rowCells(fact.row).filter(({ column }) => column < cell.column);
  const [choice] = before;
  if (before.length !== 1 || choice === undefined || !isChoiceWord(choice.text)) return false;
  if (!fact.validated) return true;
  const offered = (row: number): readonly string[] => grid.validationAt(row, answers.answer ?? -1)?.options ?? [];
  const sample = scope.rows.slice(0, SAMPLED).map((row) => grid.rowNumber(row));
  return [cell.row, ...sample].some((row) => offered(row).includes(choice.text.trim()));
}
