import { isChoiceWord } from '../language/choices.js';
import type { Grid } from './grid.js';
import { labelAbove, profileScope } from './table-scope.js';
import type { TableScope } from './table-scope.js';
import type { QuestionTable } from './table.js';
import type { ShapeCache } from '../language/text-shape.js';

const FEWEST = 3;
/** Share of the rows with a text in the question's column that take answers. */
const MOST = 0.5;
/** Rows of the table above that are looked at. */
const LOOKED_AT = 60;

/**
 * A block of its own ("Reviewer | Date | Result") stands in the middle of a table, and below it the table goes on without its
 * heading: rows with a text in the column of questions whose answer cells offer a drop-down as those above do, or hold choices.
 * Undefined where the rows are no such continuation.
 */
export function continuedTable(
  grid: Grid,
  shapes: ShapeCache,
  above: QuestionTable | undefined,
  scope: TableScope,
): QuestionTable | undefined {
  const answer = above?.answers.answer;
  if (above === undefined || answer === undefined || above.answers.choices.length > 0) return undefined;
  const headed = labelAbove(scope.labels, above.question.column)?.role;
  if (headed === 'question' || headed === 'requirement' || headed === 'description') return undefined;
  const takes = (row: number, offered: boolean): boolean => {
    const number = grid.rowNumber(row);
    const { row: top, column } = grid.anchorOf(number, answer);
    if (column !== answer || !grid.isWritable(top, column)) return false;
    return offered
      ? grid.validationAt(number, answer)?.type === 'list'
      : isChoiceWord(grid.cellAt(row, answer)?.text ?? '');
  };
  const asked = (rows: readonly number[]): number[] =>
    rows.filter((row) => grid.cellAt(row, above.question.column)?.type === 'text');
  const before = asked(above.scope.rows).slice(0, LOOKED_AT);
  const offered = before.filter((row) => takes(row, true)).length >= MOST * before.length;
  const rows = asked(scope.rows);
  const answered = rows.filter((row) => takes(row, offered));
  if (answered.length < FEWEST || answered.length < MOST * rows.length) return undefined;
  const own = { ...above.scope, rows: scope.rows };
  return { ...above, scope: own, profiles: profileScope(grid, shapes, own) };
}
