import { hasRoomBeneath } from './answer-places.js';
import { withAnswersBelow } from './answers-below.js';
import { isTag } from './columns.js';
import { parentQuestion } from './parent-questions.js';
import { explainsChoice } from './legend-rows.js';
import { headingRows } from './outer-rows.js';
import { habitsOf, isUpperCase, withHeadingsApart } from './row-habits.js';
import type { Habits, RowFacts } from './row-habits.js';
import type { Grid } from './grid.js';
import { isIdentifier, parentNumber, plainNumber, splitNumber } from '../language/numbering.js';
import { beginsPart } from '../language/other-hands.js';
import { hasCircledNumber, isBracketed } from '../language/title-signs.js';
import { isInstruction } from '../language/text-shape.js';
import type { ShapeCache, TextShape } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import type { QuestionTable } from './table.js';

export type RowKind = 'question' | 'continuation' | 'section' | 'note' | 'answer' | 'instruction' | 'total' | 'none';

export interface TableRow {
  row: number;
  kind: RowKind;
  /** The cell that carries the question or the section. */
  cell: CellModel | undefined;
  shape: TextShape | undefined;
  identifier: string;
}

/** Tells questions, sections, notes and totals of a table apart, row by row. */
export class RowJudge {
  private readonly overflow: number[];
  private readonly answerColumns: Set<number>;

  constructor(
    private readonly grid: Grid,
    private readonly shapes: ShapeCache,
    private readonly table: QuestionTable,
  ) {
    const { answers, question } = table;
    this.answerColumns = new Set(
      [answers.answer, answers.comment, ...answers.choices.map((choice) => choice.column)].filter(
        (column) => column !== undefined,
      ),
    );
    this.overflow = overflowColumns(table, question.column, this.answerColumns);
  }

  judge(): TableRow[] {
    const facts = this.table.scope.rows.map((row) => this.factsOf(row));
    const habits = withHeadingsApart(habitsOf(facts), this.grid, this.table, facts);
    const headings = headingRows(facts);
    const rows: TableRow[] = [];
    let last: RowFacts | undefined;
    facts.forEach((fact, i) => {
      const kind = headings.has(fact.row) ? 'section' : this.kindOf(fact, facts[i + 1], last, habits);
      const parent = kind === 'section' ? parentQuestion(this.grid, this.shapes, this.table, fact) : undefined;
      const { row, cell, shape, identifier } = fact;
      if (parent === undefined) rows.push({ row, kind, cell, shape, identifier });
      else rows.push({ row, kind: 'question', cell: parent, shape: this.shapes.of(parent.text), identifier });
      if (kind === 'question') last = fact;
      else if (kind === 'section') last = undefined;
    });
    if (hasRoomBeneath(this.grid, this.table.scope, this.table.question.column)) return this.withAnswersBeneath(rows);
    return this.table.profiles.size === 1 && this.table.license === 'content' ? withAnswersBelow(rows) : rows;
  }

  /** Where the rows below the questions are made for answers, a text alone in one of them is the answer. */
  private withAnswersBeneath(rows: TableRow[]): TableRow[] {
    const { grid } = this;
    return rows.map((row, i) => {
      const above = rows[i - 1];
      if (above?.kind !== 'question' || row.cell === undefined || above.cell === undefined) return row;
      const merge = grid.mergeOf(above.cell.row, above.cell.column);
      const beneath =
        merge !== undefined &&
        row.cell.row === merge.bottom + 1 &&
        grid.rowCells(row.row).length === 1 &&
        grid.mergeOf(row.cell.row, row.cell.column)?.right === merge.right &&
        !(row.shape?.endsWithMark ?? false);
      return beneath ? { ...row, kind: 'answer' } : row;
    });
  }

  private factsOf(row: number): RowFacts {
    const { grid, table } = this;
    const number = grid.rowNumber(row);
    let cell = grid.cellAt(row, table.question.column);
    let identifier = table.identifier === undefined ? '' : (grid.cellAt(row, table.identifier)?.text.trim() ?? '');
    if (cell === undefined && !isIdentifier(identifier)) identifier = '';
    if (cell === undefined || (isIdentifier(cell.text) && this.shapes.of(cell.text).words <= 1)) {
      const indented = this.overflow
        .map((column) => grid.cellAt(row, column))
        .find((other) => other !== undefined && this.shapes.of(other.text).words >= 2);
      if (indented !== undefined && !this.hasTextBefore(row, indented.column)) {
        if (cell !== undefined) identifier = identifier === '' ? cell.text.trim() : identifier;
        cell = indented;
      }
    }
    if (identifier === '' && cell !== undefined) identifier = grid.numberOf(cell);
    const end = grid.rowStart[row + 1]!;
    let others = 0;
    let answered = false;
    for (let i = grid.rowStart[row]!; i < end; i++) {
      const other = grid.cells[i]!;
      if (
        other === cell ||
        other.column === table.identifier ||
        other.column < table.scope.left ||
        other.column > table.scope.right
      )
        continue;
      if (this.answerColumns.has(other.column)) answered ||= other.formula === undefined;
      else if (!table.sections.includes(other.column)) others++;
    }
    const { answer } = table.answers;
    const merge = cell === undefined ? undefined : grid.mergeOf(number, cell.column);
    return {
      row,
      cell,
      identifier,
      answered,
      others,
      shape: cell === undefined ? undefined : this.shapes.once(cell.text),
      validated: answer !== undefined && grid.validationAt(number, answer) !== undefined,
      wide: merge !== undefined && answer !== undefined && merge.left < answer && merge.right >= answer,
    };
  }

  private kindOf(fact: RowFacts, next: RowFacts | undefined, last: RowFacts | undefined, habits: Habits): RowKind {
    const { cell, shape } = fact;
    if (cell === undefined || shape === undefined) return this.kindWithoutText(fact);
    // What a list of the document counts ("1.2. Fire alarm:") is an item of its own.
    const noted = fact.others > 0 || this.table.question.profile.tags >= 3;
    // What has a list of its own to choose from is no note on the row above.
    const isOwn = fact.validated || this.grid.numberOf(cell) !== '';
    if (noted && isTag(cell.text) && !isOwn) return 'note';
    if (shape.manner === 'other' && shape.words <= 3) return 'none';
    if (explainsChoice(this.grid, this.table, fact, habits)) return 'instruction';
    const counted = fact.validated && isIdentifier(fact.identifier);
    const headsLegend = next !== undefined && !counted && shape.manner === 'phrase';
    if (headsLegend && explainsChoice(this.grid, this.table, next, habits)) return 'section';
    // Where every question has its number in a column of its own, one in front of the text ("2. Operations") is another count.
    const own = habits.identified >= 0.95 && fact.identifier === '' && !shape.endsWithMark;
    const counts = splitNumber(cell.text).number !== '' || hasCircledNumber(cell.text);
    const numbered = !own && (fact.identifier !== '' || counts);
    if (shape.manner === 'phrase' && isBracketed(cell.text) && this.table.license === 'content') return 'section';
    // "Part 3: Declarations" above the heading of the next table.
    const ends = next === undefined || next.row > fact.row + 1;
    if (ends && fact.others === 0 && shape.manner === 'phrase' && beginsPart(cell.text)) return 'section';
    if (this.continues(fact, last, habits, numbered)) return 'continuation';
    const asks = shape.manner === 'question' || shape.manner === 'request';
    // A computed row below the last question sums up; one that questions follow is a section with its score.
    const followed = next !== undefined && (next.identifier !== '' || next.shape?.manner === 'question');
    const unnumbered = habits.numbered >= 0.85 && !numbered && !asks && !fact.validated;
    const { answer: place = -1 } = this.table.answers;
    const sums = next === undefined && shape.manner === 'phrase' && this.grid.isFormula(cell.row, place);
    if ((unnumbered || sums) && !followed && this.isTotal(fact)) return 'total';
    // Statements below questions with drop-downs, without one of their own, explain the question.
    const explains =
      shape.manner === 'statement' &&
      shape.words >= 5 &&
      !numbered &&
      !fact.validated &&
      !fact.answered &&
      habits.validated >= 0.6;
    if (explains && last !== undefined && this.table.license === 'content') return 'note';
    if (this.sectionScore(fact, next, habits, numbered) >= 2) return shape.words >= 25 ? 'instruction' : 'section';
    if (asks)
      return shape.manner === 'request' && !numbered && habits.numbered >= 0.6 && isInstruction(cell.text)
        ? 'instruction'
        : 'question';
    if (unnumbered && !fact.answered && this.table.license !== 'content') {
      // Among questions that all have a number, what has none is a heading or a remark.
      if (shape.manner === 'statement') return 'instruction';
      return fact.others === 0 ? 'section' : 'none';
    }
    if (unnumbered && shape.manner === 'phrase' && this.table.license !== 'content') return 'none';
    if (this.table.license !== 'content') return 'question';
    // Cells ask by themselves here: others count when they are numbered like questions, or when an answer is expected.
    if (numbered || fact.validated || (fact.answered && habits.numbered < 0.6) || shape.endsWithColon)
      return 'question';
    if (fact.others > 0 && habits.others >= 0.7) return 'question';
    // Between the questions of a table whose heading says where answers go, a long text is one of them.
    const { answer = -1 } = this.table.answers;
    const headed = this.table.scope.labels.get(answer)?.role === 'answer';
    if (shape.words >= 20 && headed && last !== undefined && next !== undefined && !isInstruction(cell.text))
      return 'question';
    return shape.words >= 20
      ? 'instruction'
      : shape.manner === 'statement' && shape.words >= 6 && habits.numbered < 0.6
        ? 'question'
        : 'section';
  }

  private kindWithoutText(fact: RowFacts): RowKind {
    const { grid, table } = this;
    const cells = grid
      .rowCells(fact.row)
      .filter((cell) => cell.column >= table.scope.left && cell.column <= table.scope.right);
    const words = cells.filter((cell) => cell.type === 'text' && !isIdentifier(cell.text));
    if (words.length === 0 || words.some((cell) => cell.formula !== undefined)) return 'none';
    const text = words.find((cell) => !this.answerColumns.has(cell.column));
    if (text === undefined || words.length > 2) return 'none';
    return this.shapes.of(text.text).words <= 20 && text.column <= Math.max(table.question.column, 3)
      ? 'section'
      : 'none';
  }

  /** Points for a heading inside the table, from how the row departs from the rows that ask. */
  private sectionScore(fact: RowFacts, next: RowFacts | undefined, habits: Habits, numbered: boolean): number {
    const cell = fact.cell!;
    const shape = fact.shape!;
    let score = 0;
    if (!numbered && habits.numbered >= 0.6) score += 2;
    if (!fact.validated && habits.validated >= 0.6) score += 2;
    if (fact.wide && habits.wide < 0.2) score += 1.5;
    if (cell.bold === true && habits.bold < 0.3) score += 1;
    if (cell.filled === true && habits.filled < 0.3) score += 1;
    if (fact.others === 0 && habits.others >= 0.7) score += 1.5;
    if (shape.words <= 7 && shape.manner === 'phrase') score += 0.5;
    // One or two words may be abbreviations: "VAT ID" is a label.
    if (!shape.endsWithMark && isUpperCase(cell.text)) score += shape.words >= 3 && habits.upperCase < 0.3 ? 1.5 : 0.5;
    if (shape.endsWithMark) score -= 3;
    else if (shape.manner === 'question' || shape.manner === 'request') score -= 2;
    else if (shape.manner === 'statement') score -= 1;
    if (shape.endsWithColon && shape.words >= 5) score -= 1;
    if (fact.validated) score -= 2;
    if (fact.answered) score -= 2;
    if (fact.others > 0 && habits.others >= 0.5) score -= 1;
    // The rest can add 1.5 at most; most rows are decided before it.
    if (next === undefined || score < 0.5) return score;
    const leads = isParent(fact, next);
    if (leads) score += shape.words <= 8 || isUpperCase(cell.text) ? 1.5 : 0.5;
    else if (fact.identifier !== '' && habits.numbered >= 0.6) score -= 1;
    return score;
  }

  /** The rest of the question above: no number of its own, and the sentence above is not finished. */
  private continues(fact: RowFacts, last: RowFacts | undefined, habits: Habits, numbered: boolean): boolean {
    if (
      last?.cell === undefined ||
      numbered ||
      habits.numbered < 0.6 ||
      fact.validated ||
      fact.answered ||
      fact.others > 0
    )
      return false;
    if (fact.cell!.column !== last.cell.column) return false;
    if (this.grid.rowNumber(fact.row) - this.grid.rowNumber(last.row) > 2) return false;
    return (
      /^\s*[\p{Ll}(]/u.test(fact.cell!.text) &&
      !/[.?!:;？。]["”')]*\s*$/.test(last.cell.text) &&
      fact.cell!.bold === last.cell.bold
    );
  }

  /** A label stands left of this column: what follows is its value and no indented question. */
  private hasTextBefore(row: number, column: number): boolean {
    const { identifier, sections } = this.table;
    const before = this.grid.rowCells(row).filter((cell) => cell.column < column && cell.type === 'text');
    return before.some(
      (cell) => cell.column !== identifier && !sections.includes(cell.column) && !isIdentifier(cell.text),
    );
  }

  private isTotal(fact: RowFacts): boolean {
    const end = this.grid.rowStart[fact.row + 1]!;
    for (let i = this.grid.rowStart[fact.row]!; i < end; i++) {
      const cell = this.grid.cells[i]!;
      if (cell.column <= this.table.question.column || cell.column === this.table.identifier) continue;
      if (cell.formula !== undefined || cell.type === 'number') return true;
    }
    return false;
  }
}

function isParent(fact: RowFacts, next: RowFacts): boolean {
  const own = fact.identifier !== '' ? fact.identifier : splitNumber(fact.cell?.text ?? '').number;
  const other = next.identifier !== '' ? next.identifier : splitNumber(next.cell?.text ?? '').number;
  return own !== '' && other !== '' && plainNumber(parentNumber(other)) === plainNumber(own);
}

/** Columns right of the questions that belong to them: indented sub-questions stand there. */
function overflowColumns(table: QuestionTable, question: number, answers: ReadonlySet<number>): number[] {
  const columns: number[] = [];
  const covered = table.question.label?.right ?? question;
  for (let column = question + 1; column <= Math.min(question + 3, table.scope.right); column++) {
    if (
      answers.has(column) ||
      table.sections.includes(column) ||
      column === table.identifier ||
      column === table.answers.options
    )
      break;
    const label = table.scope.labels.get(column);
    if (label !== undefined && column > covered) break;
    columns.push(column);
  }
  return columns;
}
