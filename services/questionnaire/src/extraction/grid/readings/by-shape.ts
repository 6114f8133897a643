import { ShapeCache } from '../../language/text-shape.js';
import type { FoundTable } from '../../said/layout.js';
import type { SaidGridColumns } from '../../said/said-grid.js';
import { markByShape } from '../../by-shape.js';
import { askingShare } from '../columns.js';
import { extractScope, finish, withNamedPaper } from '../extract-grid.js';
import type { GridResult } from '../extract-grid.js';
import type { Grid } from '../grid.js';
import { Ledger } from '../ledger.js';
import { beginsGuide, isGuideToFile, isSurvey } from '../reference-tables.js';
import { isRiskRegister } from '../risk-registers.js';
import { readAcross } from './across.js';
import { FEWEST_ROWS, readingsOf } from './readings.js';
import type { Reading } from './readings.js';

/** Fit from which on a reading is believed where nothing else was found, and where other sheets or tables ask. */
const FITS_ALONE = 0.7;
const FITS_BESIDE = 0.95;
/** Rows of a table, and share of them that ask, from which on it needs no headings that we know. */
const FEWEST_SURE = 3;
const MOSTLY = 0.6;
/** What the best reading of a document may fit better than another that is believed too. */
const NEAR = 0.2;
/** Rows of a table from which on its size adds nothing. */
const LARGE = 12;
/** What each other sheet with the same headings adds, and how many of them count. */
const ALIKE = 0.05;
const MOST_ALIKE = 4;
/** Questions that another reading has at least, for each one that was found, to take its place. */
const MORE = 4;

const NO_COLUMNS: SaidGridColumns = {
  question: undefined,
  number: undefined,
  section: undefined,
  answers: [],
  choices: [],
  comment: undefined,
};

/** A sheet with what the readers of known layouts found in it. */
export interface ReadGrid {
  grid: Grid;
  found: GridResult;
  hidden: boolean;
  /** People said what it is. */
  said: boolean;
}

/**
 * Chooses for each sheet between what the readers of known layouts found and the reading that fits it best by its shape. Where
 * one sheet is surely a list of questions, all stays as it was found. Else that reading is taken where nothing was found, or far
 * less than the sheet has places for.
 */
export function chooseByShape(grids: readonly ReadGrid[]): GridResult[] {
  const kept = grids.map(({ found }) => found);
  if (grids.some(({ found, hidden, said }) => said || (!hidden && isSure(found)))) return kept;
  // What stands beside a register of risks explains it.
  if (grids.some(({ grid, hidden }) => !hidden && isRiskRegister(grid))) return kept;
  const papers = grids.map(({ grid, found, hidden }) => (hidden ? found : withNamedPaper(grid, found)));
  if (papers.some((paper, i) => paper !== kept[i])) return papers;
  const best = grids.map(({ grid, hidden }) => (hidden ? undefined : bestReading(grid)));
  const weights = best.map((reading) => (reading === undefined ? 0 : weightOf(reading, best)));
  const most = Math.max(0, ...weights);
  const read = grids.map(({ grid, found }, i) => {
    const reading = best[i];
    return reading !== undefined && weights[i]! >= most - NEAR ? betterOf(grid, found, reading, FITS_ALONE) : found;
  });
  if (read.some(({ questions }) => questions.length > 0)) return read;
  return grids.map(({ grid, found, hidden }) => (hidden ? undefined : readAcross(grid)) ?? found);
}

/** The same for a table of a text document; `silent`: the document asks nothing that the other readers know. */
export function chooseTableByShape(grid: Grid, found: GridResult, silent: boolean): GridResult {
  if (isSure(found) || grid.rowCount < MORE * found.questions.length) return found;
  const reading = bestReading(grid);
  return reading === undefined ? found : betterOf(grid, found, reading, silent ? FITS_ALONE : FITS_BESIDE);
}

function betterOf(grid: Grid, found: GridResult, reading: Reading, fit: number): GridResult {
  const asked = found.questions.length;
  if (reading.fit < fit || reading.rows < MORE * asked) return found;
  const read = take(grid, reading);
  if (read === undefined || read.questions.length <= asked) return found;
  markByShape(read.questions.map(({ question }) => question));
  return read;
}

/** The fit, less for a small table, more where other sheets have the same headings. */
function weightOf(reading: Reading, all: readonly (Reading | undefined)[]): number {
  const alike =
    all.filter((other) => other !== undefined && areAlike(headingsOf(other), headingsOf(reading))).length - 1;
  const size = 0.7 + 0.3 * Math.min(1, reading.rows / LARGE);
  return (reading.fit + Math.min(MOST_ALIKE, alike) * ALIKE) * size;
}

/** Share of the headings of two sheets that are the same, from which on the sheets are alike. */
const SAME_HEADINGS = 0.6;

const headingsOf = ({ scope }: Reading): ReadonlySet<string> =>
  new Set([...scope.labels.values()].map(({ text }) => text));

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const same = [...one].filter((text) => other.has(text)).length;
  return same >= SAME_HEADINGS * Math.max(one.size, other.size);
}

/** Whether headings that we know say what is asked and where it is answered, or most texts of a table ask by themselves. */
function isSure({ tables }: GridResult): boolean {
  return tables.some(({ table, rows }) => {
    const { question, answers, scope } = table;
    const answer = answers.answer === undefined ? undefined : scope.labels.get(answers.answer)?.role;
    const asks = question.label?.role;
    if (asks === 'question' || answer === 'answer') return true;
    if (asks === 'requirement' && answers.answer !== undefined) return true;
    return rows.length >= FEWEST_SURE && askingShare(question.profile) >= MOSTLY;
  });
}

function bestReading(grid: Grid): Reading | undefined {
  const shapes = new ShapeCache();
  if (grid.rowCount < FEWEST_ROWS || beginsGuide(grid) || isSurvey(grid, shapes)) return undefined;
  return readingsOf(grid, shapes).find(({ room, scope }) => room !== undefined && !isGuideToFile(grid, scope));
}

/** The questions of a reading. Answers go where the columns say so by words, if there is room, else where the room is plainest. */
function take(grid: Grid, reading: Reading): GridResult | undefined {
  const found = takeColumns(grid, reading, []);
  const answers = found?.tables[0]?.table.answers;
  const { room, rooms } = reading;
  if (answers === undefined || room === undefined || answers.choices.length > 0) return found;
  return answers.answer !== undefined && rooms.has(answers.answer) ? found : takeColumns(grid, reading, [room.column]);
}

function takeColumns(grid: Grid, { scope, question }: Reading, answers: number[]): GridResult | undefined {
  const shapes = new ShapeCache();
  const ledger = new Ledger(grid);
  const tables: FoundTable[] = [];
  const columns = { ...NO_COLUMNS, question, answers };
  const questions = extractScope(grid, shapes, ledger, scope, tables, { columns, bare: true });
  if (questions.length === 0) return undefined;
  return finish(grid, shapes, ledger, questions, scope.headers.at(-1), tables);
}
