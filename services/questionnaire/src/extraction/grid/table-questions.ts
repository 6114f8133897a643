import type { CellModel } from '../../documents/model.js';
import { fold } from '../language/words.js';
import { withoutItemNumber } from '../language/item-number.js';
import { isIdentifier, parentNumber, plainNumber, splitNumber } from '../language/numbering.js';
import type { ExtractedQuestion } from '../result.js';
import { answerTypeOf, boundsOf, isRequiredText } from '../question-form.js';
import { offeredOptions, optionsFor, valueIn } from './answer-options.js';
import { AnswerPlaces } from './answer-places.js';
import { aspectRows, type Aspect } from './aspects.js';
import { columnUse } from './column-uses.js';
import { askedAgain, inColumn } from './peer-questions.js';
import { lettered } from './lettered-cells.js';
import type { Grid } from './grid.js';
import type { Header } from './headers.js';
import type { Ledger } from './ledger.js';
import { OptionRows } from './option-rows.js';
import { withMergedNotes } from './merged-notes.js';
import { RowJudge, type TableRow } from './row-kinds.js';
import { look, SectionPath } from './section-path.js';
import type { QuestionTable } from './table.js';
import { writtenBesideChoices } from './written-beside.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';

/** A question and what echo detection needs to know about where it came from. */
export interface GridQuestion {
  question: ExtractedQuestion;
  cell: CellModel;
  /** Its table is made for answers. */
  answerable: boolean;
  /** What the answers stand under, folded; 'answer' where the heading just says so. */
  answerHeading?: string;
  /** Formulas show the answers of its table. */
  computed?: boolean;
}

/** Takes the questions out of a table and books every cell of its rows. */
export class TableQuestions {
  private readonly sections = new SectionPath();
  private readonly carried = new Map<number, string>();
  private readonly numbers: [string, string][] = [];
  private readonly byNumber = new Map<string, string>();
  private indexed = 0;
  /** Ledger code of each column's use. */
  private readonly uses = new Map<number, number>();
  private readonly asked: number;
  private section = '';
  private sectionVersion = -1;
  private stem = '';
  private readonly answerColumn: number | undefined;
  /** Options that every question has by the layout. */
  readonly offered: string[];
  private readonly answerHeading: string;
  readonly places: AnswerPlaces;
  private readonly optionRows: OptionRows;
  /** The headings over the questions differ from part to part: they are names of sections. */
  private readonly headingsName: boolean;

  constructor(
    readonly grid: Grid,
    private readonly shapes: ShapeCache,
    private readonly ledger: Ledger,
    readonly table: QuestionTable,
  ) {
    this.asked = ledger.code('question', 'column_of_questions');
    this.places = new AnswerPlaces(grid, table);
    this.answerColumn = this.places.column;
    this.optionRows = new OptionRows(grid, ledger, table.optionBoxes, this.answerColumn);
    const label = this.answerColumn === undefined ? undefined : table.scope.labels.get(this.answerColumn);
    this.offered = offeredOptions(table.answers, label, this.places.scale);
    this.answerHeading = label?.role === 'answer' || label?.role === 'choice' ? 'answer' : fold(label?.text ?? '');
    const { headers } = table.scope;
    this.headingsName =
      headers.length > 1 && new Set(headers.map((header) => this.labelOver(header)?.text)).size > headers.length / 2;
  }

  extract(): GridQuestion[] {
    const judged = new RowJudge(this.grid, this.shapes, this.table).judge();
    const rows = withMergedNotes(judged, this.grid, this.table);
    for (const row of rows) if (row.kind === 'answer') this.places.below.add(row.row);
    const aspects = aspectRows(this.grid, this.table, rows, this.answerColumn);
    const found: GridQuestion[] = [];
    const headers = [...this.table.scope.headers];
    for (const [i, row] of rows.entries()) {
      while (headers[0] !== undefined && headers[0].last < row.row) this.enterHeader(headers.shift()!);
      this.bookColumns(row);
      if (this.optionRows.take(row, found.at(-1))) continue;
      const aspect = aspects.get(row.row);
      if (aspect === undefined) found.push(...this.take(row, rows[i + 1], found));
      else found.push(...this.takeAspect(row, aspect));
    }
    return found;
  }

  private enterHeader(header: Header): void {
    if (header === this.table.scope.headers[0]) this.enterTitleAbove(header.first - 1);
    for (let row = header.first; row <= header.last; row++) this.ledger.bookRow(row, 'header', 'table_header', true);
    this.carried.clear();
    this.sectionVersion = -1;
    // "Policy & Compliance | Yes/No | Notes": headings that differ from table to table name the section.
    if (this.headingsName) this.sections.enter('table_header', this.labelOver(header)?.text ?? '');
    else if (!header.structural && this.labelOver(header)?.role === undefined && this.table.license === 'content') {
      const label = this.labelOver(header);
      if (label !== undefined) this.sections.enter('table_header', label.text);
    }
  }

  /** A short line directly above the first heading names the part that begins there; the first line of a sheet is its title. */
  private enterTitleAbove(row: number): void {
    if (row < 1) return;
    const cells = this.grid.rowCells(row);
    const cell = cells[0];
    if (cells.length !== 1 || cell?.type !== 'text' || cell.formula !== undefined) return;
    const shape = this.shapes.of(cell.text);
    if (shape.words > 10 || shape.manner !== 'phrase' || shape.endsWithColon) return;
    // "M = mandatory" and "Return to: …" say something about the table; "Part A: Staff" names it.
    if (cell.text.includes('=') || /^[^:]*[\p{Ll}\p{Lo}]{2}\s?:/u.test(cell.text)) return;
    this.ledger.bookRow(row, 'section', 'section_row');
    this.sections.enter(look({ row, kind: 'section', cell, shape: undefined, identifier: '' }, cell), cell.text.trim());
  }

  private labelOver(header: Header): Header['labels'][number] | undefined {
    const { column } = this.table.question;
    return header.labels.find((label) => label.column <= column && column <= label.right);
  }

  private takeAspect(row: TableRow, { of, cell }: Aspect): GridQuestion[] {
    const { grid, ledger } = this;
    if (row === of) ledger.book(grid.indexAt(row.row, of.cell!.column), 'question', 'question_of_several_rows');
    ledger.bookAs(grid.indexAt(row.row, cell.column), this.asked);
    const asked = this.build({ ...row, identifier: row.identifier === '' ? of.identifier : row.identifier }, cell);
    for (const { question } of asked) question.stem = of.cell!.text.trim();
    return asked;
  }

  private take(row: TableRow, next: TableRow | undefined, found: readonly GridQuestion[]): GridQuestion[] {
    const index = row.cell === undefined ? -1 : this.grid.indexAt(row.row, row.cell.column);
    switch (row.kind) {
      case 'question':
        this.ledger.bookAs(index, this.asked);
        return this.build(row, row.cell!);
      case 'continuation': {
        const last = found.at(-1);
        this.ledger.book(index, 'question', 'question_continued');
        if (last !== undefined) last.question.text = `${last.question.text} ${row.cell!.text.trim()}`;
        return [];
      }
      case 'section':
        this.enterSection(row, next);
        return [];
      case 'note':
        this.ledger.bookRow(row.row, 'instruction', 'note_under_question');
        return [];
      case 'instruction':
        this.ledger.book(index, 'instruction', 'instruction_row');
        return [];
      case 'answer': {
        const last = found.at(-1);
        this.ledger.book(index, 'answer', 'answer_below');
        if (last !== undefined) last.question.existingAnswer = row.cell!.text.trim();
        return [];
      }
      case 'total':
        this.ledger.bookRow(row.row, 'skipped', 'total_row');
        return [];
      case 'none':
        this.ledger.bookRow(row.row, 'skipped', 'row_without_question', true);
        return [];
    }
  }

  private enterSection(row: TableRow, next: TableRow | undefined): void {
    this.ledger.bookRow(row.row, 'section', 'section_row', false);
    const cell = this.headingOf(row);
    if (cell === undefined) return;
    const leads = next?.kind === 'section' && look(next, this.headingOf(next)) === look(row, cell);
    this.sections.enter(look(row, cell), cell.text.trim(), leads);
    this.stem = '';
  }

  private headingOf(row: TableRow): CellModel | undefined {
    if (row.cell !== undefined) return row.cell;
    const cells = this.grid.rowCells(row.row);
    return (
      cells.find((cell) => cell.type === 'text' && cell.column !== this.table.identifier && !isIdentifier(cell.text)) ??
      cells[0]
    );
  }

  /** All that a row asks: each lettered question of its cell, once for every column that takes answers to it. */
  private build(row: TableRow, cell: CellModel): GridQuestion[] {
    const built = this.buildOne(row, cell);
    const { comment } = this.table.answers;
    const remark = comment === undefined ? '' : (this.grid.cellAt(row.row, comment)?.text ?? '');
    const whole = { ...built, question: writtenBesideChoices(built.question, remark) };
    // A question left of its follow-ups heads them.
    if (cell.column < this.table.question.column) this.sections.enter(look(row, cell), whole.question.text);
    const columns = this.table.answers.peers;
    return lettered(whole, row.identifier !== '').flatMap((one) => [
      columns.length === 0 ? one : inColumn(this, one, this.answerColumn!),
      ...columns.map((column) => askedAgain(this, one, row.row, column)),
    ]);
  }

  private buildOne(row: TableRow, cell: CellModel): GridQuestion {
    const { grid, table } = this;
    const text = cell.text.trim();
    const number = row.identifier === '' ? splitNumber(text).number : row.identifier;
    const rowNumber = grid.rowNumber(row.row);
    const listed = optionsFor(grid, table.answers, row.row, this.offered);
    const inside = listed.length > 0 ? undefined : grid.optionsIn(cell);
    const options = inside?.options ?? listed;
    const bare = withoutItemNumber(text, number).text;
    const stem = this.stemOf(bare, number, row.shape ?? this.shapes.of(text));
    if (number !== '') this.numbers.push([number, bare]);
    this.sections.used();
    const required =
      table.answers.required === undefined ? '' : (grid.cellAt(row.row, table.answers.required)?.text ?? '');
    const validation = this.answerColumn === undefined ? undefined : grid.validationAt(rowNumber, this.answerColumn);
    const question: ExtractedQuestion = {
      key: grid.key(rowNumber, cell.column),
      ordinal: 0,
      section: this.sectionOf(row.row),
      number,
      text,
      stem,
      location: grid.place(rowNumber, cell.column),
      answerLocation: this.places.answerOf(row.row, cell),
      commentLocation: this.places.at(rowNumber, table.answers.comment),
      answerType: answerTypeOf(text, options, valueIn(table.answers, validation)),
      options,
      optionLocations:
        table.answers.choices.length === 0
          ? []
          : table.answers.choices.flatMap(({ column, option }) => {
              const location = this.places.at(rowNumber, column);
              return location === null ? [] : [{ option, location }];
            }),
      isRequired: isRequiredText(text) || /^\s*(?:y|yes|x|ja|oui|s[ií]|sim|✓|true|required|mandatory)/i.test(required),
      existingAnswer: inside === undefined ? this.places.existingAnswer(row.row) : inside.checked.join(', '),
      hidden: grid.isHiddenRow(rowNumber) || grid.isHiddenColumn(cell.column),
      ...boundsOf(validation),
    };
    const { answer, computed } = table.answers;
    return { question, cell, answerable: answer !== undefined, answerHeading: this.answerHeading, computed };
  }

  /** The question whose part this one is, when it says little alone. */
  private stemOf(text: string, number: string, shape: TextShape): string {
    const alone = shape.manner === 'question' && shape.words >= 4;
    const parent = alone ? undefined : this.parentOf(number);
    const isPart =
      parent !== undefined || (this.stem !== '' && (number === '' || /^\(?\p{L}{1,3}[).]?$/u.test(number)));
    const stem = alone || !isPart ? '' : (parent ?? this.stem);
    if (shape.endsWithColon) this.stem = text;
    else if (alone && !isPart) this.stem = '';
    return stem;
  }

  /** Text of the question of which this number is a part. The index of numbers is made only when it is asked for. */
  private parentOf(number: string): string | undefined {
    const parent = parentNumber(number);
    if (parent === '') return undefined;
    for (; this.indexed < this.numbers.length; this.indexed++) {
      const [known, text] = this.numbers[this.indexed]!;
      this.byNumber.set(plainNumber(known), text);
    }
    return this.byNumber.get(plainNumber(parent));
  }

  /** Headings above the row and the values of its section columns; the string is remembered while nothing changes. */
  private sectionOf(row: number): string {
    let changed = this.sectionVersion !== this.sections.version;
    for (const column of this.table.sections) {
      const value = this.grid.cellAt(row, column)?.text;
      if (value === undefined || value === this.carried.get(column)) continue;
      this.carried.set(column, value);
      changed = true;
    }
    if (changed) {
      const columns = this.table.sections.flatMap((column) => this.carried.get(column)?.trim() ?? []);
      const parts = [...this.sections.path(), ...columns];
      this.section = parts.filter((part, i) => part !== parts[i - 1]).join(' > ');
      this.sectionVersion = this.sections.version;
    }
    return this.section;
  }

  private bookColumns(row: TableRow): void {
    const { grid, table, ledger } = this;
    const end = grid.rowStart[row.row + 1]!;
    for (let i = grid.rowStart[row.row]!; i < end; i++) {
      const { column } = grid.cells[i]!;
      if (column < table.scope.left || column > table.scope.right || !ledger.isUnbooked(i)) continue;
      let use = this.uses.get(column);
      if (use === undefined)
        this.uses.set(column, (use = ledger.code(...columnUse(this.table, this.answerColumn, column))));
      ledger.bookAs(i, use);
    }
  }
}
