import { boxedWords, isBoxOrTick, isTick } from '../language/choices.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { TableRow } from './row-kinds.js';
import type { GridQuestion } from './table-questions.js';

const SAMPLED_ROWS = 200;

/**
 * Options in rows of their own below a question, each with a box beside it: "How often? | ", "Daily | ☐", "Weekly | ☐".
 * The question itself has no box.
 */
export class OptionRows {
  private readonly rows = new Map<GridQuestion, number>();

  constructor(
    private readonly grid: Grid,
    private readonly ledger: Ledger,
    private readonly column: number | undefined,
    private readonly answerColumn: number | undefined,
  ) {}

  /** Takes a row as an option of the question above; false when it is none. */
  take(row: TableRow, last: GridQuestion | undefined): boolean {
    if (last !== undefined && this.takeWords(row, last)) return true;
    const { grid, column } = this;
    if (column === undefined || last === undefined || row.cell === undefined || row.identifier !== '') return false;
    const cell = grid.cellAt(row.row, column);
    if (cell === undefined || !isBoxOrTick(cell.text) || row.shape?.endsWithMark === true) return false;
    const number = grid.rowNumber(row.row);
    const above = this.rows.get(last);
    if (above === undefined && (last.question.options.length > 0 || this.hasOwnBox(last, row.row))) return false;
    if (number - (above ?? last.cell.row) !== 1) return false;
    this.rows.set(last, number);
    this.add(last, row.cell.text.trim(), grid.place(number, column), isTick(cell.text));
    this.ledger.book(grid.indexAt(row.row, row.cell.column), 'options', 'option_below_question');
    this.ledger.book(grid.indexAt(row.row, column), 'answer', 'box_of_option');
    return true;
  }

  /** "☐ Weekly" in a row of its own, below the question or below its first option beside it. */
  private takeWords(row: TableRow, last: GridQuestion): boolean {
    const { grid } = this;
    const { question } = last;
    const beside = this.answerColumn === undefined ? undefined : grid.cellAt(row.row, this.answerColumn);
    const cell = row.cell ?? beside;
    const words = cell === undefined || row.identifier !== '' ? undefined : boxedWords(cell.text);
    const number = grid.rowNumber(row.row);
    const above = this.rows.get(last) ?? last.cell.row;
    if (cell === undefined || words === undefined || number - above !== 1) return false;
    const first = question.answerLocation;
    const isFirst = !this.rows.has(last);
    // The first of them beside the question was read with it.
    const opened = isFirst && cell === beside && question.options.length === 1 && first !== null;
    if (isFirst && question.options.length > 0 && !opened) return false;
    if (opened) question.optionLocations = [{ option: question.options[0]!, location: first }];
    this.rows.set(last, number);
    this.add(last, words.option, grid.place(cell.row, cell.column), words.ticked);
    this.ledger.book(grid.indexAt(row.row, cell.column), 'options', 'option_below_question');
    return true;
  }

  private hasOwnBox(last: GridQuestion, row: number): boolean {
    return (
      row > 0 && this.grid.rowNumber(row - 1) === last.cell.row && this.grid.cellAt(row - 1, this.column!) !== undefined
    );
  }

  private add(
    { question }: GridQuestion,
    option: string,
    location: GridQuestion['question']['location'],
    ticked: boolean,
  ): void {
    if (question.options.length === 0) question.answerLocation = location;
    question.options = [...question.options, option];
    question.optionLocations = [...question.optionLocations, { option, location }];
    question.answerType = answerTypeOf(question.text, question.options);
    if (ticked) question.existingAnswer = [question.existingAnswer, option].filter((text) => text !== '').join(', ');
  }
}

/** The column of boxes beside options: two or more questions are followed by rows with boxes there, having none themselves. */
export function optionBoxColumn(
  grid: Grid,
  shapes: ShapeCache,
  rows: readonly number[],
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: number,
): number | undefined {
  return [...profiles.values()]
    .filter((profile) => profile.column !== question && share(profile.boxes, profile) >= 0.5)
    .map((profile) => profile.column)
    .find((column) => headsOptions(grid, shapes, rows, question, column));
}

function headsOptions(
  grid: Grid,
  shapes: ShapeCache,
  rows: readonly number[],
  question: number,
  column: number,
): boolean {
  const boxAt = (row: number | undefined): boolean => {
    const cell = row === undefined ? undefined : grid.cellAt(row, column);
    return cell !== undefined && isBoxOrTick(cell.text);
  };
  let asked = 0;
  for (const [i, row] of rows.slice(0, SAMPLED_ROWS).entries()) {
    const next = rows[i + 1];
    if (!boxAt(next) || grid.indexAt(row, column) >= 0) continue;
    const above = grid.cellAt(row, question);
    const below = next === undefined ? undefined : grid.cellAt(next, question);
    if (above === undefined || below === undefined) continue;
    const { manner } = shapes.of(above.text);
    if ((manner === 'question' || manner === 'request') && shapes.of(below.text).manner !== 'question') asked++;
  }
  return asked >= 2;
}
