import type { CellModel } from '../../documents/model.js';
import { describesFile } from '../language/field-words.js';
import { isIdentifier } from '../language/numbering.js';
import { ShapeCache } from '../language/text-shape.js';
import { finish } from './extract-grid.js';
import type { GridResult } from './extract-grid.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import { Ledger } from './ledger.js';

const FEWEST = 3;
const LABEL_WORDS = 10;

/**
 * A table of a document that is titled as a form or a questionnaire: two columns, bold labels in front of values that are not bold. Somebody
 * filled it in: each label asks, and keeps what stands beside it. Undefined where the table is none.
 */
export function filledForm(grid: Grid): GridResult | undefined {
  const shapes = new ShapeCache();
  const rows = Array.from({ length: grid.rowCount }, (_, row) => grid.rowCells(row));
  const isField = ([label, value, ...others]: readonly CellModel[]): boolean =>
    label !== undefined && isLabel(label, shapes) && value?.bold !== true && value?.column !== 0 && others.length === 0;
  if (rows.length < FEWEST || !rows.every(isField)) return undefined;
  const labels = rows.map(([label]) => label!.text.trim());
  if (new Set(labels).size < labels.length || describesFile(labels)) return undefined;
  const ledger = new Ledger(grid);
  const questions = rows.flatMap(([label, value], row) => {
    const column = value?.column ?? (grid.mergeOf(label!.row, 0)?.right ?? 0) + 1;
    if (!grid.isWritable(label!.row, column) || value?.formula !== undefined) return [];
    ledger.book(grid.indexAt(row, 0), 'question', 'form_field');
    if (value !== undefined) ledger.book(grid.indexAt(row, column), 'answer', 'form_value');
    return [questionOf(grid, { row, label: label!, column, value, named: true }, '')];
  });
  return questions.length < FEWEST ? undefined : finish(grid, shapes, ledger, questions, undefined);
}

function isLabel({ column, type, text, bold }: CellModel, shapes: ShapeCache): boolean {
  const { manner, words } = shapes.of(text);
  return (
    column === 0 &&
    type === 'text' &&
    bold === true &&
    words <= LABEL_WORDS &&
    manner !== 'statement' &&
    manner !== 'other' &&
    !isIdentifier(text) &&
    !/[.;,]\s*$/.test(text)
  );
}
