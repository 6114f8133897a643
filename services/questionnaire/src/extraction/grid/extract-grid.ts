import { markByShape } from '../by-shape.js';
import type { Grid } from './grid.js';
import { HeaderFinder } from './headers.js';
import type { Header } from './headers.js';
import { findAnswerRows } from './answer-rows.js';
import { findLabelForm, findLabelTable } from './label-tables.js';
import { findLeftLabels } from './left-labels.js';
import { Ledger } from './ledger.js';
import { withoutListPrompts } from './list-prompts.js';
import { findRecords } from './records.js';
import { findBlankRows } from './blank-rows.js';
import { findCellLabels } from './cell-labels.js';
import { findPairedColumns } from './paired-columns.js';
import { findParts } from './parts.js';
import { findNamedPaper } from './named-papers.js';
import { findNumberedBlanks } from './numbered-blanks.js';
import { findOpenSecondColumn } from './open-second-column.js';
import { findTitledOptions } from './titled-options.js';
import { withoutOthersPart } from './others-part.js';
import { findPrintedChoices } from './printed-choices.js';
import { findQuestionGrid, findRepeatedGrid } from './question-grid.js';
import { severalLabels } from './several-labels.js';
import { findScalesBelow } from './scales-below.js';
import { findTickList } from './tick-lists.js';
import { findRatings, type Ratings } from './rating-tables.js';
import { isRiskRegister } from './risk-registers.js';
import { withSecondQuestions } from './second-questions.js';
import { beginsGuide, isGuideToFile, isSurvey } from './reference-tables.js';
import { findTable } from './table.js';
import type { QuestionTable } from './table.js';
import { TableQuestions } from './table-questions.js';
import type { GridQuestion } from './table-questions.js';
import { structuralHeader, tableScopes } from './table-scope.js';
import type { TableScope } from './table-scope.js';
import { ShapeCache } from '../language/text-shape.js';
import { continuedTable } from './continued-tables.js';
import { findFieldCells } from './field-cells.js';
import { findForms } from './forms.js';
import { findFramedForm } from './framed-forms.js';
import { findHeadedForm } from './headed-forms.js';
import { findRowOverBlanks } from './row-over-blanks.js';
import { twoRowHead } from './two-row-heads.js';
import { findTransposed } from './transposed.js';
import type { FoundTable } from '../said/layout.js';
import type { SaidGridColumns } from '../said/said-grid.js';

/** Rows to rate of a sheet, and how many of them for each question that was found there otherwise. */
const FEWEST_RATED = 3;
const MORE_RATED = 4;

export interface GridResult {
  /** Tables of questions that were found. */
  tables: FoundTable[];
  questions: GridQuestion[];
  ledger: Ledger;
  /** Heading of the last table that asks. */
  header: Header | undefined;
}

/**
 * Finds the questions of one sheet, or of one table of a text document. `inherited`: the heading of the table before, when
 * this one may be its continuation on the next page.
 */
export function extractGrid(grid: Grid, inherited?: Header): GridResult {
  const plain = extractPlain(grid, inherited);
  const shapes = new ShapeCache();
  const ledger = new Ledger(grid);
  const rated = grid.rowCount === 0 ? undefined : ratingsOf(grid, shapes, ledger);
  if (rated === undefined) return grid.rowCount === 0 ? plain : withPairs(grid, plain);
  if (!('table' in grid.place(0, 0))) return withRatings(grid, plain, rated, ledger);
  const [more, bare] = [rated.questions.length - plain.questions.length, plain.questions.every(offersNothing)];
  if (!rated.isSure && more <= 0 && !(more === 0 && bare)) return plain;
  return finish(grid, shapes, ledger, rated.questions, undefined);
}

/** Columns that ask side by side, where they hold more than the readers of tables found. */
function withPairs(grid: Grid, plain: GridResult): GridResult {
  const shapes = new ShapeCache();
  const ledger = new Ledger(grid);
  const pairs = findPairedColumns(grid, shapes, ledger);
  return pairs.length <= plain.questions.length ? plain : byShape(finish(grid, shapes, ledger, pairs, undefined));
}

/** A sheet that is titled as a form, where that holds all that was found, and more. */
export function withNamedPaper(grid: Grid, found: GridResult): GridResult {
  const shapes = new ShapeCache();
  const ledger = new Ledger(grid);
  const paper = findNamedPaper(grid, shapes, ledger);
  const asked = new Set(paper.map(({ question }) => question.key));
  const keeps = found.questions.every(({ question }) => asked.has(question.key));
  return keeps && paper.length > found.questions.length
    ? byShape(finish(grid, shapes, ledger, paper, undefined))
    : found;
}

function byShape(result: GridResult): GridResult {
  markByShape(result.questions.map(({ question }) => question));
  return result;
}

/** In a sheet, ratings are taken where the readers of tables found next to nothing in their rows; above them the sheet is read as ever. */
function withRatings(grid: Grid, plain: GridResult, { questions, first }: Ratings, ledger: Ledger): GridResult {
  const found = plain.questions.filter(({ cell }) => cell.row >= first);
  if (questions.length < FEWEST_RATED || questions.length < MORE_RATED * found.length) return plain;
  const above = extractPlain(grid.between(0, first - 1));
  ledger.takeOver(above.ledger, 0);
  return finish(grid, new ShapeCache(), ledger, [...above.questions, ...questions], undefined, above.tables);
}

/** Words of a scale over columns to tick, or choices that each row repeats. */
function ratingsOf(grid: Grid, shapes: ShapeCache, ledger: Ledger): Ratings | undefined {
  const rated = findRatings(grid, shapes, ledger);
  if (rated !== undefined) return rated;
  const questions = findPrintedChoices(grid, shapes, ledger);
  return questions.length === 0 ? undefined : { questions, isSure: false, first: questions[0]!.cell.row };
}

const offersNothing = ({ question }: GridQuestion): boolean => question.options.length === 0;

function extractPlain(grid: Grid, inherited?: Header): GridResult {
  const shapes = new ShapeCache();
  const ledger = new Ledger(grid);
  const questions: GridQuestion[] = [];
  const tables: FoundTable[] = [];
  if (grid.rowCount === 0) return { questions, ledger, header: undefined, tables };
  if (isSurvey(grid, shapes) || isRiskRegister(grid)) return finish(grid, shapes, ledger, questions, undefined);
  const finder = new HeaderFinder(grid, shapes);
  const records = beginsGuide(grid) ? [] : findRecords(grid, shapes, ledger, finder);
  if (records.length === 0 && !beginsGuide(grid)) records.push(...findAnswerRows(grid, shapes, ledger, finder));
  if (records.length === 0) records.push(...findFieldCells(grid, shapes, ledger));
  if (records.length === 0) records.push(...findRowOverBlanks(grid, shapes, ledger));
  if (records.length === 0) records.push(...findParts(grid, shapes, ledger));
  if (records.length === 0) records.push(...findBlankRows(grid, shapes, ledger));
  if (records.length === 0) records.push(...findCellLabels(grid, shapes, ledger));
  if (records.length === 0) records.push(...findTitledOptions(grid, shapes, ledger));
  if (records.length === 0) records.push(...findScalesBelow(grid, shapes, ledger));
  if (records.length === 0) records.push(...findOpenSecondColumn(grid, shapes, ledger));
  if (records.length === 0) records.push(...findQuestionGrid(grid, shapes, ledger));
  if (records.length === 0) records.push(...findRepeatedGrid(grid, shapes, ledger));
  if (records.length > 0) return finish(grid, shapes, ledger, records, undefined);
  let headers = finder.find();
  const asks = ({ labels }: Header): boolean =>
    labels.some(({ role, strength }) => role === 'question' && strength >= 2);
  if (beginsGuide(grid) && !headers.some(asks)) return finish(grid, shapes, ledger, questions, undefined);
  if (headers.length === 0 && inherited !== undefined)
    headers = [{ ...inherited, first: 0, last: isRepeated(grid, inherited) ? 0 : -1 }];
  const loose: TableScope[] = [];
  let header: Header | undefined;
  for (const scope of tableScopes(grid, headers)) {
    const labels = findLabelForm(grid, shapes, ledger, scope);
    if (labels.length === 0) labels.push(...findFramedForm(grid, shapes, ledger, scope));
    questions.push(...labels);
    if (labels.length > 0) continue;
    if (isGuideToFile(grid, scope)) continue;
    let found = findTransposed(grid, shapes, ledger, scope);
    const below = found.length > 0 ? undefined : continuedTable(grid, shapes, tables.at(-1)?.table, scope);
    if (below !== undefined) found = takeTable(grid, shapes, ledger, below, tables);
    if (found.length === 0) found = extractScope(grid, shapes, ledger, scope, tables);
    if (found.length > 0) {
      questions.push(...found, ...formAbove(grid, shapes, ledger, scope, found));
      header = scope.headers.at(-1) ?? header;
    } else loose.push(scope);
  }
  for (const scope of loose) {
    const headed = findHeadedForm(grid, shapes, ledger, scope);
    const form = headed.length > 0 ? headed : findForms(grid, shapes, ledger, scope, questions.length > 0);
    questions.push(...(form.length > 0 ? form : findLabelTable(grid, shapes, ledger, scope)));
  }
  questions.push(...findLeftLabels(grid, shapes, ledger, questions));
  questions.push(...findNumberedBlanks(grid, ledger, questions));
  if (questions.length === 0) questions.push(...findTickList(grid, shapes, ledger));
  return finish(grid, shapes, ledger, questions, header, tables);
}

/** Two headings of the table before stand again in the first row: the others are headings, too, whatever they are called here. */
function isRepeated(grid: Grid, { labels }: Header): boolean {
  const again = labels.filter(({ column, text }) => grid.cellAt(0, column)?.text.trim() === text.trim());
  return again.length >= 2;
}

/** Labels to fill above the first question of a scope that has no heading: "Name of insured | ", then "Do you use …? | ". */
function formAbove(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  scope: TableScope,
  found: readonly GridQuestion[],
): GridQuestion[] {
  if (scope.headers.length > 0) return [];
  const first = found.find(({ cell }) => shapes.of(cell.text).manner === 'question')?.cell.row;
  if (first === undefined) return [];
  const rows = scope.rows.filter((row) => grid.rowNumber(row) < first);
  return rows.length < 2 ? [] : findForms(grid, shapes, ledger, { ...scope, rows });
}

/** Books what is left over and puts the questions in order. */
export function finish(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  questions: GridQuestion[],
  header: Header | undefined,
  tables: FoundTable[] = [],
): GridResult {
  bookRest(grid, shapes, ledger, questions.length > 0);
  const own = withoutListPrompts(grid, ledger, withoutOthersPart(grid, ledger, questions));
  return { questions: inOrder(own.flatMap((asked) => severalLabels(asked, shapes))), ledger, header, tables };
}

/** Takes the questions of a scope and tells the table that they were found in. `said`: what people say of its columns. */
export function extractScope(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  scope: TableScope,
  tables: FoundTable[],
  said?: { columns: SaidGridColumns; bare: boolean },
): GridQuestion[] {
  const bare = scope.headers.length > 0 || said?.bare === true;
  const tried = bare ? [scope] : [withStructuralHeader(grid, shapes, scope), scope];
  for (const candidate of tried) {
    if (candidate === undefined) continue;
    const table = findTable(grid, shapes, candidate, said?.columns);
    if (table === undefined) continue;
    const parts = said === undefined ? withSecondQuestions(grid, table) : [table];
    const found = parts.flatMap((part) => takeTable(grid, shapes, ledger, part, tables));
    if (found.length > 0) return found;
  }
  return [];
}

function takeTable(
  grid: Grid,
  shapes: ShapeCache,
  ledger: Ledger,
  table: QuestionTable,
  tables: FoundTable[],
): GridQuestion[] {
  const found = new TableQuestions(grid, shapes, ledger, table).extract();
  if (found.length > 0) tables.push({ table, rows: found.map(({ cell }) => cell.row) });
  return found;
}

function withStructuralHeader(grid: Grid, shapes: ShapeCache, scope: TableScope): TableScope | undefined {
  const header = structuralHeader(grid, shapes, scope.rows) ?? twoRowHead(grid, scope.rows);
  if (header === undefined) return undefined;
  return {
    ...scope,
    headers: [header],
    rows: scope.rows.filter((row) => row > header.last),
    labels: new Map(header.labels.map((label) => [label.column, label])),
  };
}

/** Cells that no table took: titles, instructions, lists. */
function bookRest(grid: Grid, shapes: ShapeCache, ledger: Ledger, asks: boolean): void {
  grid.cells.forEach((cell, i) => {
    if (!ledger.isUnbooked(i)) return;
    const shape = cell.type === 'text' ? shapes.of(cell.text) : undefined;
    if (shape !== undefined && i < 3 && shape.words <= 20 && shape.manner === 'phrase')
      ledger.book(i, 'header', 'title');
    else if (shape !== undefined && shape.words >= 8) ledger.book(i, 'instruction', 'text_outside_of_tables');
    else ledger.book(i, 'skipped', asks ? 'beside_the_questions' : 'sheet_asks_nothing');
  });
}

function inOrder(questions: GridQuestion[]): GridQuestion[] {
  const seen = new Set<string>();
  return questions
    .sort((a, b) => a.cell.row - b.cell.row || a.cell.column - b.cell.column)
    .filter(({ question }) => {
      if (seen.has(question.key)) return false;
      seen.add(question.key);
      return true;
    });
}
