import { describesFile } from '../language/field-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const LABEL_WORDS = 10;
const FEWEST = 3;
/** Share of the rows that are a label with nothing but empty cells beside it. */
const BLANK = 0.8;

/**
 * A table of a text document whose first column names things, one a row, beside cells that are all empty: those were drawn to be
 * written in, whatever the labels are called. A sheet has empty cells everywhere, so that they say nothing there.
 */
export function findLabelTable(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  const rows = scope.rows.flatMap((row) => {
    const [label, ...others] = grid.rowCells(row);
    return label === undefined ? [] : [{ row, label, others }];
  });
  const blank = rows.filter(({ label, others }) => others.length === 0 && isLabel(grid, shapes, label));
  if (blank.length < FEWEST || blank.length < BLANK * rows.length) return [];
  const { column } = blank[0]!.label;
  if (blank.some(({ label }) => label.column !== column) || describesFile(blank.map(({ label }) => label.text)))
    return [];
  if (new Set(blank.map(({ label }) => label.text)).size < blank.length) return [];
  return blank.map(({ row, label }) => {
    ledger.book(grid.indexAt(row, column), 'question', 'label_beside_blank');
    return questionOf(grid, { row, label, column: right(grid, label), value: undefined, named: true }, '');
  });
}

function isLabel(grid: Grid, shapes: ShapeCache, label: CellModel): boolean {
  if (label.type !== 'text' || !('table' in grid.place(label.row, label.column))) return false;
  const { manner, words } = shapes.of(label.text);
  if (manner === 'statement' || manner === 'other' || words > LABEL_WORDS || /[.;,]\s*$/.test(label.text)) return false;
  return grid.isWritable(label.row, right(grid, label));
}

function right(grid: Grid, { row, column }: CellModel): number {
  return (grid.mergeOf(row, column)?.right ?? column) + 1;
}
