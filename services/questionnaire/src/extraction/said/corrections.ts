import type { QuestionPlace } from '../result.js';

/** What people say about a document, in their own words: columns are letters, rows and tables count from 1. */
export interface Corrections {
  areas: AreaCorrection[];
  add: AddedQuestion[];
  remove: RemovedQuestion[];
}

/** What is said of a sheet, of a whole text document (`sheet` is ''), or of a table in one. */
export interface AreaCorrection {
  sheet: string;
  /** Table of a text document, from 1; null: the sheet or the whole document. */
  table: number | null;
  /** False: nothing is asked here. */
  asks: boolean;
  /** Null: the engine decides. */
  columns: SaidColumns | null;
  firstRow: number | null;
  lastRow: number | null;
}

/** Letters of columns; null or an empty list is not said. */
export interface SaidColumns {
  question: string | null;
  number: string | null;
  section: string | null;
  answers: string[];
  /** One column for each option. */
  choices: string[];
  comment: string | null;
}

export interface AddedQuestion {
  location: QuestionPlace;
  answerLocation: QuestionPlace | null;
}

export interface RemovedQuestion {
  location: QuestionPlace;
}

/** A correction that the document does not allow, and what to do instead. */
export interface RefusedCorrection {
  /** "areas.1.columns.answers", "add.0". */
  path: string;
  message: string;
}

export const NO_CORRECTIONS: Corrections = { areas: [], add: [], remove: [] };

export const saysNothing = ({ areas, add, remove }: Corrections): boolean =>
  areas.length + add.length + remove.length === 0;

/** The same place always gives the same text. */
export function placeText(place: QuestionPlace): string {
  if ('cell' in place) return `${place.sheet}!${place.cell}`;
  if ('table' in place) return `t${place.table}r${place.row}c${place.column}`;
  if ('page' in place) return `g${place.page}l${place.line}`;
  if ('paragraph' in place) return `p${place.paragraph}`;
  return `f:${place.field}`;
}

/** "A" → 0, "AB" → 27. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** "B7" → zero-based row and column; undefined for anything else. */
export function cellIndex(cell: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^([A-Za-z]{1,3})([1-9]\d{0,6})$/.exec(cell) ?? [];
  return letters === undefined || digits === undefined
    ? undefined
    : { row: Number(digits) - 1, column: columnIndex(letters) };
}
