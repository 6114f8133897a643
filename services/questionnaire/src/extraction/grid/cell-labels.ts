import { describesFile } from '../language/field-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const LABEL_WORDS = 12;
const FEWEST = 3;
/** Share of the texts that are labels. */
const MOST = 0.8;

/**
 * A form in a table of a text document whose cells are labels with room behind them: "Family name: | First name:". Each is answered in its own
 * cell. Empty where labels have cells of their own to fill, or where anything else stands in the table.
 */
export function findCellLabels(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0))) return [];
  const labels = grid.cells.filter(({ text }) => {
    const { words } = shapes.of(text);
    const label = /^[^:：\n]*(?=[:：](?:\s|$))/u.exec(text)?.[0] ?? '';
    return words <= LABEL_WORDS && /\p{L}/u.test(label) && !/[?？]/u.test(text);
  });
  const bare = labels.filter(({ text }) => /[:：]\s*$/u.test(text));
  if (labels.length < FEWEST || bare.length < MOST * labels.length || labels.length < MOST * grid.cells.length)
    return [];
  if (describesFile(labels.map(({ text }) => text))) return [];
  const beside = labels.filter(({ row, column }) => {
    const right = (grid.mergeOf(row, column)?.right ?? column) + 1;
    const at = grid.rowAt(row);
    return grid.isWritable(row, right) && grid.cellAt(at, right) === undefined;
  });
  if (beside.length > labels.length / 3) return [];
  return labels.map((label) => {
    const row = grid.rowAt(label.row);
    ledger.book(grid.indexAt(row, label.column), 'question', 'label_with_room');
    const found = questionOf(grid, { row, label, column: label.column, value: undefined, named: true }, '');
    found.question.answerLocation = grid.writingPlace(label.row, label.column);
    return found;
  });
}
