import type { ValidationModel, ValidationType } from '../../documents/model.js';
import { hasBox, isYesNoHeading, parseOptions } from '../language/choices.js';
import { offeredChoices } from '../language/placeholders.js';
import type { AnswerColumns } from './answer-columns.js';
import type { Grid } from './grid.js';
import type { ColumnLabel } from './headers.js';

/** Options for one question: what a drop-down, boxes, the options column or the heading (`offered`) gives. */
export function optionsFor(grid: Grid, columns: AnswerColumns, row: number, offered: string[]): string[] {
  if (columns.choices.length > 0) return offered;
  if (columns.answer !== undefined) {
    const validation = grid.validationAt(grid.rowNumber(row), columns.answer);
    if (validation?.type === 'list' && validation.options.length > 0) return validation.options;
    const cell = grid.cellAt(row, columns.answer);
    if (cell !== undefined) {
      const inside = grid.optionsIn(cell);
      if (inside !== undefined) return inside.options;
      if (mayHoldBox(cell.text)) return parseOptions(cell.text);
      const choices = offeredChoices(cell.text);
      if (choices.length > 0) return choices;
    }
  }
  if (columns.options !== undefined) {
    const listed = grid.cellAt(row, columns.options);
    if (listed !== undefined) {
      const options = parseOptions(listed.text);
      if (options.length > 0) return options;
    }
  }
  return offered;
}

/** Options that the layout offers to every question: one column each, the heading "Yes/No", or the `scale` that the cells show. */
export function offeredOptions(
  columns: AnswerColumns,
  label: ColumnLabel | undefined,
  scale: readonly string[] | undefined,
): string[] {
  if (columns.choices.length > 0) return columns.choices.map((choice) => choice.option);
  if (scale !== undefined) return [...scale];
  return label !== undefined && isYesNoHeading(label.text)
    ? parseOptions(label.text.replace(/^[([\s]+/, '').replace(/(?<![)\]\s:])[)\]\s:]+$/, ''))
    : [];
}

/** Short answers are the rule and hold no box; the look for one costs more than this. */
function mayHoldBox(text: string): boolean {
  return text.length >= 4 && hasBox(text);
}

/** What kind of value the cell of an answer takes; points are numbers, also where nothing checks them. */
export function valueIn(
  { points }: AnswerColumns,
  validation: ValidationModel | undefined,
): ValidationType | undefined {
  return validation?.type ?? (points === true ? 'decimal' : undefined);
}
