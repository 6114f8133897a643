import type { CellModel } from '../../documents/model.js';
import { isPlaceholder } from '../language/choices.js';
import { isFieldLabel } from '../language/field-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf, isRequiredText } from '../question-form.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const LABEL_WORDS = 9;

interface Field {
  row: number;
  label: CellModel;
  /** Zero-based column of the value. */
  column: number;
  value: CellModel | undefined;
  named: boolean;
}

/**
 * Fields of a form: "Company name:" with an empty cell beside it. Only a block of labels of which at least two, and at least
 * half, are still to be filled is a form; facts about the file itself ("Version: | 1.0") are none.
 */
export function findForms(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  const found: GridQuestion[] = [];
  for (const labels of blocksOf(grid, fieldsOf(grid, shapes, scope))) {
    const colons = labels.filter((field) => shapes.of(field.label.text).endsWithColon);
    // Where labels carry colons, a line without one is a title.
    const block = colons.length * 2 >= labels.length ? colons : labels;
    const open = block.filter((field) => field.value === undefined || isPlaceholder(field.value.text));
    const named = block.filter((field) => field.named).length;
    if (open.length < 2 || open.length < block.length / 2 || named < block.length / 2) continue;
    for (const field of block) {
      ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'form_field');
      if (field.value !== undefined) ledger.book(grid.indexAt(field.row, field.column), 'answer', 'form_value');
      found.push(questionOf(grid, field));
    }
  }
  return found;
}

function fieldsOf(grid: Grid, shapes: ShapeCache, scope: TableScope): Field[] {
  const fields: Field[] = [];
  for (const row of scope.rows) {
    const cells = grid.rowCells(row);
    if (cells.length > 6) continue;
    for (let i = 0; i < cells.length; i++) {
      const label = cells[i]!;
      if (label.type !== 'text' || label.formula !== undefined || label.text.length > 90) continue;
      const shape = shapes.of(label.text);
      if (shape.words > LABEL_WORDS || shape.manner === 'other') continue;
      const colon = shape.endsWithColon;
      const named = colon || isFieldLabel(label.text);
      if (!named) continue;
      const column = (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
      const following = cells[i + 1];
      const near = following !== undefined && following.column <= column + 2 && !/[:：]\s*$/.test(following.text);
      const value = following?.column === column || near ? following : undefined;
      if (!grid.exists(label.row, column)) continue;
      const isLabelItself = value !== undefined && value.type === 'text' && /[:：]\s*$/.test(value.text);
      if (isLabelItself || value?.formula !== undefined) continue;
      fields.push({ row, label, column: value?.column ?? column, value, named });
      if (value !== undefined) i++;
    }
  }
  return fields;
}

/** Labels of one column that follow each other with at most one empty row between them. */
function blocksOf(grid: Grid, fields: readonly Field[]): Field[][] {
  const blocks: Field[][] = [];
  const open = new Map<number, { block: Field[]; row: number }>();
  for (const field of fields) {
    const number = grid.rowNumber(field.row);
    const last = open.get(field.label.column);
    if (last !== undefined && number - last.row <= 2) {
      last.block.push(field);
      last.row = number;
    } else {
      const block = [field];
      blocks.push(block);
      open.set(field.label.column, { block, row: number });
    }
  }
  return blocks;
}

function questionOf(grid: Grid, field: Field): GridQuestion {
  const { label, column, value } = field;
  const text = label.text.trim();
  const validation = grid.validationAt(label.row, column);
  const options = validation?.type === 'list' ? validation.options : [];
  return {
    cell: label,
    answerable: true,
    question: {
      key: grid.key(label.row, label.column),
      ordinal: 0,
      section: '',
      number: '',
      text,
      stem: '',
      location: grid.place(label.row, label.column),
      answerLocation: grid.place(label.row, column),
      commentLocation: null,
      answerType: answerTypeOf(text, options, validation?.type),
      options,
      optionLocations: [],
      isRequired: isRequiredText(text),
      existingAnswer: value === undefined || isPlaceholder(value.text) ? '' : value.text.trim(),
      hidden: grid.isHiddenRow(label.row) || grid.isHiddenColumn(label.column),
    },
  };
}
