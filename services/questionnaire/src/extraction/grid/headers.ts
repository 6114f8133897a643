import type { CellModel } from '../../documents/model.js';
import { isState } from '../language/choices.js';
import { headerRole } from '../language/header-words.js';
import type { HeaderLabel, HeaderRole } from '../language/header-words.js';
import { headingName } from '../language/heading-name.js';
import { isScaledJudgement } from '../language/judgements.js';
import { joinSpacedLetters } from '../language/headings-by-language.js';
import { isIdentifier } from '../language/numbering.js';
import type { ShapeCache } from '../language/text-shape.js';
import { takesNumbers } from './answer-signs.js';
import { headsBlankColumns } from './blank-heads.js';
import { continuesDropDown } from './drop-down-rows.js';
import { headsExport } from './export-heads.js';
import type { Grid } from './grid.js';

export interface ColumnLabel {
  column: number;
  /** Last column of the heading's merged range. */
  right: number;
  text: string;
  role: HeaderRole | undefined;
  strength: number;
  /** Its own words, below a heading that spans it; then `text` has the words of both. */
  own?: string;
}

/** A heading of a table: one row, or several that belong together. Row indexes count rows that have cells. */
export interface Header {
  first: number;
  last: number;
  labels: ColumnLabel[];
  score: number;
  /** The row was recognised by its form, not by words that we know. */
  structural: boolean;
  /** It heads nothing that we know, and ends the table above. */
  ends?: true;
}

const POINTS: Record<HeaderRole, number> = {
  question: 1, requirement: 0.8, description: 0.6, answer: 1, status: 0.7, comment: 0.75, evidence: 0.5, choice: 0.35, id: 0.6,
  section: 0.5, guidance: 0.5, options: 0.4, score: 0.4, type: 0.4, required: 0.4, register: 0.4,
}; // prettier-ignore

/** Rows that are always looked at in full; further down, rows that begin with a number or hold long text are passed over. */
const HEAD_ROWS = 40;
/** Headings with which a later one is compared. */
const REMEMBERED = 24;
/** What "Rating (1-5)" over such numbers or blanks counts. */
const RATED = 2;
/** Rows at the top in which titles stand, and headings. */
const TITLE_ROWS = 5;
/** Rows below a heading in which sub-headings of it may stand. */
const SUB_HEADINGS = 3;

export class HeaderFinder {
  private readonly roles = new Map<string, HeaderLabel | undefined>();

  constructor(
    private readonly grid: Grid,
    private readonly shapes: ShapeCache,
  ) {}

  /** All heading rows of the grid, top down, sub-headings joined to the row above. */
  find(): Header[] {
    const headers: Header[] = [];
    for (let row = 0; row < this.grid.rowCount; row++) {
      if (!this.mayBeHeader(row)) continue;
      const header = this.headerAt(row);
      const previous = headers.at(-1);
      if (previous !== undefined && continuesDropDown(this.grid, previous, row)) continue;
      if (header === undefined || (header.ends === true && previous === undefined)) continue;
      if (previous !== undefined && previous.last === row - 1 && this.joins(previous, header)) {
        join(previous, header);
      } else if (previous === undefined || this.isAnother(previous, header, headers)) {
        headers.push(header);
      }
    }
    for (const header of headers) this.addSubHeaders(header);
    return headers;
  }

  /** The cells of a row as headings, whatever they say. */
  rowAsHeader(row: number): Header {
    const labels = this.grid.rowCells(row).map((cell) => this.label(cell));
    return { first: row, last: row, labels, score: 0, structural: false };
  }

  roleOf(text: string): HeaderLabel | undefined {
    if (headingName(text).length > 240) return undefined;
    if (this.roles.has(text)) return this.roles.get(text);
    const role = headerRole(text);
    if (this.roles.size > 20_000) this.roles.clear();
    this.roles.set(text, role);
    return role;
  }

  private mayBeHeader(row: number): boolean {
    const start = this.grid.rowStart[row]!;
    const end = this.grid.rowStart[row + 1]!;
    if (end - start < 2) return false;
    const first = this.grid.cells[start]!;
    if (row >= HEAD_ROWS || end - start >= 4) {
      if (first.type === 'number' || (first.text.length < 20 && /\d/.test(first.text))) return false;
    }
    if (row < HEAD_ROWS) return true;
    for (let i = start; i < end; i++) if (headingName(this.grid.cells[i]!.text).length > 120) return false;
    return true;
  }

  private label(cell: CellModel): ColumnLabel {
    const role = this.roleOf(cell.text);
    const right = this.grid.mergeOf(cell.row, cell.column)?.right ?? cell.column;
    const text = joinSpacedLetters(cell.text.trim());
    return { column: cell.column, right, text, role: role?.role, strength: role?.strength ?? 0 };
  }

  private headerAt(row: number): Header | undefined {
    const cells = this.grid.rowCells(row);
    if (cells.length < 2 || cells.length > 400) return undefined;
    let score = 0;
    let matched = 0;
    let counted = 0;
    let marked = false;
    const labels: ColumnLabel[] = [];
    const choices = cells.filter((cell) => this.roleOf(cell.text)?.role === 'choice').length;
    const kinds = new Set<HeaderRole>();
    for (const cell of cells) {
      const label = this.label(cell);
      // "No" beside "Yes" is a choice; alone it heads the numbers.
      const counts = choices === 1 || (cell === cells[0] && this.roleOf(cells[1]!.text)?.role !== 'choice');
      if (label.role === 'choice' && counts && /^no?[.:]?$/i.test(label.text))
        Object.assign(label, { role: 'id', strength: 3 });
      // "Done", "Umgesetzt": alone it heads the marks of a check list.
      else if (label.role === 'choice' && choices === 1 && isState(label.text))
        Object.assign(label, { role: 'status', strength: 2 });
      labels.push(label);
      if (cell.type === 'number' || cell.type === 'date') {
        counted += 0.5;
        continue;
      }
      counted++;
      const name = headingName(cell.text);
      if (label.role !== undefined) {
        const { words, manner } = this.shapes.of(name);
        const sentence = words >= 6 && (/[.!]\s*$/.test(name) || manner === 'request' || manner === 'question');
        if (sentence || name.includes('\n1') || name.includes('\nb')) {
          score -= 3;
          continue;
        }
        matched++;
        score += POINTS[label.role] * label.strength * (words > 10 && row >= HEAD_ROWS ? 0.3 : 1);
        kinds.add(label.role);
        if (label.role === 'question' || label.role === 'answer' || label.role === 'comment' || label.role === 'status')
          marked = true;
        if (label.role === 'requirement') marked = true;
        if (isScaledJudgement(cell.text) && takesNumbers(this.grid, row, cell.column)) {
          marked = true;
          score += RATED;
        }
        if (name.length > 60 && this.shapes.of(name).manner === 'question') score -= 3;
        continue;
      }
      const shape = this.shapes.of(name);
      if (shape.manner === 'request' && shape.words <= 12 && labels.some((other) => other.strength >= 2)) {
        // "If yes, please explain" over a column behind the answers.
        Object.assign(label, { role: 'comment', strength: 1 });
        matched++;
        score += 0.5;
      } else if (shape.manner === 'question' || shape.manner === 'request') score -= 3;
      else if (shape.words > 20) score -= 2;
      else if (isIdentifier(name) && /\d/.test(name)) score -= 2;
    }
    // Data begin with a number, headings do not.
    if (cells[0]!.type === 'number') score -= 1.5;
    if (this.repeatsBelow(row, cells)) return undefined;
    if (headsBlankColumns(this.grid, row, labels)) return { first: row, last: row, labels, score, structural: false };
    const styled = cells.every((cell) => cell.bold === true || cell.filled === true);
    // The first row of a sheet in which every word is known needs no style.
    const known = matched === counted && (cells.length > 2 || kinds.has('status'));
    const worded = row < TITLE_ROWS && known && cells.every(({ type }) => type === 'text');
    const plain = worded || headsExport(this.grid, this.shapes, row, cells);
    if (!marked && styled && cells.length >= 3 && matched * 3 >= cells.length * 2 && score >= 1)
      return { first: row, last: row, labels, score: 4, structural: false, ends: true };
    if (!marked || score < (plain ? 2.7 : styled ? 3 : 3.5) || matched / counted < 0.4) return undefined;
    if (kinds.size < 2 && matched < 2) return undefined;
    // Two words of one kind side by side ("Yes", "No", "Status: open") are data, not headings.
    if (kinds.size === 1 && (row > 3 || (!kinds.has('question') && !kinds.has('requirement')))) return undefined;
    return { first: row, last: row, labels, score, structural: false };
  }

  /** Texts that stand again right below or above, in the same columns, are data ("Open", "High"), not headings. */
  private repeatsBelow(row: number, cells: readonly CellModel[]): boolean {
    return [row + 1, row - 1].some((other) => {
      if (other < 0 || other >= this.grid.rowCount) return false;
      const same = cells.filter((cell) => this.grid.cellAt(other, cell.column)?.text === cell.text).length;
      return same >= 2 && same >= cells.length * 0.3;
    });
  }

  /** A heading row directly under another one belongs to it when it fills other columns or says less. */
  private joins(previous: Header, next: Header): boolean {
    if (this.grid.rowNumber(next.first) !== this.grid.rowNumber(previous.last) + 1) return false;
    const taken = new Map(previous.labels.map((label) => [label.column, label.text]));
    const overlap = next.labels.filter((label) => taken.has(label.column)).length;
    return overlap <= next.labels.length / 2 || overlap <= 1;
  }

  /** Whether a later row is a heading of its own and not data of the table above. */
  private isAnother(previous: Header, next: Header, all: readonly Header[]): boolean {
    const repeats = all.slice(-REMEMBERED).some((header) => {
      const texts = new Map(header.labels.map((label) => [label.column, label.text]));
      return next.labels.filter((label) => texts.get(label.column) === label.text).length >= 2;
    });
    if (repeats) return true;
    const above = next.first - 1;
    const alone = this.grid.rowStart[next.first]! - this.grid.rowStart[above]! === 1;
    const gap = alone || this.grid.rowNumber(next.first) - this.grid.rowNumber(above) > 1;
    const cells = this.grid.rowCells(next.first);
    const styled = cells.some((cell) => cell.bold === true || cell.filled === true);
    const strong = next.labels.filter((label) => label.strength >= 3).length;
    const first = previous.labels[0]?.column ?? 0;
    const beside =
      next.labels.every((label) => label.column < first) ||
      next.labels.every((label) => label.column > (previous.labels.at(-1)?.right ?? 0));
    return (strong >= 2 && next.score >= 4.5) || ((gap || styled || beside) && next.score >= 4);
  }

  /**
   * Sub-headings below a heading row: within the rows that its cells are merged over, "Yes | No | N/A" also two or three rows
   * further down with other sub-headings between, or one row under a heading that spans columns.
   */
  private addSubHeaders(header: Header): void {
    const top = header.last;
    const bottom = this.grid.rowNumber(top) + this.rowsCovered(top) - 1;
    const rows: Header[] = [];
    let joined = 0;
    for (let row = top + 1; row < this.grid.rowCount && row <= top + SUB_HEADINGS; row++) {
      const covered = this.grid.rowNumber(row) <= bottom;
      if (!covered && this.grid.rowNumber(row) !== this.grid.rowNumber(row - 1) + 1) break;
      const labels = this.grid.rowCells(row).map((cell) => this.label(cell));
      if (!this.isSubHeading(row, header)) break;
      rows.push({ first: row, last: row, labels, score: 0, structural: false });
      const choices = labels.length >= 2 && labels.every((label) => label.role === 'choice');
      const spanned = row === top + 1 && labels.length >= 2 && header.labels.some(spans);
      if (covered || choices || spanned) joined = rows.length;
    }
    for (const row of rows.slice(0, joined)) join(header, row);
  }

  /** Rows that the cells of a heading row are merged over; what is merged further down heads no columns. */
  private rowsCovered(row: number): number {
    const heights = this.grid.rowCells(row).map((cell) => {
      const merge = this.grid.mergeOf(cell.row, cell.column);
      return merge === undefined ? 1 : merge.bottom - merge.top + 1;
    });
    return Math.max(...heights.filter((height) => height <= SUB_HEADINGS + 1), 1);
  }

  /** Short texts below nothing, or below what spans several columns. */
  private isSubHeading(row: number, header: Header): boolean {
    const own = new Set(header.labels.filter((label) => !spans(label)).map((label) => label.column));
    return this.grid
      .rowCells(row)
      .every((cell) => cell.text.length <= 40 && !this.shapes.of(cell.text).hasMark && !own.has(cell.column));
  }
}

const spans = (label: ColumnLabel): boolean => label.right > label.column;

/** Joins a sub-heading: its labels take the place of what spans them above, keeping the words of both. */
function join(header: Header, sub: Header): void {
  const labels = header.labels.filter((label) => !sub.labels.some((other) => other.column === label.column));
  for (const label of sub.labels) {
    const above = header.labels.find((other) => other.column <= label.column && label.column <= other.right);
    const role = label.role ?? above?.role;
    labels.push({
      ...label,
      text: above === undefined ? label.text : `${above.text} ${label.text}`,
      ...(above === undefined ? {} : { own: label.text }),
      role,
      strength: label.role === undefined ? Math.min(2, above?.strength ?? 0) : label.strength,
    });
  }
  header.labels = labels
    .sort((a, b) => a.column - b.column)
    .map((label) => {
      const covered = sub.labels.filter((other) => other.column > label.column && other.column <= label.right);
      return covered.length > 0 ? { ...label, right: Math.min(...covered.map((other) => other.column)) - 1 } : label;
    });
  header.last = sub.last;
  header.score += sub.score;
}
