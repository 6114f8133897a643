import type { CellModel } from '../../documents/model.js';
import { hasBox } from '../language/choices.js';
import { describesFile } from '../language/field-words.js';
import { isIdentifier } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Field } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const LABEL_WORDS = 10;
const FEWEST = 2;

/**
 * Labels with a colon beside empty cells, or boxes, in a table of a text document that asks otherwise: "Customer: | ", "Stage: | ☐ Draft" above
 * numbered questions, or below them. They were drawn to be filled in, whatever the other rows are.
 */
export function findLeftLabels(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  found: readonly GridQuestion[],
): GridQuestion[] {
  if (found.length === 0 || !('table' in grid.place(0, 0))) return [];
  const asked = new Set(found.map(({ cell }) => cell.row));
  const times = new Map<string, number>();
  for (const { text } of grid.cells) times.set(text.trim(), (times.get(text.trim()) ?? 0) + 1);
  const fields: Field[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const cells = grid.rowCells(row).filter(({ text }) => !isIdentifier(text));
    const [label, value] = cells;
    if (label === undefined || cells.length > 2 || asked.has(label.row) || !isLabel(shapes, label)) continue;
    // "Further information:" below each question belongs to that question.
    if (times.get(label.text.trim())! > 1) continue;
    const column = (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
    const open = value === undefined || (value.column === column && isOffer(grid, value));
    if (open && grid.isWritable(label.row, column)) fields.push({ row, label, column, value, named: true });
  }
  if (fields.length < FEWEST || describesFile(fields.map(({ label }) => label.text))) return [];
  return fields.map((field) => {
    ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'label_beside_blank');
    if (field.value !== undefined) ledger.book(grid.indexAt(field.row, field.column), 'options', 'boxes_of_question');
    return questionOf(grid, field, '');
  });
}

function isLabel(shapes: ShapeCache, { text }: CellModel): boolean {
  const { words, endsWithColon } = shapes.of(text);
  return endsWithColon && words <= LABEL_WORDS && /\p{L}/u.test(text);
}

function isOffer(grid: Grid, value: CellModel): boolean {
  return (grid.optionsIn(value)?.options.length ?? 0) >= 2 || hasBox(value.text);
}
