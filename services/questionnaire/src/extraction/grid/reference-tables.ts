import { headerRole } from '../language/header-words.js';
import {
  isBankHeading,
  isReportHeading,
  namesPartsOfFile,
  namesTerms,
  namesToBe,
  namesToday,
  namesWhatWasShown,
} from '../language/reference-words.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';
import { describesLevels } from './level-rows.js';
import type { QuestionColumn } from './question-column.js';
import type { TableScope } from './table-scope.js';

/** Share of rows that a column of facts fills. */
const FULL = 0.9;
/** Share of questions from which on a column asks, whatever its heading says. */
const ASKS = 0.8;
const ROWS_OF_A_SURVEY = 3;
/** Characters of a heading of a guide. */
const HEADING_LENGTH = 30;
/** Rows in which titles may stand above the heading. */
const TITLE_ROWS = 5;
const DATE = /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:\D|$)/;

/**
 * Tables that tell and ask nothing, by their headings: what the sheets or the columns of the file are, what terms mean, what an
 * audit found, what the levels of an answer mean, and collections of answers to take from.
 */
export function isReference(
  grid: Grid,
  scope: TableScope,
  question: QuestionColumn,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  if (comparesStates(grid, question, profiles)) return true;
  const headings = headingsOf(grid, scope);
  const [first] = headings;
  if (first === undefined) return false;
  const own = headings.find(({ column }) => column === question.column)?.text ?? '';
  // "Recommendation" over questions heads what is to be checked, over statements what an audit advises.
  const report = isReportHeading(own) && share(question.profile.questions, question.profile) < ASKS;
  if (report || (headings.length > 1 && namesPartsOfFile(first.text))) return true;
  if (headings.some(({ column, text }) => headerRole(text)?.role === 'question' && counts(grid, scope, column)))
    return true;
  // "Expected result | Actual result": the protocol of a test that somebody ran.
  const shown = headings.find(({ text }) => namesWhatWasShown(text));
  if (shown !== undefined && (profiles.get(shown.column)?.filled ?? 0) >= FULL * question.profile.filled) return true;
  const answered = headings.some(({ text }) => {
    const role = headerRole(text)?.role;
    return role === 'answer' && !isBankHeading(text);
  });
  if (answered) return false;
  if (reportsFindings(headings, question, profiles)) return true;
  if (describesLevels(grid, scope)) return true;
  // "Term | Meaning": what stands beside a term explains it; so it does in wider lists where nothing waits for an answer.
  const asking = headings.some(({ text }) => /^(?:question|requirement|status)$/.test(headerRole(text)?.role ?? ''));
  const wide = headings.length > 2 && !asking && !hasMarks(grid, scope, question.column);
  if (namesTerms(first.text) && (headings.length === 2 || wide) && question.column !== first.column) return true;
  const guides = headings.some(({ text }) => headerRole(text)?.role === 'guidance') && question.column !== first.column;
  if (
    guides &&
    question.label?.role !== 'description' &&
    (namesTerms(first.text) || headerRole(own)?.role === 'guidance')
  )
    return true;
  const bank = headings.find(({ text }) => isBankHeading(text));
  const { filled } = question.profile;
  return bank !== undefined && (profiles.get(bank.column)?.filled ?? 0) >= FULL * filled;
}

/** "Requirement | Current state | Gap | Recommendation", all of them full: what somebody found, and advises. */
function reportsFindings(
  headings: readonly { column: number; text: string }[],
  { column, profile }: QuestionColumn,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  const beside = headings.filter((heading) => heading.column > column);
  const isFull = (heading: { column: number }): boolean =>
    (profiles.get(heading.column)?.filled ?? 0) >= FULL * profile.filled;
  return beside.filter(({ text }) => isReportHeading(text)).length >= 2 && beside.every(isFull);
}

/** "As is | To be" in one of the first rows, over full columns: what somebody compared, and wrote down. */
function comparesStates(
  grid: Grid,
  { profile }: QuestionColumn,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  return Array.from({ length: Math.min(TITLE_ROWS, grid.rowCount) }, (_, row) => grid.rowCells(row)).some((cells) => {
    const toBe = cells.find(({ text }) => namesToBe(text));
    const today = cells.some(({ text }) => namesToday(text));
    return today && toBe !== undefined && (profiles.get(toBe.column)?.filled ?? 0) >= FULL * profile.filled;
  });
}

/** "Questions" over "5 questions", "7 questions": how many there are elsewhere. */
function counts(grid: Grid, { rows }: TableScope, column: number): boolean {
  const texts = rows.flatMap((row) => grid.cellAt(row, column)?.text.trim() ?? []);
  const units = new Set(texts.map((text) => /^\p{Nd}{1,4} (\p{L}+)$/u.exec(text)?.[1]?.replace(/s$/, '')));
  return texts.length > 1 && units.size === 1 && !units.has(undefined);
}

/** Half of the texts of a column end in question marks. */
function hasMarks(grid: Grid, { rows }: TableScope, column: number): boolean {
  const texts = rows.flatMap((row) => grid.cellAt(row, column)?.text ?? []);
  return texts.filter((text) => /[?？؟]\s*$/.test(text)).length * 2 >= texts.length;
}

/** A guide to filling the file in: it names sheets or columns, or has two headings for help and none for answers. */
export function isGuideToFile(grid: Grid, scope: TableScope): boolean {
  const headings = headingsOf(grid, scope);
  const [first] = headings;
  if (first === undefined || headings.length < 2) return false;
  const answered = headings.some(({ text }) => headerRole(text)?.role === 'answer');
  return isHelp(headings) || (namesPartsOfFile(first.text) && !answered);
}

function isHelp(headings: readonly { text: string }[]): boolean {
  const roles = headings.map(({ text }) => headerRole(text)?.role);
  if (roles.includes('question') || roles.includes('answer')) return false;
  if (headings.some(({ text }) => text.length > HEADING_LENGTH)) return false;
  return roles.filter((role) => role === 'guidance').length >= 2;
}

/** One of the first rows heads a list of the sheets or columns of the file. */
export function beginsGuide(grid: Grid): boolean {
  return Array.from({ length: Math.min(TITLE_ROWS, grid.rowCount) }, (_, row) => grid.rowCells(row)).some(
    (cells) => cells.length > 1 && (namesPartsOfFile(cells[0]!.text) || isHelp(cells)),
  );
}

/** The heading of a scope; where no words are known, its first row of short texts. */
function headingsOf(grid: Grid, scope: TableScope): readonly { column: number; text: string }[] {
  const known = scope.headers.find((header) => !header.structural) ?? scope.headers[0];
  if (known !== undefined) return known.labels;
  const [first] = scope.rows;
  const cells = first === undefined ? [] : grid.rowCells(first);
  return cells.length > 1 && cells.every(({ type, text }) => type === 'text' && text.length <= 60) ? cells : [];
}

/**
 * The answers that a survey got: questions in the first row, below them rows of which each begins with the time at which it was
 * sent.
 */
export function isSurvey(grid: Grid, shapes: ShapeCache): boolean {
  if (grid.rowCount <= ROWS_OF_A_SURVEY) return false;
  const [when, ...questions] = grid.rowCells(0);
  const asked = questions.filter(
    ({ text }) => shapes.of(text).endsWithMark && shapes.of(text).words >= ROWS_OF_A_SURVEY,
  );
  if (when === undefined || asked.length < 2) return false;
  const rows = Array.from({ length: grid.rowCount - 1 }, (_, i) => i + 1);
  const most = (test: (row: number) => boolean): boolean => rows.filter(test).length >= FULL * rows.length;
  const isTime = (cell: CellModel | undefined): boolean => cell?.type === 'date' || DATE.test(cell?.text ?? '');
  return most((row) => isTime(grid.cellAt(row, when.column)));
}
