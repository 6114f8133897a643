import type { CellModel } from '../../documents/model.js';
import { hasBox, splitBoxes } from '../language/choices.js';
import { withoutItemNumber } from '../language/item-number.js';
import { isPlaceholder, offeredChoices } from '../language/placeholders.js';
import {
  describeRespondent,
  describesFile,
  isFieldLabel,
  isMarkedLabel,
  isPartTitle,
} from '../language/field-words.js';
import { isIdentifier, splitNumber } from '../language/numbering.js';
import { isPaperTitle } from '../language/title-signs.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';
import { answerTypeOf, boundsOf, isRequiredText } from '../question-form.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';
import { isOneLabel, pairedColumns } from './label-pairs.js';

const LABEL_WORDS = 9;
const LONGEST = 90;
/** A row of more cells is no row of a form. */
const WIDEST = 6;

export interface Field {
  row: number;
  label: CellModel;
  /** Zero-based column of the value. */
  column: number;
  value: CellModel | undefined;
  named: boolean;
}

/** Share of the labels of a block that are known ones. */
const KNOWN = 0.4;

/** Labels that a form has at least, when all of it is filled already. */
const FILLED_FORM = 4;

/**
 * Fields of a form: "Company name:" with an empty cell beside it. Only a block of labels of which at least two, and at least
 * half, are still to be filled is a form; facts about the file itself ("Version: | 1.0") are none. One that is filled all over
 * is taken when it is long and describes whoever fills it in. `asks`: the sheet asks elsewhere; then a single label that is
 * still open is one too.
 */
export function findForms(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  scope: TableScope,
  asks = false,
): GridQuestion[] {
  const found: GridQuestion[] = [];
  const blocks = blocksOf(grid, fieldsOf(grid, shapes, scope))
    .map((labels) => withoutTitles(labels, shapes).filter((field) => !headsScale(grid, field)))
    .filter((block) => block.length > 0 && block.filter((field) => field.named).length >= KNOWN * block.length);
  const all = blocks.flat();
  const filled = all.length >= FILLED_FORM && describeRespondent(all.map((field) => field.label.text));
  for (const block of blocks) {
    if (describesFile(block.map((field) => field.label.text))) continue;
    const open = block.filter(({ value }) => value === undefined || isOpen(grid, value));
    const alone = block.length === 1 && isOneLabel(block[0]!.label.text) && block[0]!.value === undefined && asks;
    if (!alone && (filled ? block.length < 2 : open.length < 2 || open.length < block.length / 2)) continue;
    const section = headingAbove(grid, shapes, block[0]!);
    for (const field of block) {
      ledger.book(grid.indexAt(field.row, field.label.column), 'question', 'form_field');
      if (field.value !== undefined) ledger.book(grid.indexAt(field.row, field.column), 'answer', 'form_value');
      found.push(questionOf(grid, field, section));
    }
  }
  return found;
}

/** Nothing was written there yet: a placeholder, a hint, or boxes of which none is ticked. */
function isOpen(grid: Grid, value: CellModel): boolean {
  const boxes = boxesIn(grid, value);
  return isPlaceholder(value.text) || isHint(value.text) || (boxes !== undefined && boxes.checked.length === 0);
}

/** The boxes that a value offers, with those that are ticked. */
function boxesIn(grid: Grid, value: CellModel): { options: string[]; checked: string[] } | undefined {
  const inside = grid.optionsIn(value);
  if (inside !== undefined || !hasBox(value.text)) return inside;
  const runs = splitBoxes(value.text);
  const options = runs.flatMap((run) => run.options);
  return options.length < 2 ? undefined : { options, checked: runs.flatMap((run) => run.checked) };
}

/** What stands beside a label in brackets alone says how to fill it: "(name and email)". */
function isHint(text: string): boolean {
  return /^\s*\([^()]{1,60}\)\s*$/.test(text) && offeredChoices(text).length === 0;
}

/** A short text alone in the row above a block names it; that of the first row only where it spans the form. */
function headingAbove(grid: Grid, shapes: ShapeCache, first: Field): string {
  const row = first.row - 1;
  if (row < 0) return '';
  const cells = grid.rowCells(row);
  const [cell] = cells;
  if (cells.length !== 1 || cell?.type !== 'text' || cell.formula !== undefined) return '';
  const { manner, words, endsWithColon } = shapes.of(cell.text);
  const spans = (grid.mergeOf(cell.row, cell.column)?.right ?? cell.column) > first.label.column;
  if (manner !== 'phrase' || words > LABEL_WORDS || endsWithColon || (row === 0 && !spans)) return '';
  return first.label.row - cell.row <= 2 ? cell.text.trim() : '';
}

/** "5 = Yes", "0: not done": a line that says what a step of a scale means. */
const STEP = /^\s*\(?\d{1,3}\)?\s*[=＝:：]\s*\p{L}/u;

/** A label without a value over two lines that say what steps mean names their scale: "Scoring:", "5 = Yes", "0 = No". */
function headsScale(grid: Grid, { label, row, value }: Field): boolean {
  const below = [row + 1, row + 2].map((next) => (next < grid.rowCount ? grid.rowCells(next)[0] : undefined));
  return value === undefined && below.every((cell) => cell?.column === label.column && STEP.test(cell.text));
}

const isFilled = ({ value }: Field): boolean => value !== undefined;

/** Where labels carry colons, a line without one is a title; so is a bold, numbered or upper-case one among others. */
function withoutTitles(block: readonly Field[], shapes: ShapeCache): Field[] {
  const most = (test: (field: Field) => boolean): boolean => block.filter(test).length * 2 >= block.length;
  const colon = (field: Field): boolean => shapes.of(field.label.text).endsWithColon;
  const bold = (field: Field): boolean => field.label.bold === true;
  const counted = (field: Field): boolean => splitNumber(field.label.text).number !== '';
  const upper = (field: Field): boolean =>
    field.label.text === field.label.text.toUpperCase() && /\p{Lu} /u.test(field.label.text);
  // What an empty row keeps from the rest of the block, in front of it or behind it, is no label of it.
  const apart = (field: Field): boolean => {
    const at = block.indexOf(field);
    const beside = at === 0 ? block[1] : at === block.length - 1 ? block[at - 1] : undefined;
    return (!field.named || upper(field)) && beside !== undefined && Math.abs(beside.label.row - field.label.row) > 1;
  };
  // "Company details" in front of a part names the part.
  const entitles = (field: Field): boolean => {
    const before = block[block.indexOf(field) - 1];
    const leads = before === undefined || field.label.row - before.label.row > 1;
    return leads && field !== block.at(-1) && isPartTitle(field.label.text);
  };
  // The only one without a value, on top of the sheet.
  const above = (field: Field): boolean => field === block[0] && field.row === 0 && block.slice(1).every(isFilled);
  const colons = most(colon);
  const loudly = most(upper);
  const boldly = most(bold);
  const numbered = most(counted);
  return block.filter(
    (field) =>
      (!colons || colon(field)) &&
      !(field.value === undefined && (apart(field) || entitles(field) || (block.length > 2 && above(field)))) &&
      (field.value !== undefined ||
        ((boldly || !bold(field)) && (numbered || !counted(field)) && (loudly || !upper(field)))),
  );
}

/** Columns in which labels of fields stand: several that we know, and hardly less than the others. */
function labelColumns(grid: Grid, shapes: ShapeCache, scope: TableScope): ReadonlySet<number> {
  const counts = new Map<number, { named: number; texts: number }>();
  for (const row of scope.rows) {
    const cells = grid.rowCells(row);
    if (cells.length > WIDEST) continue;
    for (const cell of cells) {
      if (cell.type !== 'text' || cell.text.length > LONGEST) continue;
      const count = counts.get(cell.column) ?? { named: 0, texts: 0 };
      count.texts++;
      if (isNamed(cell, shapes)) count.named++;
      counts.set(cell.column, count);
    }
  }
  return new Set(
    [...counts].filter(([, { named, texts }]) => named >= 2 && named >= 0.4 * texts).map(([column]) => column),
  );
}

/** "Name of the parent company" begins as a request does. */
function isShort(shape: TextShape): boolean {
  return shape.manner === 'phrase' || (shape.manner === 'request' && !shape.hasMark);
}

function isNamed(cell: CellModel, shapes: ShapeCache): boolean {
  return (
    isMarkedLabel(cell.text) ||
    shapes.of(cell.text).endsWithColon ||
    (isFieldLabel(cell.text) && !isIdentifier(cell.text))
  );
}

function fieldsOf(grid: Grid, shapes: ShapeCache, scope: TableScope): Field[] {
  const fields: Field[] = [];
  const paired = pairedColumns(grid, shapes, scope);
  const columns = new Set([...labelColumns(grid, shapes, scope), ...paired]);
  for (const row of scope.rows) {
    const cells = grid.rowCells(row);
    if (cells.length > WIDEST) continue;
    for (let i = 0; i < cells.length; i++) {
      const label = cells[i]!;
      if (label.type !== 'text' || label.text.length > LONGEST) continue;
      const shape = shapes.of(label.text);
      if (shape.words > LABEL_WORDS || shape.manner === 'other') continue;
      if (cells.length === 1 && fields.length === 0 && isPaperTitle(label.text)) continue;
      const colon = colonBehind(grid, cells, i);
      const named = colon !== undefined || paired.has(label.column) || isNamed(label, shapes);
      // Among labels that we know, other short texts are labels too.
      if (!named && !(columns.has(label.column) && isShort(shape) && !isIdentifier(label.text))) continue;
      const last = colon ?? label;
      const column = (grid.mergeOf(last.row, last.column)?.right ?? last.column) + 1;
      if (colon !== undefined) i++;
      const following = cells[i + 1];
      const near =
        following !== undefined &&
        following.column <= column + 2 &&
        !columns.has(following.column) &&
        !/[:：]\s*$/.test(following.text);
      const value = following?.column === column || near ? following : undefined;
      if (!grid.isWritable(label.row, column)) continue;
      const isLabelItself = value !== undefined && value.type === 'text' && /[:：]\s*$/.test(value.text);
      if (isLabelItself || value?.formula !== undefined) continue;
      fields.push({ row, label, column: value?.column ?? column, value, named });
      if (value !== undefined) i++;
    }
  }
  return fields;
}

/** "Name | : | ": a colon in a cell of its own behind a label. */
function colonBehind(grid: Grid, cells: readonly CellModel[], at: number): CellModel | undefined {
  const [label, next] = [cells[at]!, cells[at + 1]];
  const right = grid.mergeOf(label.row, label.column)?.right ?? label.column;
  return next?.column === right + 1 && /^\s*[:：]\s*$/.test(next.text) ? next : undefined;
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

/** The question that a label of a form asks. */
export function questionOf(grid: Grid, field: Field, section: string): GridQuestion {
  const { label, column, value } = field;
  const { number, text } = withoutItemNumber(label.text, grid.numberOf(label));
  const validation = grid.validationAt(label.row, column);
  const boxes = value === undefined ? undefined : boxesIn(grid, value);
  const options = validation?.type === 'list' ? validation.options : (boxes?.options ?? []);
  return {
    cell: label,
    answerable: true,
    question: {
      key: grid.key(label.row, label.column),
      ordinal: 0,
      section,
      number,
      text,
      stem: '',
      location: grid.place(label.row, label.column),
      answerLocation: grid.writingPlace(label.row, column),
      commentLocation: null,
      answerType: answerTypeOf(text, options, validation?.type),
      options,
      optionLocations: [],
      isRequired: isRequiredText(text),
      existingAnswer: boxes?.checked.join(', ') ?? (value === undefined || isHint(value.text) ? '' : value.text.trim()),
      hidden: grid.isHiddenRow(label.row) || grid.isHiddenColumn(label.column),
      ...boundsOf(validation),
    },
  };
}
