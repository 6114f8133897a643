import { isAnswerText } from '../language/choices.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** A form field in a cell, by its name, and what it holds where words are printed in the cell too. */
export interface CellField {
  name: string;
  /** No other field stands in the cell, but for the boxes of one choice. */
  single: boolean;
  value: string;
}

const FEWEST = 2;
const MOST_WORDS = 25;
/** Share of the cells with form fields that have words of their own. */
const MOST = 0.6;

/**
 * A form whose cells hold a label and a form field each ("Family name" above its field): each label is asked and answered in
 * the field of its own cell. Empty where the fields have cells of their own, beside what they answer.
 */
export function findFieldCells(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (grid.fieldCount < FEWEST) return [];
  const times = new Map<string, number>();
  for (const cell of grid.cells) times.set(cell.text, (times.get(cell.text) ?? 0) + 1);
  const labels = grid.cells.filter((cell) => {
    // "EUR" in one cell after another is a unit.
    if (times.get(cell.text) !== 1) return false;
    const text = printedIn(grid, cell);
    return text !== '' && shapes.of(text).words <= MOST_WORDS && /\p{L}/u.test(text) && !isAnswerText(text);
  });
  if (labels.length < FEWEST || labels.length < MOST * grid.fieldCount) return [];
  return labels.map((cell) => {
    const text = printedIn(grid, cell);
    const row = grid.rowAt(cell.row);
    ledger.book(grid.indexAt(row, cell.column), 'question', 'label_with_field');
    const field = { row, label: { ...cell, text }, column: cell.column, value: undefined, named: true };
    const found = questionOf(grid, field, '');
    const boxes = grid.optionsIn(cell);
    Object.assign(found.question, { existingAnswer: boxes?.checked.join(', ') ?? grid.fieldIn(cell)?.value ?? '' });
    if (boxes !== undefined) found.question.options = boxes.options;
    return found;
  });
}

/** The words that stand in a cell beside its form field; '' where there is no field, or nothing but its value. */
function printedIn(grid: Grid, cell: CellModel): string {
  const field = grid.fieldIn(cell);
  if (field?.single !== true) return '';
  const { value } = field;
  return (value !== '' && cell.text.endsWith(value) ? cell.text.slice(0, -value.length) : cell.text).trim();
}
