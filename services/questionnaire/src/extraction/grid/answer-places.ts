import type { CellModel } from '../../documents/model.js';
import { textShape } from '../language/text-shape.js';
import { hasBox, isBoxOrTick, isTick, splitBoxes } from '../language/choices.js';
import { isPlaceholder, isPrompt } from '../language/placeholders.js';
import { printedRange } from '../language/printed-scales.js';
import type { QuestionPlace } from '../result.js';
import type { Grid } from './grid.js';
import { offeredScale } from './offered-scales.js';
import type { QuestionTable } from './table.js';

/** Rows looked at to see how the questions of a table are laid out. */
const SAMPLED_ROWS = 60;

/** Where the answers of a table go, and what stands there already. */
export class AnswerPlaces {
  /** Column of the answers: the one made for them, else the first that the table leaves free. */
  readonly column: number | undefined;
  /** Rows that hold the answer of the question above them. */
  readonly below = new Set<number>();
  /** The steps of the scale that the cells for the answers show until somebody chooses. */
  readonly scale: readonly string[] | undefined;
  private readonly defaultAnswer: string | undefined;
  /** The rows below the questions are merged as they are, and empty: answers go there. */
  private readonly beneath: boolean;

  constructor(
    private readonly grid: Grid,
    private readonly table: QuestionTable,
  ) {
    this.beneath = table.answers.answer === undefined && hasRoomBeneath(grid, table.scope, table.question.column);
    this.column = table.answers.answer ?? (this.beneath ? undefined : this.freeColumn());
    this.defaultAnswer = this.findDefaultAnswer();
    this.scale = offeredScale(grid, askedRows(grid, table), table.answers.answer);
  }

  /** Place of a column in a row; the anchor when a merged range covers it; null when there is no such cell. */
  at(rowNumber: number, column: number | undefined): QuestionPlace | null {
    if (column === undefined) return null;
    const anchor = this.grid.anchorOf(rowNumber, column);
    if (!this.grid.isWritable(anchor.row, anchor.column)) return null;
    return this.grid.writingPlace(anchor.row, anchor.column);
  }

  /** Place of the answer to the question in this cell; a table without room beside it has it in the row below. */
  answerOf(row: number, cell: CellModel): QuestionPlace | null {
    // Boxes in the cell of the question itself, and no column for answers: they are ticked there.
    if (this.table.answers.answer === undefined && this.grid.optionsIn(cell) !== undefined)
      return this.grid.writingPlace(cell.row, cell.column);
    const { row: beside, column } = this.grid.anchorOf(cell.row, this.column ?? cell.column);
    if (this.column !== undefined && this.grid.isFormula(beside, column)) return null;
    return this.at(cell.row, this.column) ?? this.placeBelow(row, cell);
  }

  /** The answer that was given; placeholders and the default of a template are none. */
  existingAnswer(row: number, column = this.column): string {
    const { grid, table } = this;
    const { choices } = table.answers;
    if (choices.length > 0) {
      const ticked = choices.filter(({ column }) => {
        const cell = grid.cellAt(row, column);
        return (
          cell !== undefined &&
          cell.formula === undefined &&
          !/^(?:false|0)$/i.test(cell.text.trim()) &&
          (!isBoxOrTick(cell.text) || isTick(cell.text))
        );
      });
      return ticked.map((choice) => choice.option).join(', ');
    }
    const cell = column === undefined ? undefined : grid.cellAt(row, column);
    if (cell === undefined || grid.isFormula(cell.row, cell.column)) return '';
    const inside = grid.optionsIn(cell);
    if (inside !== undefined) return inside.checked.join(', ');
    const text = cell.text.trim();
    const boxed = hasBox(text) ? splitBoxes(text) : [];
    if (boxed.some((run) => run.options.length > 0)) return boxed.flatMap((run) => run.checked).join(', ');
    const listed = grid.validationAt(cell.row, cell.column)?.options.includes(text) === true;
    const open = listed ? isPrompt(text) : isPlaceholder(text) || /^\s*(?:\[\s*\]|\u2610)/.test(text);
    const offered = this.scale !== undefined && printedRange(text) !== undefined;
    return open || offered || text === this.defaultAnswer ? '' : text;
  }

  private placeBelow(row: number, cell: CellModel): QuestionPlace | null {
    const below = (this.grid.mergeOf(cell.row, cell.column)?.bottom ?? cell.row) + 1;
    if (!this.grid.isWritable(below, cell.column)) return null;
    const next = row + 1;
    const filled =
      next < this.grid.rowCount && this.grid.rowNumber(next) === below && this.grid.indexAt(next, cell.column) >= 0;
    return filled && !this.below.has(next) ? null : this.grid.writingPlace(below, cell.column);
  }

  /** The first empty column with a heading right of the questions, else the first in which no question has anything. */
  private freeColumn(): number | undefined {
    const { grid, table } = this;
    const { scope, profiles } = table;
    const rows = askedRows(grid, table);
    const step = Math.max(1, Math.floor(rows.length / 60));
    const sample = rows.filter((_, i) => i % step === 0);
    const last = Math.max(
      table.question.column,
      ...profiles.keys(),
      ...[...scope.labels.values()].map((label) => label.right),
    );
    const right = rightOfQuestions(grid, table);
    const isFree = (column: number): boolean => {
      const filled = sample.filter(
        (row) => grid.indexAt(row, column) >= 0 || grid.isFormula(grid.rowNumber(row), column),
      );
      return filled.length <= 0.1 * sample.length;
    };
    const headed = [...scope.labels.values()].find(({ column, role }) => {
      const free = column > right && column <= scope.right && isFree(column) && !grid.isHiddenColumn(column);
      const own = (row: number): boolean => grid.anchorOf(grid.rowNumber(row), column).column === column;
      return free && (role === undefined || role === 'comment') && sample.filter(own).length >= 0.9 * sample.length;
    });
    if (headed !== undefined) return headed.column;
    for (let column = right + 1; column <= Math.min(Math.max(last, right) + 1, scope.right); column++) {
      const named = scope.labels.has(column) || column === table.identifier || table.sections.includes(column);
      if (!named && isFree(column)) return column;
    }
    return undefined;
  }

  /** One and the same negative or neutral value in every row is what the template came with ("Not verified"), no answer. */
  private findDefaultAnswer(): string | undefined {
    const { column } = this;
    if (column === undefined) return undefined;
    const profile = this.table.profiles.get(column);
    if (profile === undefined || profile.sampled < 5 || profile.distinct !== 1) return undefined;
    const row = this.table.scope.rows.find((index) => this.grid.indexAt(index, column) >= 0);
    if (row === undefined) return undefined;
    const text = this.grid.cellAt(row, column)?.text.trim();
    if (text === undefined || /^(?:yes|no|ja|nein|oui|non|s[i\u00ed]|sim|nee)$/i.test(text)) return undefined;
    // Check boxes of a sheet that nobody has ticked.
    if (/^(?:false|falsch|faux|falso|onwaar|fałsz|ложь)$/iu.test(text)) return text;
    return this.grid.validationAt(this.grid.rowNumber(row), column) === undefined ? undefined : text;
  }
}

/** Whether the questions of a column are merged over several columns, and the rows below them likewise: there the answers go. */
export function hasRoomBeneath(grid: Grid, { rows }: QuestionTable['scope'], column: number): boolean {
  let asked = 0;
  let room = 0;
  for (const [i, row] of rows.slice(0, SAMPLED_ROWS * 4).entries()) {
    const cell = grid.cellAt(row, column);
    const merge = cell === undefined ? undefined : grid.mergeOf(cell.row, column);
    if (cell === undefined || merge === undefined || merge.right === column || !asks(cell.text)) continue;
    const next = rows[i + 1];
    const below = next === undefined ? undefined : grid.cellAt(next, column);
    const taken = below?.row === merge.bottom + 1 && asks(below.text);
    if (!taken && grid.mergeOf(merge.bottom + 1, column)?.right === merge.right) room++;
    if (++asked >= SAMPLED_ROWS) break;
  }
  return asked >= 2 && room >= 0.6 * asked;
}

function asks(text: string): boolean {
  const { manner } = textShape(text);
  return manner === 'question' || manner === 'request';
}

/** Last column that the cells of the questions cover, when most of them are merged over several. */
export function rightOfQuestions(grid: Grid, table: Pick<QuestionTable, 'scope' | 'question'>): number {
  const { column } = table.question;
  let seen = 0;
  const rights = new Map<number, number>();
  for (const row of table.scope.rows) {
    const cell = grid.cellAt(row, column);
    if (cell === undefined) continue;
    const right = grid.mergeOf(cell.row, column)?.right ?? column;
    rights.set(right, (rights.get(right) ?? 0) + 1);
    if (++seen >= SAMPLED_ROWS) break;
  }
  const [usual] = [...rights].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return usual?.[0] ?? column;
}

/** Rows of a table with a text in the column of questions. */
function askedRows(grid: Grid, { scope, question }: QuestionTable): number[] {
  return scope.rows.filter((row) => grid.indexAt(row, question.column) >= 0);
}
