import type { CellModel } from '../../documents/model.js';
import { isChoiceWord, isYesNoHeading, parseOptions } from '../language/choices.js';
import { isIdentifier } from '../language/numbering.js';
import { printedScale } from '../language/printed-scales.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** A row that ends in its choices, printed to be ringed or struck out. */
interface PrintedRow {
  row: number;
  label: CellModel;
  number: string;
  /** The cells that hold the choices: one for each step of a scale, or a single one with all of them. */
  cells: CellModel[];
  options: string[];
}

const FEWEST = 3;
/** Share of the rows that end in the same choices. */
const ALIKE = 0.7;

/**
 * Tables of a text document in which every row ends in the same choices: "1 | 2 | 3 | 4 | 5" in cells of their own, or "Yes / No" in one.
 * Choices that all rows repeat are offered in each, whatever stands before them. Empty where the table is none.
 */
export function findPrintedChoices(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0))) return [];
  const all = Array.from({ length: grid.rowCount }, (_, row) => printedRow(grid, row) ?? row);
  const printed = all.filter((row) => typeof row === 'object');
  const usual = printed[Math.floor(printed.length / 2)];
  if (usual === undefined) return [];
  const rows = printed.filter((row) => isLike(row, usual));
  const first = rows[0] === printed[0] && isHead(printed[0]!, usual) ? printed[0] : undefined;
  const items = rows.filter((row) => row !== first && row.label.column === usual.label.column);
  if (items.length < FEWEST || items.length < ALIKE * (grid.rowCount - 1)) return [];
  if (new Set(items.map(({ label }) => label.text)).size < items.length) return [];
  const manner = first === undefined ? undefined : shapes.of(first.label.text).manner;
  const stem = manner === 'question' || manner === 'request' ? (first?.label.text.trim() ?? '') : '';
  if (first !== undefined) ledger.bookRow(first.row, 'header', 'words_of_scale');
  return items.map((item) => ask(grid, ledger, item, stem));
}

function printedRow(grid: Grid, row: number): PrintedRow | undefined {
  const all = grid.rowCells(row).filter(({ text }) => text.trim() !== '');
  const words = all.findLastIndex(({ text }) => /\p{L}/u.test(text) && choicesIn(text).length === 0);
  const label = all[words];
  const cells = all.slice(words + 1);
  const before = all.slice(0, Math.max(0, words));
  const [only] = cells;
  if (label === undefined || only === undefined || !before.every(({ text }) => isIdentifier(text))) return undefined;
  const steps = cells.length > 1 ? printedScale(cells.map(({ text }) => text.trim()).join(' ')) : undefined;
  const options = steps ?? (cells.length === 1 ? choicesIn(only.text) : []);
  const number = before.at(-1)?.text.trim() ?? '';
  return options.length < 2 ? undefined : { row, label, number, cells, options };
}

/** "Yes / No", "Ano / Ne", "はい／いいえ": nothing but choices, with a sign between them. */
function choicesIn(text: string): string[] {
  if (text.length > 60) return [];
  const parts = text.split(/[/|／・]/u).map((part) => part.trim());
  if (parts.length >= 2 && parts.every(isChoiceWord)) return parts;
  return isYesNoHeading(text) ? parseOptions(text) : [];
}

const isLike = (row: PrintedRow, usual: PrintedRow): boolean =>
  row.options.join('\n') === usual.options.join('\n') && row.cells.length === usual.cells.length;

/** Whether the first row says what all are asked: over the numbers of the rows, or without a number where they have one. */
const isHead = (row: PrintedRow, usual: PrintedRow): boolean =>
  row.cells.length > 1 && (row.label.column !== usual.label.column || (row.number === '') !== (usual.number === ''));

function ask(
  grid: Grid,
  ledger: Ledger,
  { row, label, number, cells, options }: PrintedRow,
  stem: string,
): GridQuestion {
  ledger.book(grid.indexAt(row, label.column), 'question', 'item_to_rate');
  for (const cell of cells) ledger.book(grid.indexAt(row, cell.column), 'options', 'printed_choices');
  const found = questionOf(grid, { row, label, column: cells[0]!.column, value: undefined, named: true }, '');
  const places = cells.map(({ row: at, column }) => grid.writingPlace(at, column));
  Object.assign(found.question, {
    stem,
    options,
    optionLocations: cells.length > 1 ? options.map((option, i) => ({ option, location: places[i]! })) : [],
    answerLocation: places[0]!,
    answerType: answerTypeOf(found.question.text, options),
  });
  if (found.question.number === '') found.question.number = number;
  return found;
}
