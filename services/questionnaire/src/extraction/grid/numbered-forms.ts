import type { CellModel } from '../../documents/model.js';
import { isTick } from '../language/choices.js';
import { isIdentifier } from '../language/numbering.js';
import { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { finish } from './extract-grid.js';
import type { GridResult } from './extract-grid.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const FEWEST = 3;
/** Columns of number, label and value; behind the entries of a list stands the column to tick. */
const [NUMBER, LABEL, VALUE] = [0, 1, 2];

/** A numbered label: its row, how many rows it goes over, and what stands beside it. */
interface Item {
  row: number;
  rows: number;
  number: string;
  label: CellModel;
}

/**
 * A table of a document whose rows are "number | label | value", and whose labels may go down over rows "entry | tick": "1.1 | Name | Acme",
 * "1.2 | Kind of site | Shop | ✓ ‖ Blog | ". Each label asks and keeps its value or what is ticked. A row of one number and one text heads a part.
 * Undefined where other rows stand between. `titled`: the document is called a form; else some label must have entries to tick.
 */
export function numberedForm(grid: Grid, titled: boolean): GridResult | undefined {
  const shapes = new ShapeCache();
  const items: Item[] = [];
  const sections = new Map<number, string>();
  for (let row = 0; row < grid.rowCount;) {
    const cells = grid.rowCells(row);
    const [number, label] = [grid.cellAt(row, NUMBER), grid.cellAt(row, LABEL)];
    if (number === undefined || label === undefined || !isNumber(number.text) || !/\p{L}{2}/u.test(label.text))
      return undefined;
    const rows = height(grid, row, NUMBER);
    const spans = (grid.mergeOf(label.row, LABEL)?.right ?? LABEL) > LABEL;
    if (spans && rows === 1 && cells.length === 2 && items.every((item) => item.number !== number.text))
      sections.set(row, label.text.trim());
    else if (!spans && height(grid, row, LABEL) === rows && row + rows <= grid.rowCount)
      items.push({ row, rows, number: number.text.trim(), label });
    else return undefined;
    row += rows;
  }
  const listed = items.filter(({ rows }) => rows > 1);
  if (items.length < FEWEST || (!titled && listed.length === 0)) return undefined;
  if (!items.every((item) => (item.rows > 1 ? isList(grid, item) : isField(grid, item)))) return undefined;
  const ledger = new Ledger(grid);
  const questions = items.map((item) => ask(grid, ledger, item, sectionOver(sections, item.row)));
  for (const row of sections.keys()) ledger.bookRow(row, 'section', 'section_row');
  return finish(grid, shapes, ledger, questions, undefined);
}

/** "1", "1.2", "3.": a number of an item, and no amount. */
const isNumber = (text: string): boolean => /^\s*\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s*$/.test(text) && isIdentifier(text);

const height = (grid: Grid, row: number, column: number): number => {
  const at = grid.rowNumber(row);
  return (grid.mergeOf(at, column)?.bottom ?? at) - at + 1;
};

/** One cell or none stands behind the label, and somebody may write there. */
function isField(grid: Grid, { row, label }: Item): boolean {
  const behind = grid.rowCells(row).filter(({ column }) => column >= VALUE);
  return behind.length <= 1 && (behind[0]?.column ?? VALUE) === VALUE && grid.isWritable(label.row, VALUE);
}

/** In each row an entry, and behind it a cell that is empty, ticked or filled in. */
function isList(grid: Grid, item: Item): boolean {
  return rowsOf(item).every((row) => {
    const behind = grid.rowCells(row).filter(({ column }) => column >= VALUE);
    const open = VALUE + 1;
    return (
      behind[0]?.column === VALUE &&
      behind.length <= 2 &&
      (behind[1]?.column ?? open) === open &&
      grid.isWritable(grid.rowNumber(row), open)
    );
  });
}

const rowsOf = ({ row, rows }: Item): number[] => Array.from({ length: rows }, (_, i) => row + i);

function sectionOver(sections: ReadonlyMap<number, string>, row: number): string {
  return [...sections].findLast(([at]) => at < row)?.[1] ?? '';
}

function ask(grid: Grid, ledger: Ledger, item: Item, section: string): GridQuestion {
  const { row, label, number } = item;
  ledger.book(grid.indexAt(row, NUMBER), 'skipped', 'number_of_item');
  ledger.book(grid.indexAt(row, LABEL), 'question', 'form_field');
  const value = item.rows > 1 ? undefined : grid.cellAt(row, VALUE);
  const asked = questionOf(grid, { row, label, column: VALUE, value, named: true }, section);
  asked.question.number ||= number;
  if (item.rows > 1) offer(grid, ledger, item, asked);
  else if (value !== undefined) ledger.book(grid.indexAt(row, VALUE), 'answer', 'form_value');
  return asked;
}

/** Gives the question the entries of its rows; what is written beside one in words is told with it. */
function offer(grid: Grid, ledger: Ledger, item: Item, { question }: GridQuestion): void {
  const given: string[] = [];
  for (const row of rowsOf(item)) {
    const entry = grid.cellAt(row, VALUE)!;
    const option = entry.text.trim();
    const beside = grid.cellAt(row, VALUE + 1);
    question.optionLocations = [
      ...question.optionLocations,
      { option, location: grid.place(grid.rowNumber(row), VALUE + 1) },
    ];
    ledger.book(grid.indexAt(row, VALUE), 'options', 'option_below_question');
    if (beside === undefined) continue;
    ledger.book(grid.indexAt(row, VALUE + 1), 'answer', 'box_of_option');
    given.push(isTick(beside.text) ? option : `${option}: ${beside.text.trim()}`);
  }
  question.options = question.optionLocations.map(({ option }) => option);
  question.answerLocation = question.optionLocations[0]?.location ?? null;
  question.answerType = answerTypeOf(question.text, question.options);
  question.existingAnswer = given.join(', ');
}
