import { isChoiceWord } from '../language/choices.js';
import type { Grid } from './grid.js';
import type { Habits, RowFacts } from './row-habits.js';
import type { QuestionTable } from './table.js';

/** Share of the questions with a number, from which on a row without one is odd. */
const NUMBERED = 0.8;

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
  return [cell.row, ...scope.rows.map((row) => grid.rowNumber(row))].some((row) =>
    offered(row).includes(choice.text.trim()),
  );
}
