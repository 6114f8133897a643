import type { CellModel } from '../../documents/model.js';
import { hasBox } from '../language/choices.js';
import { isIdentifier } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const TITLE_WORDS = 12;
const OPTION_WORDS = 8;
/** Titles with options below them, that such a table has at least. */
const FEWEST = 2;
/** "( ) female", "[ ] male", "Others: ____": what is marked or written in the option itself. */
const OWN_PLACE = /^\s*(?:\([\s_]*\)|\[[\s_]*\])|___\s*$/u;

interface Part {
  title: CellModel;
  options: { cell: CellModel; column: number }[];
  rows: number[];
}

/**
 * A table of a text document of titles that span it, each over a row of options with empty cells or brackets to mark: "AGE", then
 * "( ) under 30 | ( ) over 30". Each title asks. Empty where any other row stands in the table.
 */
export function findTitledOptions(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if (!('table' in grid.place(0, 0))) return [];
  const parts: Part[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const title = titleIn(grid, shapes, row);
    const last = parts.at(-1);
    if (title !== undefined && (last === undefined || last.options.length > 0))
      parts.push({ title, options: [], rows: [] });
    else {
      const options = optionsOf(grid, row);
      if (last === undefined || options === undefined) return [];
      last.options.push(...options);
      last.rows.push(row);
    }
  }
  if (parts.length < FEWEST || parts.some(({ options }) => options.length < 2)) return [];
  return parts.map((part) => asked(grid, ledger, part));
}

/** A short text alone in its row, which spans the table or has nothing but empty cells beside it. */
function titleIn(grid: Grid, shapes: ShapeCache, row: number): CellModel | undefined {
  const [only, ...others] = grid.rowCells(row);
  if (only === undefined || others.length > 0 || only.column > 1 || OWN_PLACE.test(only.text) || hasBox(only.text))
    return undefined;
  const { words, manner } = shapes.of(only.text);
  return words <= TITLE_WORDS && manner !== 'statement' && manner !== 'other' ? only : undefined;
}

/** The options of a row, each with the column of its mark; undefined where a cell has none, or is too long. */
function optionsOf(grid: Grid, row: number): Part['options'] | undefined {
  const number = grid.rowNumber(row);
  const cells = grid.rowCells(row);
  // A code of the question stands before its options; "18 to 30" is an option.
  const texts = cells.length > 2 && isIdentifier(cells[0]!.text) ? cells.slice(1) : cells;
  const empty = (column: number): boolean =>
    column >= 0 && grid.indexAt(row, column) < 0 && grid.isWritable(number, column);
  const options = texts.flatMap((cell) => {
    const [first = ''] = cell.text.split('\n');
    if (first.split(/\s+/).length > OPTION_WORDS || /[:\uff1a?\uff1f]\s*$/u.test(cell.text)) return [];
    if (OWN_PLACE.test(cell.text) || hasBox(cell.text) || cell.text.includes('(_'))
      return [{ cell, column: cell.column }];
    const before = cell.column - 1;
    const after = (grid.mergeOf(cell.row, cell.column)?.right ?? cell.column) + 1;
    return empty(before) ? [{ cell, column: before }] : empty(after) ? [{ cell, column: after }] : [];
  });
  return options.length === 0 || options.length < texts.length ? undefined : options;
}

function asked(grid: Grid, ledger: Ledger, { title, options, rows }: Part): GridQuestion {
  const row = grid.rowAt(title.row);
  ledger.book(grid.indexAt(row, title.column), 'question', 'title_over_options');
  for (const below of rows) ledger.bookRow(below, 'options', 'option_below_question');
  const [first] = options;
  const found = questionOf(grid, { row, label: title, column: title.column, value: undefined, named: true }, '');
  const { question } = found;
  question.options = options.map(({ cell }) => optionText(cell.text));
  question.optionLocations = options.map(({ cell, column }, i) => ({
    option: question.options[i]!,
    location: grid.writingPlace(cell.row, column),
  }));
  question.answerLocation = first === undefined ? null : grid.writingPlace(first.cell.row, first.column);
  question.answerType = answerTypeOf(question.text, question.options);
  return found;
}

function optionText(text: string): string {
  return text
    .replace(/^\s*(?:\([\s_]*\)|\[[\s_]*\]|[\u2610\u25a1\u25cb])\s*/u, '')
    .replace(/(?<!_)_{2,}\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}
