import type { CellModel } from '../../documents/model.js';
import { isBoxOrTick, isChoiceWord, isTick } from '../language/choices.js';
import { isIdentifier } from '../language/numbering.js';
import { isScaleStep } from '../language/scale-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** The words of a scale over the columns to tick. */
interface Head {
  row: number;
  steps: CellModel[];
  /** What stands left of the words: a title, the beginning of each item, or a question. */
  label: CellModel | undefined;
}

/** What a table of ratings asks, and whether its heads alone show that it is one. */
export interface Ratings {
  questions: GridQuestion[];
  isSure: boolean;
  /** Number of the row of the first head. */
  first: number;
}

const LEAST_STEPS = 3;
/** Rows at the top among which the first head stands. */
const HEAD_ROWS = 100;
/** Share of the rows that are read. */
const READ = 0.7;

/**
 * Tables in which words of a scale ("1 … 7", "Good | Fair | Poor", "Yes | No") stand over columns to tick, beside items
 * of whatever length; they may stand there again over each part, or beside the very question. Undefined where the table is none.
 */
export function findRatings(grid: Grid, shapes: ShapeCache, ledger: Ledger): Ratings | undefined {
  const heads = new Map<number, Head>();
  for (let row = 0; row < grid.rowCount; row++) {
    if (heads.size === 0 && row >= HEAD_ROWS) return undefined;
    const head = headIn(grid, row);
    if (head !== undefined) heads.set(head.row, head);
  }
  const [first] = heads.values();
  if (first === undefined) return undefined;
  const reader = new RatingReader(grid, shapes, ledger);
  for (let row = 0; row < grid.rowCount; row++) {
    const head = heads.get(grid.rowNumber(row));
    if (head !== undefined) reader.enter(head, row);
    else reader.take(row);
  }
  const { questions, read, rated, beside } = reader;
  if (rated < 2 && beside === 0) return undefined;
  if (read < READ * (grid.rowCount - grid.rowAt(first.row))) return undefined;
  return { questions, isSure: heads.size > 1 || beside > 0, first: first.row };
}

/** Steps that end a row, over cells that are all empty, boxes or marks; in a sheet totals and remarks may stand behind them. */
function headIn(grid: Grid, row: number): Head | undefined {
  const cells = grid.rowCells(row);
  const number = grid.rowNumber(row);
  const inSheet = !('table' in grid.place(0, 0));
  const steps: CellModel[] = [];
  for (const cell of cells.toReversed()) {
    const next = steps[0];
    const bottom = grid.mergeOf(cell.row, cell.column)?.bottom ?? cell.row;
    const isStep =
      cell.text.length <= 45 &&
      !isBoxOrTick(cell.text) &&
      isOpen(grid, bottom + 1, cell.column, cell.text) &&
      (!inSheet || isScaleStep(cell.text));
    const isBeside = next === undefined || right(grid, cell) === next.column - 1;
    if (isStep && isBeside) steps.unshift(cell);
    else if (!inSheet || steps.length >= LEAST_STEPS) break;
    else steps.splice(0, steps.length, ...(isStep ? [cell] : []));
  }
  while (steps.length > 0 && !isScaleStep(steps[0]!.text)) steps.shift();
  const known = steps.filter(({ text }) => isScaleStep(text)).length;
  const choices = steps.every(({ text }) => isChoiceWord(text));
  const enough = steps.length >= LEAST_STEPS || (steps.length === 2 && choices);
  if (!enough || known < steps.length / 2 || new Set(steps.map(({ text }) => text.trim())).size < steps.length)
    return undefined;
  if (inSheet && !isPlainScale(steps)) return undefined;
  const before = cells.filter(({ column }) => column < steps[0]!.column);
  const label = before.findLast(({ text }) => !isIdentifier(text) && /\p{L}/u.test(text));
  if (steps[0]!.column === 0 || !areOpen(grid, (grid.mergeOf(number, steps[0]!.column)?.bottom ?? number) + 1, steps))
    return undefined;
  return { row: number, steps, label };
}

/** In a sheet everything stands over empty cells: there each step must be one, and numbers count on from 0 or 1. */
function isPlainScale(steps: readonly CellModel[]): boolean {
  const texts = steps.map(({ text }) => text.trim());
  const counts = texts.filter((text) => /^\d+$/.test(text)).map(Number);
  if (counts.length === 0) return texts.length >= LEAST_STEPS && texts.every(isScaleStep);
  const [low = 0] = counts.toSorted((a, b) => a - b);
  const apart = counts.every((count, i) => i === 0 || Math.abs(count - counts[i - 1]!) === 1);
  return counts.length === texts.length && counts.length >= LEAST_STEPS && low <= 1 && apart;
}

function right(grid: Grid, { row, column }: CellModel): number {
  return grid.mergeOf(row, column)?.right ?? column;
}

/** A cell to tick: empty, a box or a mark; under words also the number of the step, to be ringed. */
function isOpen(grid: Grid, rowNumber: number, column: number, head: string): boolean {
  if (!grid.isWritable(rowNumber, column)) return false;
  const row = grid.rowAt(rowNumber);
  const cell = row < 0 ? undefined : grid.cellAt(row, column);
  if (cell === undefined || isBoxOrTick(cell.text)) return true;
  return /^\s*(?:\d|10)\s*$/.test(cell.text) && !/^\s*\d/.test(head);
}

/** Whether the cells under the words are all to tick; numbers in them must count the steps. */
function areOpen(grid: Grid, rowNumber: number, steps: readonly CellModel[]): boolean {
  if (!steps.every(({ column, text }) => isOpen(grid, rowNumber, column, text))) return false;
  const row = grid.rowAt(rowNumber);
  const texts = steps.map(({ column }) => (row < 0 ? '' : (grid.cellAt(row, column)?.text.trim() ?? '')));
  const numbers = texts.filter((text) => /^\d/.test(text)).map(Number);
  if (numbers.length === 0) return true;
  const apart = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  const counted = numbers.every((number, i) => i === 0 || number - numbers[i - 1]! === apart);
  return numbers.length === steps.length && Math.abs(apart) === 1 && counted;
}

class RatingReader {
  readonly questions: GridQuestion[] = [];
  read = 0;
  rated = 0;
  /** Questions that stand beside the words of their own scale. */
  beside = 0;
  private head: Head | undefined;
  private section = '';
  private stem = '';
  /** A request for words, which the next row takes. */
  private request: GridQuestion | undefined;

  constructor(
    private readonly grid: Grid,
    private readonly shapes: ShapeCache,
    private readonly ledger: Ledger,
  ) {}

  enter(head: Head, row: number): void {
    const { grid, ledger } = this;
    this.head = head;
    this.request = undefined;
    this.read++;
    ledger.bookRow(row, 'header', 'words_of_scale');
    if (head.label === undefined) return;
    const bottom = grid.mergeOf(head.label.row, head.label.column)?.bottom ?? head.row;
    const { manner, endsWithColon } = this.shapes.of(head.label.text);
    const asks = manner === 'question' || manner === 'request';
    const below = grid.rowAt(head.row + 1);
    if (bottom > head.row || (asks && !endsWithColon && (below < 0 || this.itemIn(below) === undefined))) {
      this.stem = '';
      this.beside++;
      this.ask(head.label, row, head.row + 1);
      return;
    }
    this.stem = asks || endsWithColon ? head.label.text.trim() : '';
    if (this.stem === '' && head.row > 0) this.section = head.label.text.trim();
  }

  take(row: number): void {
    if (this.head === undefined) return;
    const { grid, ledger, shapes } = this;
    const all = grid.rowCells(row);
    // The number of a row is no part of what it says.
    const cells = all.length > 1 && isIdentifier(all[0]!.text) ? all.slice(1) : all;
    const [only] = cells;
    const item = this.itemIn(row);
    const { manner, endsWithColon } = shapes.of(only!.text);
    const last = this.head.steps.at(-1)!.column;
    const asks = manner === 'question' || manner === 'request' || endsWithColon;
    if (cells.every(({ text }) => isBoxOrTick(text))) {
      // Marks of a question whose cell goes down to this row.
      ledger.bookRow(row, 'answer', 'marks');
      this.read++;
    } else if (this.request !== undefined && !asks && cells.length === 1) {
      this.request.question.answerLocation = grid.place(only!.row, only!.column);
      this.request.question.existingAnswer = only!.text.trim();
      ledger.bookRow(row, 'answer', 'answer_below');
      this.request = undefined;
      this.read++;
    } else if (item !== undefined) {
      this.rated++;
      this.read++;
      this.ask(item, row, grid.rowNumber(row));
    } else if (cells.length <= 2) this.takeWords(row, cells, asks, last);
  }

  /** A row without cells to tick: "Comments | ", "Please explain:" over the whole width, or a heading. */
  private takeWords(row: number, cells: readonly CellModel[], asks: boolean, last: number): void {
    const { grid, ledger, shapes } = this;
    const [label, value] = cells;
    const place = { row: label!.row, column: right(grid, label!) + 1 };
    const beside = place.column <= last && grid.isWritable(place.row, place.column);
    if (!asks && !beside) {
      if (shapes.of(label!.text).manner !== 'phrase') return;
      this.section = label!.text.trim();
      ledger.bookRow(row, 'section', 'section_row');
      this.read++;
      return;
    }
    if (value !== undefined && value.column !== place.column) return;
    ledger.book(grid.indexAt(row, label!.column), 'question', 'words_below_ratings');
    if (value !== undefined) ledger.book(grid.indexAt(row, value.column), 'answer', 'answer_beside');
    const field = { row, label: label!, column: beside ? place.column : label!.column, value, named: true };
    const found = questionOf(grid, field, this.section);
    const below = grid.mergeOf(label!.row + 1, label!.column);
    if (!beside && below !== undefined && below.right >= last)
      found.question.answerLocation = grid.place(label!.row + 1, label!.column);
    this.questions.push(found);
    this.request = beside ? undefined : found;
    this.read++;
  }

  /** The words beside cells that are all to tick. */
  private itemIn(row: number): CellModel | undefined {
    const { grid, head } = this;
    const number = grid.rowNumber(row);
    const [first] = head!.steps;
    if (!areOpen(grid, number, head!.steps)) return undefined;
    const label = grid.rowCells(row).findLast((cell) => cell.column < first!.column && !isIdentifier(cell.text));
    return label !== undefined && /\p{L}/u.test(label.text) && right(grid, label) < first!.column ? label : undefined;
  }

  private ask(label: CellModel, row: number, answerRow: number): void {
    const { grid, ledger } = this;
    const { steps } = this.head!;
    ledger.book(grid.indexAt(row, label.column), 'question', 'item_to_rate');
    const found = questionOf(
      grid,
      { row, label, column: steps[0]!.column, value: undefined, named: true },
      this.section,
    );
    const { question } = found;
    const number = grid.rowCells(row).find(({ column, text }) => column < label.column && isIdentifier(text));
    const at = grid.rowAt(answerRow);
    const ticked = steps.find(({ column }) => at >= 0 && isTick(grid.cellAt(at, column)?.text ?? ''));
    const options = steps.map(({ text }) => text.trim());
    if (question.number === '' && number !== undefined) question.number = number.text.trim();
    Object.assign(question, {
      stem: this.stem,
      options,
      optionLocations: steps.map(({ column }, i) => ({
        option: options[i]!,
        location: grid.writingPlace(answerRow, column),
      })),
      answerLocation: grid.writingPlace(answerRow, steps[0]!.column),
      answerType: answerTypeOf(question.text, options),
      existingAnswer: ticked?.text.trim() ?? '',
    });
    this.questions.push(found);
  }
}
