import { isFieldHeading } from '../language/field-words.js';
import { headerRole } from '../language/header-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Field } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

/** Longer texts are no labels. */
const LABEL_WORDS = 12;

/**
 * A form under headings that say so ("Field | Response"): every label asks, whatever it is called and whether it is filled, and
 * the heading asks nothing. Empty where the first row is no such heading.
 */
export function findHeadedForm(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  const [first, ...rows] = scope.rows;
  const heading = first === undefined ? [] : grid.rowCells(first);
  const [label, answer] = heading;
  if (first === undefined || label === undefined || answer === undefined || heading.length !== 2) return [];
  if (!isFieldHeading(label.text) || headerRole(answer.text)?.role !== 'answer') return [];
  const fields = rows.flatMap((row): Field[] => {
    const own = grid.cellAt(row, label.column);
    if (own?.type !== 'text' || own.formula !== undefined || shapes.of(own.text).words > LABEL_WORDS) return [];
    const { column } = grid.anchorOf(own.row, answer.column);
    const value = grid.cellAt(row, column);
    if (!grid.isWritable(own.row, column) || value?.formula !== undefined) return [];
    return [{ row, label: own, column, value, named: true }];
  });
  if (fields.length < 2) return [];
  ledger.bookRow(first, 'header', 'table_header', true);
  return fields.map((field) => {
    ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'form_field');
    if (field.value !== undefined) ledger.book(grid.indexAt(field.row, field.column), 'answer', 'form_value');
    return questionOf(grid, field, '');
  });
}
