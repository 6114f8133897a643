import type { AccountEntry, Area, Place, Question } from '../api/types.js';
import { keyOf, spotOf } from '../review/layout.js';

export interface Cell {
  place: Place;
  text: string;
  /** undefined: the cell is blank. */
  class: AccountEntry['class'] | undefined;
}

export interface Row {
  label: string;
  /** As the customer's program counts; undefined for lines of a text. */
  number: number | undefined;
  cells: Cell[];
}

export interface Cells {
  /** Letters, or a single '' for the lines of a text. */
  columns: string[];
  /** The least width of each column, in rem: a number is narrow, a sentence is wide. */
  widths: number[];
  rows: Row[];
}

/** So many blank rows between others are shown; more are left out. */
const GAP = 5;
/** A stray cell far at the right does not make the grid as wide. */
const MOST_COLUMNS = 60;

/** "A" for 1, "AB" for 28. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** 1 for "A", 28 for "AB". */
export const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** What stands in the area, in the order of the document: as a grid for a sheet or a table, else line by line. */
export function cellsOf(area: Area, entries: readonly AccountEntry[]): Cells {
  const own = entries.flatMap((entry) =>
    entry.location && (entry.location.table ?? null) === area.table ? [{ ...entry, location: entry.location }] : [],
  );
  const isGrid = area.table !== null || own.some(({ location }) => location.cell !== undefined);
  if (!isGrid)
    return {
      columns: [''],
      widths: [20],
      rows: own.map(({ location, text, class: taken }) => lineOf(location, text, taken)),
    };

  const rows = new Map<number, Map<number, Cell>>();
  for (const { location, text, class: taken } of own) {
    const { row, column } = positionOf(location);
    const cells = rows.get(row) ?? new Map<number, Cell>();
    rows.set(row, cells.set(column, { place: location, text, class: taken }));
  }
  const wide = Math.max(area.column_count, ...[...rows.values()].flatMap((cells) => [...cells.keys()]), 1);
  // One more than is used: answers may go there. A table of a text has no more than its own.
  const columns = Math.min(MOST_COLUMNS, area.table === null ? wide + 1 : wide);
  const shown = numbersOf([...rows.keys()], area).map((number) => ({
    label: String(number),
    number,
    cells: Array.from(
      { length: columns },
      (_, index) =>
        rows.get(number)?.get(index + 1) ?? { place: placeOf(area, number, index + 1), text: '', class: undefined },
    ),
  }));
  return {
    columns: Array.from({ length: columns }, (_, index) => lettersOf(index + 1)),
    widths: widthsOf(shown, columns),
    rows: shown,
  };
}

/** A title alone in its row does not make its column wide. */
function widthsOf(rows: readonly Row[], columns: number): number[] {
  const longest = Array.from({ length: columns }, () => 0);
  for (const { cells } of rows) {
    if (cells.filter(({ text }) => text !== '').length < 2) continue;
    for (const [index, { text }] of cells.entries()) longest[index] = Math.max(longest[index] ?? 0, text.length);
  }
  return longest.map((length) => (length <= 30 ? 6 : Math.min(20, 6 + length / 5)));
}

const lineOf = (place: Place, text: string, taken: Cell['class']): Row => ({
  label: spotOf(place).label,
  number: undefined,
  cells: [{ place, text, class: taken }],
});

function positionOf(place: Place): { row: number; column: number } {
  if (place.cell === undefined) return { row: place.row ?? 1, column: place.column ?? 1 };
  const { row = 1, column } = spotOf(place);
  return { row, column: columnNumber(column) };
}

const placeOf = ({ sheet, table }: Area, row: number, column: number): Place =>
  table === null ? { sheet, cell: `${lettersOf(column)}${row}` } : { table, row, column };

/** Rows that hold something, the blank ones among them as long as they are few, and one below in a sheet. */
function numbersOf(used: number[], { table, row_count: count }: Area): number[] {
  const numbers: number[] = [];
  for (const number of used.sort((a, b) => a - b)) {
    const last = numbers.at(-1) ?? 0;
    for (let blank = number - last <= GAP + 1 ? last + 1 : number; blank < number; blank++) numbers.push(blank);
    numbers.push(number);
  }
  const last = numbers.at(-1) ?? 0;
  return table === null && last > 0 && count <= last ? [...numbers, last + 1] : numbers;
}

/** Where questions and the places of their answers are, by the key of the place. */
export interface Found {
  questions: ReadonlyMap<string, Question>;
  answers: ReadonlySet<string>;
}

export function foundOf(questions: readonly Question[]): Found {
  const byPlace = new Map<string, Question>();
  const answers = new Set<string>();
  for (const question of questions) {
    if (question.location) byPlace.set(keyOf(question.location), question);
    if (question.answer_location) answers.add(keyOf(question.answer_location));
  }
  return { questions: byPlace, answers };
}
