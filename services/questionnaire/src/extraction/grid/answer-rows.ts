import type { CellModel } from '../../documents/model.js';
import { isIdentifier, splitNumber } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { Grid } from './grid.js';
import type { HeaderFinder } from './headers.js';
import type { Ledger } from './ledger.js';
import { recordQuestion, valueColumn } from './records.js';
import type { RecordPart } from './records.js';
import { SectionPath } from './section-path.js';
import type { GridQuestion } from './table-questions.js';

/** A question with the rows for its answer and its comment below it. */
interface Asked {
  row: number;
  cell: CellModel;
  number: CellModel | undefined;
  answer: RecordPart;
  comment: RecordPart | undefined;
}

/** A heading between the questions is no longer. */
const HEADING_WORDS = 12;

/**
 * Questions that each have a row for the answer below them, with a label of its own: "1.1 | Describe …", then
 * "Response: | ". At least two, and most of the grid.
 */
export function findAnswerRows(grid: Grid, shapes: ShapeCache, ledger: Ledger, headers: HeaderFinder): GridQuestion[] {
  const labels = labelRows(grid, headers);
  const answers = [...labels.values()].filter((part) => part.role === 'answer');
  if (answers.length < 2 || answers.length * 4 < grid.rowCount) return [];
  const asked = answers.flatMap((answer) => askedAbove(grid, shapes, labels, answer) ?? []);
  if (asked.length < answers.length) return [];
  const byRow = new Map(asked.map((question) => [question.row, question]));
  const sections = new SectionPath();
  const found: GridQuestion[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    const question = byRow.get(row);
    if (question === undefined) {
      const heading = labels.has(row) ? undefined : headingIn(grid, shapes, row);
      if (heading === undefined || row > asked.at(-1)!.row) continue;
      // The first line of a sheet is its title.
      if (row === 0 && !byRow.has(1)) continue;
      sections.enter([heading.column, heading.bold, heading.filled].join('|'), heading.text.trim());
      ledger.bookRow(row, 'section', 'section_row');
      continue;
    }
    sections.used();
    book(grid, ledger, question);
    const number = question.number?.text.trim() ?? splitNumber(question.cell.text).number;
    const record = recordQuestion(grid, question.cell, number, question.answer, question.comment);
    record.question.section = sections.path().join(' > ');
    found.push(record);
  }
  return found;
}

/** Rows of a label alone or with what was written beside it: "Response:", "Vendor comment | None". */
function labelRows(grid: Grid, headers: HeaderFinder): Map<number, RecordPart> {
  const rows = new Map<number, RecordPart>();
  for (let row = 0; row < grid.rowCount; row++) {
    const start = grid.rowStart[row]!;
    const label = grid.cells[start]!;
    if (grid.rowStart[row + 1]! - start > 2 || label.type !== 'text' || label.text.length > 40) continue;
    const role = headers.roleOf(label.text)?.role;
    if (role !== 'answer' && role !== 'comment' && role !== 'evidence') continue;
    const value = grid.rowCells(row)[1];
    rows.set(row, { row, label, role, value, column: valueColumn(grid, label, value) });
  }
  return rows;
}

function askedAbove(
  grid: Grid,
  shapes: ShapeCache,
  labels: ReadonlyMap<number, RecordPart>,
  answer: RecordPart,
): Asked | undefined {
  const row = answer.row - 1;
  if (row < 0 || labels.has(row)) return undefined;
  const cells = grid.rowCells(row);
  const cell = cells.at(-1)!;
  const bottom = grid.mergeOf(cell.row, cell.column)?.bottom ?? cell.row;
  if (cells.length > 3 || cell.type !== 'text' || bottom + 1 !== answer.label.row) return undefined;
  if (shapes.of(cell.text).words < 2) return undefined;
  const next = labels.get(answer.row + 1);
  return {
    row,
    cell,
    number: cells.slice(0, -1).find((other) => isIdentifier(other.text)),
    answer,
    comment: next !== undefined && next.role !== 'answer' ? next : undefined,
  };
}

function headingIn(grid: Grid, shapes: ShapeCache, row: number): CellModel | undefined {
  const cells = grid.rowCells(row);
  const text = cells.filter((cell) => cell.type === 'text' && !isIdentifier(cell.text));
  const [only] = text;
  if (cells.length > 2 || text.length !== 1 || only === undefined) return undefined;
  const { words, manner } = shapes.of(only.text);
  return words <= HEADING_WORDS && manner === 'phrase' ? only : undefined;
}

function book(grid: Grid, ledger: Ledger, { row, cell, number, answer, comment }: Asked): void {
  ledger.book(grid.indexAt(row, cell.column), 'question', 'question_of_record');
  if (number !== undefined) ledger.book(grid.indexAt(row, number.column), 'skipped', 'number_of_question');
  for (const part of [answer, comment]) {
    if (part === undefined) continue;
    ledger.book(grid.indexAt(part.row, part.label.column), 'header', 'heading_of_record');
    if (part.value !== undefined) ledger.book(grid.indexAt(part.row, part.value.column), 'answer', 'answer_of_record');
  }
}
