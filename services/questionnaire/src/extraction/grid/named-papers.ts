import type { CellModel } from '../../documents/model.js';
import { hasBox, isBoxOrTick } from '../language/choices.js';
import { describeRespondent, describesFile, isPartTitle } from '../language/field-words.js';
import { isIdentifier } from '../language/numbering.js';
import { isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import { isBracketed, isPaperTitle } from '../language/title-signs.js';
import { answerTypeOf } from '../question-form.js';
import { questionOf } from './forms.js';
import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { GridQuestion } from './table-questions.js';

const LABEL_WORDS = 12;
const OPTION_WORDS = 12;
/** Rows in which the title of the paper stands, and columns that a heading spans at least. */
const TITLE_ROWS = 3;
const WIDE = 3;
/** Points that such a paper asks at least. */
const FEWEST = 4;
/** Share of the rows below the title that are read. */
const READ = 0.8;
/** Cells of a sheet that a person fills in by hand, at most. */
const LARGEST = 400;

/**
 * A sheet that is titled as a form ("Hearing sheet", "Опросный лист") and read down as one: labels, whatever they are called, each
 * with a blank beside it; headings over a blank, over boxes or over choices; small tables of names with blanks to fill beside them.
 * Empty where it is none.
 */
export function findNamedPaper(grid: Grid, shapes: ShapeCache, ledger: Ledger): GridQuestion[] {
  if ('table' in grid.place(0, 0) || grid.cells.length > LARGEST) return [];
  const title = titleOf(grid);
  if (title === undefined) return [];
  const reader = new PaperReader(grid, shapes, ledger);
  let read = 0;
  for (let row = title + 1; row < grid.rowCount;) {
    const taken = reader.take(row);
    read += taken;
    row += Math.max(1, taken);
  }
  const { questions } = reader;
  if (questions.length < FEWEST || read < READ * (grid.rowCount - title - 1)) return [];
  const labels = questions.filter(({ question }) => question.existingAnswer !== '');
  const facts = labels.length > reader.open && !describeRespondent(questions.map(({ cell }) => cell.text));
  return facts || describesFile(questions.map(({ cell }) => cell.text)) ? [] : questions;
}

/** The row whose only text names the paper. */
function titleOf(grid: Grid): number | undefined {
  for (let row = 0; row < Math.min(TITLE_ROWS, grid.rowCount); row++) {
    const [only, ...others] = grid.rowCells(row);
    if (only?.type === 'text' && others.length === 0 && isPaperTitle(only.text)) return row;
  }
  return undefined;
}

class PaperReader {
  readonly questions: GridQuestion[] = [];
  /** Labels beside a blank. */
  open = 0;
  private section = '';

  constructor(
    private readonly grid: Grid,
    private readonly shapes: ShapeCache,
    private readonly ledger: Ledger,
  ) {}

  /** Reads what begins in a row; how many rows that were, 0 for a row that is no part of a form. */
  take(row: number): number {
    const cells = this.grid.rowCells(row).filter(({ text }) => !isIdentifier(text));
    const [first, ...others] = cells;
    if (first === undefined) return 0;
    if (others.length === 0 && this.isHeading(first)) return this.takeHeading(row, first);
    const table = others.length + 1 >= WIDE ? this.takeTable(row, cells) : 0;
    if (table > 0) return table;
    const [label, behind, ...rest] = this.grid.rowCells(row);
    const value =
      label === first && rest.length === 0 && behind?.column === right(this.grid, first) ? behind : undefined;
    if (value !== undefined && this.takeLabel(row, first, value)) return 1;
    const asked = cells.filter((label) => this.takeLabel(row, label)).length;
    return asked * 2 >= cells.length ? 1 : 0;
  }

  private isHeading(cell: CellModel): boolean {
    const { text } = cell;
    return right(this.grid, cell) - cell.column >= WIDE || isBracketed(text) || isPartTitle(text);
  }

  /** A heading over boxes, over choices with blanks below them, or over one blank asks; any other names what follows. */
  private takeHeading(row: number, heading: CellModel): number {
    if (isInstruction(heading.text)) return 0;
    const { grid } = this;
    const below = {
      row: (grid.mergeOf(heading.row, heading.column)?.bottom ?? heading.row) + 1,
      column: heading.column,
    };
    const boxed = this.boxesBelow(row);
    if (boxed.length >= 2) {
      const places = boxed.map(({ box, text }) => ({ option: text.text.trim(), at: box }));
      this.ask(row, heading, 'heading_over_boxes', places);
      for (let i = 1; i <= boxed.length; i++) this.ledger.bookRow(row + i, 'options', 'option_below_question');
      return boxed.length + 1;
    }
    const choices = this.choicesBelow(row);
    if (choices !== undefined) {
      const places = choices.map((cell) => ({
        option: cell.text.trim(),
        at: { row: cell.row + 1, column: cell.column },
      }));
      this.ask(row, heading, 'heading_over_choices', places);
      this.ledger.bookRow(row + 1, 'options', 'option_below_question');
      return 2;
    }
    const merge = grid.mergeOf(below.row, below.column);
    const blank =
      grid.rowAt(below.row) < 0 &&
      (grid.isFramed(below.row, below.column) || merge?.right === right(grid, heading) - 1);
    if (blank && grid.isWritable(below.row, below.column))
      this.ask(row, heading, 'heading_over_blank', [{ option: '', at: below }]);
    else this.enter(row, heading);
    return 1;
  }

  private enter(row: number, heading: CellModel): void {
    this.section = heading.text.trim();
    this.ledger.bookRow(row, 'section', 'section_row');
  }

  private boxesBelow(row: number): { box: CellModel; text: CellModel }[] {
    const found: { box: CellModel; text: CellModel }[] = [];
    for (let below = row + 1; below < this.grid.rowCount; below++) {
      const [box, text, ...others] = this.grid.rowCells(below);
      const near = this.grid.rowNumber(below) === this.grid.rowNumber(below - 1) + 1;
      if (!near || box === undefined || text === undefined || others.length > 0 || !isBoxOrTick(box.text)) break;
      found.push({ box, text });
    }
    return found;
  }

  /** Short texts in the row below, over cells that are empty and not drawn as rows to enter. */
  private choicesBelow(row: number): CellModel[] | undefined {
    const { grid, shapes } = this;
    if (row + 1 >= grid.rowCount || grid.rowNumber(row + 1) !== grid.rowNumber(row) + 1) return undefined;
    const cells = grid.rowCells(row + 1);
    const open = cells.filter(
      ({ row: at, column, text }) =>
        grid.rowAt(at + 1) < 0 &&
        !grid.isFramed(at + 2, column) &&
        grid.isWritable(at + 1, column) &&
        shapes.of(text).words <= OPTION_WORDS,
    );
    return cells.length >= 2 && open.length === cells.length ? cells : undefined;
  }

  /** "Site | How near | Why", then names with blanks beside them: each name asks. Number of its rows; 0 for no such table. */
  private takeTable(row: number, heads: readonly CellModel[]): number {
    const { grid, ledger } = this;
    const [first, second] = heads;
    const names: CellModel[] = [];
    for (let below = row + 1; below < grid.rowCount; below++) {
      const [name, ...others] = grid.rowCells(below);
      const near = grid.rowNumber(below) === grid.rowNumber(below - 1) + 1;
      if (!near || name?.column !== first!.column || others.length > 0 || right(grid, name) !== second!.column) break;
      if (!this.isLabel(name) || !heads.slice(1).every(({ column }) => grid.isWritable(name.row, column))) break;
      names.push(name);
    }
    if (names.length < 2) return 0;
    ledger.bookRow(row, 'header', 'table_header');
    for (const [i, name] of names.entries())
      this.ask(row + 1 + i, name, 'name_in_small_table', [
        { option: '', at: { row: name.row, column: second!.column } },
      ]);
    return names.length + 1;
  }

  private takeLabel(row: number, label: CellModel, value?: CellModel): boolean {
    const { grid } = this;
    const column = right(grid, label);
    if (!this.isLabel(label) || !grid.isWritable(label.row, column)) return false;
    if (value === undefined ? grid.indexAt(row, column) >= 0 : /[:\uff1a]\s*$/u.test(value.text)) return false;
    this.ask(row, label, 'form_field', [{ option: '', at: { row: label.row, column } }], value);
    if (value === undefined) this.open++;
    else this.ledger.book(grid.indexAt(row, column), 'answer', 'form_value');
    return true;
  }

  private isLabel({ type, text, formula }: CellModel): boolean {
    if (type !== 'text' || formula !== undefined || hasBox(text) || isInstruction(text)) return false;
    const { words, manner } = this.shapes.of(text);
    return words <= LABEL_WORDS && manner !== 'statement' && manner !== 'other';
  }

  private ask(
    row: number,
    label: CellModel,
    reason: string,
    places: readonly { option: string; at: { row: number; column: number } }[],
    value?: CellModel,
  ): void {
    const { grid } = this;
    const [first] = places;
    this.ledger.book(grid.indexAt(row, label.column), 'question', reason);
    const found = questionOf(grid, { row, label, column: first!.at.column, value, named: true }, this.section);
    const { question } = found;
    question.answerLocation = grid.writingPlace(first!.at.row, first!.at.column);
    if (places.length > 1) {
      question.options = places.map(({ option }) => option);
      question.optionLocations = places.map(({ option, at }) => ({
        option,
        location: grid.writingPlace(at.row, at.column),
      }));
      question.answerType = answerTypeOf(question.text, question.options);
    }
    this.questions.push(found);
  }
}

/** The column behind a cell, or behind all that it is merged over. */
const right = (grid: Grid, { row, column }: CellModel): number => (grid.mergeOf(row, column)?.right ?? column) + 1;
