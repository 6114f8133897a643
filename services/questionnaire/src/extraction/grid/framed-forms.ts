import { isAnswerText, isBoxOrTick } from '../language/choices.js';
import { describesFile } from '../language/field-words.js';
import { isIdentifier } from '../language/numbering.js';
import { isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Field } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const LABEL_LENGTH = 160;
const LABEL_WORDS = 24;
const FEWEST = 4;
/** Share of the labels beside which nothing is written yet. */
const OPEN = 0.5;
/** Share of the labels that ask by their words, from which on the sheet is a list of questions. */
const ASKING = 0.5;

interface Labelled extends Field {
  open: boolean;
  section: string;
}

/**
 * A form that is drawn: labels, whatever they are called, each beside one cell with lines around it, of which most are empty.
 * Where more such cells follow in the row it is a table to fill, and where most labels ask, a table of questions.
 */
export function findFramedForm(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  if (scope.headers.length > 0) return [];
  const columns = new Map<number, Labelled[]>();
  for (const field of labelled(grid, shapes, scope)) {
    const own = columns.get(field.label.column);
    if (own === undefined) columns.set(field.label.column, [field]);
    else own.push(field);
  }
  const fields = [...columns.values()].filter((block) => isForm(grid, shapes, block)).flatMap(withoutHeadings);
  return fields.map((field) => {
    ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'form_field');
    if (field.value !== undefined) ledger.book(grid.indexAt(field.row, field.column), 'answer', 'form_value');
    return questionOf(grid, field, field.section);
  });
}

/** Labels beside a framed cell, or beside what was written into one. */
function labelled(grid: Grid, shapes: ShapeCache, scope: TableScope): Labelled[] {
  const found: Labelled[] = [];
  let section = '';
  for (const row of scope.rows) {
    const cells = grid.rowCells(row);
    const texts = cells.filter(({ text }) => !isIdentifier(text));
    let taken = -1;
    for (const label of texts) {
      const column = (grid.mergeOf(label.row, label.column)?.right ?? label.column) + 1;
      if (label.column <= taken || !isLabel(shapes, label) || !grid.isWritable(label.row, column)) continue;
      // What is computed further right sums up, and its row is shown to be read.
      if (cells.some((cell) => cell.column > label.column && cell.formula !== undefined)) continue;
      const value = grid.cellAt(row, column);
      const open = value === undefined && grid.isFramed(label.row, column);
      if (!open && (value === undefined || value.formula !== undefined)) continue;
      taken = column;
      found.push({ row, label, column, value, named: true, open, section });
    }
    const [only] = texts;
    if (texts.length === 1 && only?.type === 'text' && found.at(-1)?.row !== row && shapes.of(only.text).words <= 10)
      section = only.text.trim();
  }
  return found;
}

/** A long label is no sentence: it is bold as the others are, and has no full stop. */
function isWordy(text: string, bold: boolean | undefined): boolean {
  return bold === true && !/[.!;:。]\s*$/.test(text);
}

function isLabel(shapes: ShapeCache, { type, text, formula, bold }: CellModel): boolean {
  if (type !== 'text' || formula !== undefined || text.length > LABEL_LENGTH) return false;
  if (isAnswerText(text) || isBoxOrTick(text)) return false;
  const { words, manner } = shapes.of(text);
  return (
    words <= LABEL_WORDS &&
    manner !== 'other' &&
    (manner !== 'statement' || isWordy(text, bold)) &&
    !isInstruction(text)
  );
}

function isForm(grid: Grid, shapes: ShapeCache, block: readonly Labelled[]): boolean {
  const open = block.filter((field) => field.open);
  const short = open.filter(({ label }) => shapes.of(label.text).manner !== 'statement');
  if (short.length < FEWEST || short.length < OPEN * open.length || open.length < OPEN * block.length) return false;
  if (new Set(open.map(({ label }) => label.text)).size < open.length) return false;
  if (describesFile(block.map(({ label }) => label.text))) return false;
  if (block.filter(({ label }) => shapes.of(label.text).hasMark).length >= ASKING * block.length) return false;
  const wider = open.filter(({ label, column }) => {
    const right = (grid.mergeOf(label.row, column)?.right ?? column) + 1;
    return grid.isFramed(label.row, right);
  });
  return wider.length < 0.5 * open.length;
}

/** A filled label among others that are not is a heading. */
function withoutHeadings(block: Labelled[]): Labelled[] {
  const filled = block.filter(({ label }) => label.filled === true);
  return filled.length * 3 > block.length
    ? block
    : block.filter((field) => field.label.filled !== true || field.value !== undefined);
}
