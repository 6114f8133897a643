import { extractGrid, extractScope, finish } from '../grid/extract-grid.js';
import type { GridResult } from '../grid/extract-grid.js';
import type { Grid } from '../grid/grid.js';
import { HeaderFinder } from '../grid/headers.js';
import type { Header } from '../grid/headers.js';
import { Ledger } from '../grid/ledger.js';
import type { GridQuestion } from '../grid/table-questions.js';
import { tableScopes } from '../grid/table-scope.js';
import { ShapeCache } from '../language/text-shape.js';
import { columnName } from '../../documents/model.js';
import type { FoundTable } from './layout.js';
import { namesColumns, type SaidArea, type SaidOfGrid } from './said-grid.js';
import { withSaidQuestions } from './said-questions.js';

/** Rows above the first one that may hold its headings. */
const HEADING_ROWS = 4;
/** Share of the answer places that are formulas, from which on the column takes no answers. */
const COMPUTED = 0.9;

/** Finds the questions of a grid as the engine does, with what people say in place of what it would decide. */
export function extractWithSaid(grid: Grid, said: SaidOfGrid | undefined, inherited?: Header): GridResult {
  if (said === undefined) return extractGrid(grid, inherited);
  const result = said.area === undefined ? extractGrid(grid, inherited) : extractArea(grid, said.area, said, inherited);
  return withSaidQuestions(grid, result, said);
}

function extractArea(grid: Grid, area: SaidArea, said: SaidOfGrid, inherited: Header | undefined): GridResult {
  const ledger = new Ledger(grid);
  const nothing: GridResult = { questions: [], ledger, header: undefined, tables: [] };
  if (!area.asks) {
    for (let row = 0; row < grid.rowCount; row++) ledger.bookRow(row, 'skipped', 'said_not_for_us');
    return nothing;
  }
  const first = area.firstRow ?? 0;
  const rows = grid.between(first, area.lastRow ?? Number.MAX_SAFE_INTEGER);
  if (rows.rowCount === 0) {
    const message = 'No row between the first and the last row has a text. Choose rows that hold the questions.';
    said.refused.push({ path: `${area.path}.first_row`, message });
    return extractGrid(grid, inherited);
  }
  const heading = area.firstRow === undefined ? undefined : headingAbove(grid, first);
  const found = namesColumns(area.columns)
    ? extractTable(rows, area, heading)
    : extractGrid(rows, heading ?? inherited);
  const offset = grid.rowStart[grid.rowAt(rows.rowNumber(0))]!;
  for (let row = 0; row < grid.rowCount; row++)
    if (rows.rowAt(grid.rowNumber(row)) < 0) ledger.bookRow(row, 'skipped', 'said_outside_of_rows');
  if (heading !== undefined)
    for (let row = heading.first; row <= heading.last; row++) ledger.bookRow(row, 'header', 'table_header');
  ledger.takeOver(found.ledger, offset);
  refuseColumns(grid, area, found, said);
  for (const { question } of found.questions) question.said = true;
  return { ...found, ledger };
}

/** The heading that the engine sees above the first row, or the row directly above that has several texts. */
function headingAbove(grid: Grid, first: number): Header | undefined {
  const finder = new HeaderFinder(grid, new ShapeCache());
  const known = finder.find().filter((header) => grid.rowNumber(header.last) < first);
  const last = known.at(-1);
  if (last !== undefined) return last;
  for (let number = first - 1; number >= Math.max(0, first - HEADING_ROWS); number--) {
    const row = grid.rowAt(number);
    if (row >= 0 && grid.rowCells(row).length >= 2) return finder.rowAsHeader(row);
  }
  return undefined;
}

/** The rows are a table, whatever they look like; headings that come again in between are headings. */
function extractTable(rows: Grid, area: SaidArea, heading: Header | undefined): GridResult {
  const shapes = new ShapeCache();
  const ledger = new Ledger(rows);
  const found = new HeaderFinder(rows, shapes).find();
  const again = (header: Header): boolean =>
    header.labels.filter((label) => heading?.labels.some(({ text }) => text === label.text)).length >= 2;
  const bare = area.firstRow !== undefined;
  const headers = !bare
    ? found
    : [...(heading === undefined ? [] : [{ ...heading, first: 0, last: -1 }]), ...found.filter(again)];
  const tables: FoundTable[] = [];
  const questions: GridQuestion[] = [];
  for (const scope of tableScopes(rows, headers))
    questions.push(...extractScope(rows, shapes, ledger, scope, tables, { columns: area.columns, bare }));
  return finish(rows, shapes, ledger, questions, headers.at(-1), tables);
}

/** Tells what was said of columns and cannot be. */
function refuseColumns(
  grid: Grid,
  { path, columns }: SaidArea,
  { questions, tables }: GridResult,
  said: SaidOfGrid,
): void {
  const refuse = (field: string, message: string): void => {
    said.refused.push({ path: `${path}.columns.${field}`, message });
  };
  const { question, answers, choices } = columns;
  if (question !== undefined && tables.length === 0)
    refuse('question', `Column ${columnName(question)} holds no text that could be a question in these rows.`);
  else if (namesColumns(columns) && tables.length === 0)
    refuse('question', 'No questions were found with these columns. Say which column holds the questions.');
  const rows = questions.map(({ cell }) => cell.row);
  for (const [field, own] of [['answers', answers] as const, ['choices', choices] as const]) {
    for (const column of own) {
      const computed = rows.filter((row) => {
        const anchor = grid.anchorOf(row, column);
        return grid.isFormula(anchor.row, anchor.column);
      });
      if (rows.length > 0 && computed.length >= COMPUTED * rows.length)
        refuse(field, `Formulas fill column ${columnName(column)}. Choose a column that is free to write in.`);
    }
  }
  const options = tables.flatMap(({ table }) => table.answers.choices);
  const unnamed = options.find(({ option, column }) => option === '' && choices.includes(column));
  if (unnamed !== undefined)
    refuse(
      'choices',
      `No heading above column ${columnName(unnamed.column)} names the choice. Give the first row directly below the headings.`,
    );
}
