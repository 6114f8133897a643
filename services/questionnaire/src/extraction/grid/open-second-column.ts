import type { CellModel } from '../../documents/model.js';
import { isIdentifier } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST = 5;
/** Share of the texts that ask in words. */
const ASKS = 1 / 3;
const HEADING_WORDS = 4;

/**
 * A sheet of one column of texts, and a heading over the empty column behind it: "Category | Feedback" in bold letters, and below it, not in bold
 * ones, "Name", "How would you rate …?", "Think about …". Where a third of the texts ask, all are to be answered in the empty column.
 */
export function findOpenSecondColumn(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (grid.rowCount <= FEWEST || 'table' in grid.place(0, 0)) return [];
  const [first, second, ...further] = grid.rowCells(0);
  if (first === undefined || second === undefined || further.length > 0 || second.column !== first.column + 1)
    return [];
  if (!isHeading(first, shapes) || !isHeading(second, shapes)) return [];
  const labels: CellModel[] = [];
  for (let row = 1; row < grid.rowCount; row++) {
    const [label, ...others] = grid.rowCells(row);
    const isText = label?.type === 'text' && label.formula === undefined && !isIdentifier(label.text);
    if (!isText || label.column !== first.column || label.bold === true || others.length > 0) return [];
    if (!grid.isWritable(label.row, second.column)) return [];
    labels.push(label);
  }
  const asking = labels.filter(({ text }) => asks(text, shapes));
  if (new Set(labels.map(({ text }) => text.trim())).size < labels.length || asking.length < ASKS * labels.length)
    return [];
  ledger.bookRow(0, 'header', 'table_header');
  return labels.map((label, i) => {
    ledger.book(grid.indexAt(i + 1, label.column), 'question', 'column_of_questions');
    return questionOf(grid, { row: i + 1, label, column: second.column, value: undefined, named: true }, '');
  });
}

function isHeading({ type, text, bold, formula }: CellModel, shapes: ShapeCache): boolean {
  const { words, endsWithMark } = shapes.of(text);
  return type === 'text' && bold === true && formula === undefined && words <= HEADING_WORDS && !endsWithMark;
}

/** A question or a request, also among other sentences. */
function asks(text: string, shapes: ShapeCache): boolean {
  const { manner } = shapes.of(text);
  return manner === 'question' || manner === 'request' || /[?？؟]/u.test(text);
}
