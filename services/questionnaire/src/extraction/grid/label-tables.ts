import { describesFile, isFieldLabel } from '../language/field-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';
import type { TableScope } from './table-scope.js';

const LABEL_WORDS = 10;
/** Words of a label beside a form field. */
const FIELD_WORDS = 25;
const FEWEST = 3;
/** Share of the rows that are a label with nothing but empty cells beside it. */
const BLANK = 0.8;

/**
 * A table of a text document whose first column names things, one a row, beside cells that are all empty: those were drawn to be
 * written in, whatever the labels are called. A sheet has empty cells everywhere, so that they say nothing there.
 */
export function findLabelTable(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  if (!isDocumentTable(grid)) return [];
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
  const { manner, words } = shapes.of(label.text);
  // A form field beside it says by itself that something is to be filled in.
  if (grid.fieldIn({ row: label.row, column: right(grid, label) }) !== undefined)
    return words <= FIELD_WORDS && /\p{L}/u.test(label.text);
  if (manner === 'statement' || manner === 'other' || words > LABEL_WORDS || endsSentence(label.text)) return false;
  return grid.isWritable(label.row, right(grid, label));
}

/** A mark at the end, other than that of an abbreviation in a list: "workstation, etc.". */
function endsSentence(text: string): boolean {
  return /[.;,]\s*$/u.test(text) && !/[,/]\s?\p{L}{1,4}\.\s*$/u.test(text);
}

function isDocumentTable(grid: Grid): boolean {
  return 'table' in grid.place(0, 0);
}

function right(grid: Grid, { row, column }: CellModel): number {
  return (grid.mergeOf(row, column)?.right ?? column) + 1;
}

/**
 * A form in a table of a text document: "Name | Date" over a row of empty cells, over and over; or pairs "Name |   | Date |   " with
 * questions among the labels, which a table of questions would not have side by side. Empty where the table is none.
 */
export function findLabelForm(grid: Grid, shapes: ShapeCache, ledger: Ledger, scope: TableScope): GridQuestion[] {
  if (scope.headers.length > 0 || !isDocumentTable(grid)) return [];
  const rows = scope.rows.map((row) => ({ row, cells: grid.rowCells(row) }));
  const labels = rows.flatMap(({ row, cells }) => cells.map((label) => ({ row, label })));
  if (describesFile(labels.map(({ label }) => label.text))) return [];
  const asked = labelsAbove(grid, shapes, labels) ?? pairs(grid, shapes, labels) ?? [];
  return asked.map(({ row, label, place }) => {
    ledger.book(grid.indexAt(row, label.column), 'question', 'label_beside_blank');
    const found = questionOf(grid, { row, label, column: place.column, value: undefined, named: true }, '');
    found.question.answerLocation = grid.writingPlace(place.row, place.column);
    return found;
  });
}

interface Labelled {
  row: number;
  label: CellModel;
}

type Placed = Labelled & { place: { row: number; column: number } };

function labelsAbove(grid: Grid, shapes: ShapeCache, labels: readonly Labelled[]): Placed[] | undefined {
  const rows = [...new Set(labels.map(({ label }) => label.row))];
  const apart = rows.every((row, i) => i === 0 || row === rows[i - 1]! + 2);
  const all = labels.every(
    ({ label }) => isShort(shapes, label) && grid.mergeOf(label.row, label.column)?.bottom !== label.row + 1,
  );
  // One row of labels over one of blanks may be a list to fill; then the labels must be those of a form.
  const form = rows.length >= 2 || labels.filter(({ label }) => isFieldLabel(label.text)).length * 2 >= labels.length;
  if (!apart || !all || !form || labels.length < 2 || labels.length <= rows.length) return undefined;
  const placed = labels.map((one) => ({ ...one, place: { row: one.label.row + 1, column: one.label.column } }));
  const last = Math.max(...rows) + 2;
  const ends = labels.every(({ label }) => !grid.isWritable(last, label.column));
  return ends && placed.every(({ place }) => grid.isWritable(place.row, place.column)) ? placed : undefined;
}

function pairs(grid: Grid, shapes: ShapeCache, labels: readonly Labelled[]): Placed[] | undefined {
  const taken = new Set(labels.map(({ label }) => `${label.row}:${label.column}`));
  const open = labels.flatMap((one): Placed[] => {
    const place = { row: one.label.row, column: right(grid, one.label) };
    const blank = grid.isWritable(place.row, place.column) && !taken.has(`${place.row}:${place.column}`);
    return blank && isShort(shapes, one.label) ? [{ ...one, place }] : [];
  });
  const rows = new Set(labels.map(({ row }) => row));
  const inRow = new Map<number, number>();
  for (const { row } of open) inRow.set(row, (inRow.get(row) ?? 0) + 1);
  const several = [...inRow.values()].filter((count) => count >= 2).length;
  const leads = labels.filter(({ label }) => label.column === 0).length >= BLANK * rows.size;
  return rows.size >= FEWEST &&
    several >= 2 &&
    leads &&
    open.length >= 0.5 * labels.filter(({ label }) => /\p{L}/u.test(label.text)).length
    ? open
    : undefined;
}

/** A label, also one that ends in a question mark. */
function isShort(shapes: ShapeCache, { text }: CellModel): boolean {
  const { manner, words } = shapes.of(text);
  return manner !== 'statement' && words <= LABEL_WORDS && /\p{L}/u.test(text) && !endsSentence(text);
}
