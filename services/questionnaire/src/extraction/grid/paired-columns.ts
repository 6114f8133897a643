import type { CellModel } from '../../documents/model.js';
import { isAnswerText, isBoxOrTick } from '../language/choices.js';
import { headerRole } from '../language/header-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

/** Rows among which the heading stands. */
const HEAD_ROWS = 40;
/** Rows below a heading by which it is judged. */
const JUDGED_ROWS = 60;
/** Texts that a pair of columns has at least, and all pairs together. */
const FEWEST_ROWS = 2;
const FEWEST = 6;
/** Share of the cells beside the texts that must offer something to choose, where no word says that answers go there. */
const CHOSEN = 0.5;

interface Pair {
  /** The heading over the texts. */
  head: CellModel;
  /** Column of the answers. */
  answers: number;
}

interface Point {
  row: number;
  label: CellModel;
  pair: Pair;
}

/**
 * "Level | What is known? | Input | Who knows it? | Input": columns of texts, each with a column to answer behind it, and one and
 * the same heading over all of these. Every text is a point of its own. Empty where the sheet has none.
 */
export function findPairedColumns(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  for (let row = 0; row < Math.min(HEAD_ROWS, grid.rowCount); row++) {
    const pairs = pairsIn(grid, row);
    if (pairs.length < 2) continue;
    if (!areAsked(grid, pointsBelow(grid, shapes, row, pairs, JUDGED_ROWS), pairs)) continue;
    const points = pointsBelow(grid, shapes, row, pairs, grid.rowCount);
    ledger.bookRow(row, 'header', 'table_header');
    return points.map(({ row: at, label, pair }) => {
      ledger.book(grid.indexAt(at, label.column), 'question', 'point_of_paired_columns');
      const value = grid.cellAt(at, pair.answers);
      if (value !== undefined) ledger.book(grid.indexAt(at, pair.answers), 'answer', 'answer_beside');
      const found = questionOf(
        grid,
        { row: at, label, column: pair.answers, value, named: true },
        titleOver(grid, pair),
      );
      found.question.stem = pair.head.text.trim();
      return found;
    });
  }
  return [];
}

/** Different headings, each right before one that stands there again and again. */
function pairsIn(grid: Grid, row: number): Pair[] {
  const cells = grid.rowCells(row);
  const times = new Map<string, number>();
  for (const { text } of cells) times.set(text.trim(), (times.get(text.trim()) ?? 0) + 1);
  const pairs = cells.flatMap((cell, i): Pair[] => {
    const head = cells[i - 1];
    if (head === undefined || (times.get(cell.text.trim()) ?? 0) < 2 || times.get(head.text.trim()) !== 1) return [];
    return rightOf(grid, head) === cell.column ? [{ head, answers: cell.column }] : [];
  });
  return new Set(pairs.map(({ answers }) => grid.cellAt(row, answers)?.text.trim())).size === 1 ? pairs : [];
}

/** Texts below the headings, to the first row in which something is computed where the answers go. */
function pointsBelow(grid: Grid, shapes: ShapeCache, head: number, pairs: readonly Pair[], most: number): Point[] {
  const points: Point[] = [];
  for (let row = head + 1; row < Math.min(grid.rowCount, head + 1 + most); row++) {
    const number = grid.rowNumber(row);
    if (pairs.some(({ answers }) => grid.isFormula(number, answers))) break;
    for (const pair of pairs) {
      const label = grid.cellAt(row, pair.head.column);
      const value = grid.cellAt(row, pair.answers);
      if (label?.type !== 'text' || label.formula !== undefined || isAnswerText(label.text)) continue;
      if (shapes.of(label.text).manner === 'other' || !grid.isWritable(number, pair.answers)) continue;
      if (value === undefined || isAnswerText(value.text) || isBoxOrTick(value.text)) points.push({ row, label, pair });
    }
  }
  return points;
}

/** Whether cells to choose in, or what heads them, show that the points of every pair are to be answered. */
function areAsked(grid: Grid, points: readonly Point[], pairs: readonly Pair[]): boolean {
  const each = pairs.every((pair) => points.filter((point) => point.pair === pair).length >= FEWEST_ROWS);
  const different = new Set(points.map(({ label }) => label.text)).size === points.length;
  if (!each || !different || points.length < FEWEST) return false;
  const chosen = points.filter(
    ({ row, pair }) => grid.validationAt(grid.rowNumber(row), pair.answers)?.type === 'list',
  );
  const [first] = pairs;
  const over = grid.cellAt(grid.rowAt(first!.head.row), first!.answers);
  return chosen.length >= CHOSEN * points.length || headerRole(over?.text ?? '')?.role === 'answer';
}

/** What stands over the heading of a pair, merged over both of its columns. */
function titleOver(grid: Grid, { head, answers }: Pair): string {
  const merge = grid.mergeOf(head.row - 1, head.column);
  const row = grid.rowAt(head.row - 1);
  return merge?.right === answers && row >= 0 ? (grid.cellAt(row, head.column)?.text.trim() ?? '') : '';
}

const rightOf = (grid: Grid, { row, column }: CellModel): number => (grid.mergeOf(row, column)?.right ?? column) + 1;
