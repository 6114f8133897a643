import { hasBox, isAnswerText, isOptionList } from '../language/choices.js';
import { isIdentifier } from '../language/numbering.js';
import { isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import type { CellModel } from '../../documents/model.js';
import type { Grid } from './grid.js';

/** What a column holds below its heading. Counts are of the sampled cells, `filled` of all rows of the scope. */
export interface ColumnProfile {
  column: number;
  /** Rows of the scope in which the column holds something. */
  filled: number;
  sampled: number;
  questions: number;
  requests: number;
  statements: number;
  phrases: number;
  identifiers: number;
  choices: number;
  /** Cells that list choices ("a) Yes b) No"). */
  lists: number;
  numbers: number;
  boxes: number;
  formulas: number;
  /** Labels that repeat and end with a colon ("Guidance:"): they name what stands beside them. */
  tags: number;
  instructions: number;
  /** Cells that list several points, one a line ("- Logs are kept\n- Logs are read"). */
  points: number;
  /** Words of the sampled texts, tags aside. */
  words: number;
  /** Different texts among the sampled ones. */
  distinct: number;
}

/** Cells looked at closely in each column; rows are taken evenly over the whole scope. */
const SAMPLE = 160;
/** Characters of a cell in which points are counted. */
const LONGEST_LIST = 4000;
const POINT = /^\s*(?:[-–—•*·‣▪●○]|\(?\d{1,2}[.)、．）](?!\d))\s*\S/u;

function emptyProfile(column: number): ColumnProfile {
  return {
    column, filled: 0, sampled: 0, questions: 0, requests: 0, statements: 0, phrases: 0, identifiers: 0, choices: 0, lists: 0, numbers: 0,
    boxes: 0, formulas: 0, tags: 0, instructions: 0, points: 0, words: 0, distinct: 0,
  }; // prettier-ignore
}

/** Profiles the columns `left` to `right` over the given rows (indexes of rows with cells). */
export function profileColumns(
  grid: Grid,
  shapes: ShapeCache,
  rows: readonly number[],
  left: number,
  right: number,
): Map<number, ColumnProfile> {
  const profiles = new Map<number, ColumnProfile>();
  const samples: Sample[] = [];
  for (const [column, count] of countFilled(grid, rows, left, right)) {
    const profile = { ...emptyProfile(column), filled: count };
    profiles.set(column, profile);
    samples[column - left] = { profile, step: Math.max(1, Math.ceil(count / SAMPLE)), seen: 0, texts: new Map() };
  }
  for (const row of rows) {
    const end = grid.rowStart[row + 1]!;
    for (let i = grid.rowStart[row]!; i < end; i++) {
      const cell = grid.cells[i]!;
      const sample = samples[cell.column - left];
      if (sample === undefined || sample.seen++ % sample.step !== 0) continue;
      sample.texts.set(cell.text, (sample.texts.get(cell.text) ?? 0) + 1);
      addCell(sample.profile, cell, shapes);
    }
  }
  samples.forEach((sample) => settle(sample.profile, sample.texts, shapes));
  return profiles;
}

interface Sample {
  profile: ColumnProfile;
  step: number;
  seen: number;
  texts: Map<string, number>;
}

function countFilled(grid: Grid, rows: readonly number[], left: number, right: number): Map<number, number> {
  const counts = new Uint32Array(Math.max(0, Math.min(right, grid.columnCount - 1) - left + 1));
  for (const row of rows) {
    const end = grid.rowStart[row + 1]!;
    for (let i = grid.rowStart[row]!; i < end; i++) {
      const offset = grid.cells[i]!.column - left;
      if (offset >= 0 && offset < counts.length) counts[offset]!++;
    }
  }
  const filled = new Map<number, number>();
  counts.forEach((count, offset) => {
    if (count > 0) filled.set(left + offset, count);
  });
  return filled;
}

function addCell(profile: ColumnProfile, cell: CellModel, shapes: ShapeCache): void {
  profile.sampled++;
  if (cell.formula !== undefined) profile.formulas++;
  const { text } = cell;
  if (cell.type === 'number' || cell.type === 'date') {
    if (isIdentifier(text)) profile.identifiers++;
    profile.numbers++;
    return;
  }
  // A cell that holds TRUE or FALSE is shown as a box by some programs, and is one to tick in all.
  if (hasBox(text) || (cell.type === 'boolean' && cell.formula === undefined)) profile.boxes++;
  if (isOptionList(text)) {
    profile.lists++;
    return;
  }
  if (isAnswerText(text)) {
    profile.choices++;
    return;
  }
  if (isIdentifier(text)) {
    profile.identifiers++;
    return;
  }
  if (listsPoints(text)) profile.points++;
  const shape = shapes.of(text);
  if (shape.manner === 'question') profile.questions++;
  else if (shape.manner === 'request') profile.requests++;
  else if (shape.manner === 'statement') profile.statements++;
  else if (shape.manner === 'phrase') profile.phrases++;
  profile.words += shape.words;
  if ((shape.manner === 'request' || shape.manner === 'statement') && isInstruction(text)) profile.instructions++;
}

/** Takes repeated tags out of the count and counts different texts. */
function settle(profile: ColumnProfile, seen: ReadonlyMap<string, number>, shapes: ShapeCache): void {
  let distinct = 0;
  for (const [text, count] of seen) {
    distinct++;
    if (count >= 3 && isTag(text)) {
      const shape = shapes.of(text);
      profile.tags += count;
      profile.sampled -= count;
      if (shape.manner === 'phrase') profile.phrases -= count;
      else if (shape.manner === 'request') profile.requests -= count;
      else if (shape.manner === 'question') profile.questions -= count;
      else if (shape.manner === 'statement') profile.statements -= count;
      profile.words -= shape.words * count;
      distinct--;
    }
  }
  profile.distinct = distinct;
}

/** Two lines of a cell or more begin with a bullet or a number: the points of something else. */
function listsPoints(text: string): boolean {
  if (!text.includes('\n')) return false;
  const lines = text.slice(0, LONGEST_LIST).split('\n');
  return lines.filter((line) => POINT.test(line)).length >= 2;
}

/** A word or two with a colon: "Guidance:", "Hinweis:", "Assertion:". */
export function isTag(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= 30 && /[:：]$/.test(trimmed) && trimmed.split(/\s+/).length <= 3;
}

/** Share of the sampled cells that ask, 0 to 1. */
export function askingShare(profile: ColumnProfile): number {
  return profile.sampled === 0 ? 0 : (profile.questions + profile.requests) / profile.sampled;
}

export function share(part: number, profile: ColumnProfile): number {
  return profile.sampled === 0 ? 0 : part / profile.sampled;
}
