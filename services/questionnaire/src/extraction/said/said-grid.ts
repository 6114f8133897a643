import type { AreaCorrection, Corrections, RefusedCorrection } from './corrections.js';
import { cellIndex, columnIndex } from './corrections.js';
import type { QuestionPlace } from '../result.js';

/** What people say about one grid; rows and columns are zero-based. */
export interface SaidOfGrid {
  area: SaidArea | undefined;
  add: SaidQuestion[];
  remove: { path: string; row: number; column: number }[];
  /** Where that is told which the grid does not allow. */
  refused: RefusedCorrection[];
}

export interface SaidArea {
  path: string;
  asks: boolean;
  columns: SaidGridColumns;
  firstRow: number | undefined;
  lastRow: number | undefined;
}

export interface SaidGridColumns {
  question: number | undefined;
  number: number | undefined;
  section: number | undefined;
  answers: number[];
  choices: number[];
  comment: number | undefined;
}

export interface SaidQuestion {
  path: string;
  row: number;
  column: number;
  answer: { row: number; column: number } | undefined;
}

/** Which grid: a sheet by its name, or a table of a text document by its number. */
export type GridName = { sheet: string } | { table: number };

const NO_COLUMNS = { question: null, number: null, section: null, answers: [], choices: [], comment: null };

/** What is said about this grid; undefined when nothing is. */
export function saidOfGrid(
  { areas, add, remove }: Corrections,
  name: GridName,
  refused: RefusedCorrection[],
): SaidOfGrid | undefined {
  const at = areas.findIndex((area) => isOf(area, name));
  const area = areas[at];
  const cell = (place: QuestionPlace): { row: number; column: number } | undefined => cellIn(place, name);
  const added = add.flatMap(({ location, answerLocation }, i): SaidQuestion[] => {
    const own = cell(location);
    if (own === undefined) return [];
    const path = `add.${i}`;
    const answer = answerLocation === null ? undefined : cell(answerLocation);
    if (answerLocation !== null && answer === undefined) {
      const message = 'The answer must stand on the same sheet or in the same table as its question.';
      refused.push({ path: `${path}.answer_location`, message });
      return [];
    }
    return [{ path, ...own, answer }];
  });
  const removed = remove.flatMap(({ location }, i) => {
    const own = cell(location);
    return own === undefined ? [] : [{ path: `remove.${i}`, ...own }];
  });
  if (area === undefined && added.length === 0 && removed.length === 0) return undefined;
  return {
    area: area === undefined ? undefined : toGrid(area, `areas.${at}`),
    add: added,
    remove: removed,
    refused,
  };
}

function isOf(area: AreaCorrection, name: GridName): boolean {
  return 'table' in name ? area.table === name.table : area.table === null && area.sheet === name.sheet;
}

function cellIn(place: QuestionPlace, name: GridName): { row: number; column: number } | undefined {
  if ('table' in name)
    return 'table' in place && place.table === name.table
      ? { row: place.row - 1, column: place.column - 1 }
      : undefined;
  return 'cell' in place && place.sheet === name.sheet ? cellIndex(place.cell) : undefined;
}

function toGrid({ asks, columns, firstRow, lastRow }: AreaCorrection, path: string): SaidArea {
  const said = columns ?? NO_COLUMNS;
  const index = (letters: string | null): number | undefined => (letters === null ? undefined : columnIndex(letters));
  return {
    path,
    asks,
    columns: {
      question: index(said.question),
      number: index(said.number),
      section: index(said.section),
      answers: said.answers.map(columnIndex),
      choices: said.choices.map(columnIndex),
      comment: index(said.comment),
    },
    firstRow: firstRow === null ? undefined : firstRow - 1,
    lastRow: lastRow === null ? undefined : lastRow - 1,
  };
}

/** Whether it says which column is which. */
export const namesColumns = ({ question, number, section, answers, choices, comment }: SaidGridColumns): boolean =>
  [question, number, section, comment].some((column) => column !== undefined) || answers.length + choices.length > 0;

/** All columns that are said to be something. */
export const saidColumns = ({ question, number, section, answers, choices, comment }: SaidGridColumns): Set<number> =>
  new Set([question, number, section, comment, ...answers, ...choices].filter((column) => column !== undefined));
