import type { ShapeCache } from '../../language/text-shape.js';
import { askingShare, share } from '../columns.js';
import type { ColumnProfile } from '../columns.js';
import type { Grid } from '../grid.js';
import type { ColumnLabel, Header } from '../headers.js';
import type { TableScope } from '../table-scope.js';
import { labelAbove, profileScope } from '../table-scope.js';
import { roomIn } from './answer-room.js';
import type { Room } from './answer-room.js';
import { askingMeasure, fitOf, namedMeasure, roomMeasure, textsMeasure } from './fit.js';
import type { Measures } from './fit.js';
import { headingsByShape } from './headings-by-shape.js';
import { headsRegister, isOtherUse, isTold, tellsPrices } from './told.js';

/** One way to read a table: which row heads it, which column asks and which takes the answers. */
export interface Reading {
  scope: TableScope;
  question: number;
  /** The likeliest place for the answers, and all columns that leave room for some. */
  room: Room | undefined;
  rooms: ReadonlySet<number>;
  /** Rows with a text in the column of questions. */
  rows: number;
  measures: Measures;
  fit: number;
}

/** What headings say of columns by words that we know, wherever they stand. */
type KnownLabels = ReadonlyMap<number, ColumnLabel>;

/** Columns tried for the questions, and looked at for the answers. */
const QUESTION_COLUMNS = 6;
const WIDEST = 24;
/** Rows with a text that a reading has at least. */
export const FEWEST_ROWS = 4;
/** What a column further left may fit less and is asked still. */
const NEAR = 0.08;
const LAST_COLUMN = 16_383;
/** What a row above the heading counts, against one below it. */
const LOST_ABOVE = 2;
/** How plain an empty column on the left of the questions is, against one on their right. */
const LEFT = 0.5;
/** Rows of a table, and cells of a column, that are looked at. */
const JUDGED_ROWS = 600;
const SAMPLED = 60;
const WORD = /\p{L}{3}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Share of different texts below which a column names groups. */
const DIFFERENT = 0.5;

/** All readings of a grid as one table, best fit first. */
export function readingsOf(grid: Grid, shapes: ShapeCache): Reading[] {
  const headings = headingsByShape(grid, shapes);
  if (headings.some(([first]) => headsRegister(first?.labels ?? []))) return [];
  const known = new Map<number, ColumnLabel>();
  for (const label of headings.flatMap(([first]) => first?.labels ?? []))
    if (label.role !== undefined && !known.has(label.column)) known.set(label.column, label);
  const found = [...headings, []].flatMap((headers) => readingsOfScope(grid, shapes, scopeBelow(grid, headers), known));
  const [best] = found.sort((a, b) => b.fit - a.fit);
  if (best === undefined) return found;
  // What is asked stands in front of what explains it.
  const before = found.filter((one) => isNear(one, best)).sort((a, b) => a.question - b.question)[0];
  return [before ?? best, ...found.filter((one) => one !== before)];
}

const isNear = (one: Reading, best: Reading): boolean =>
  one.scope === best.scope && one.room?.column === best.room?.column && one.fit >= best.fit - NEAR;

/** All rows below a heading, without those that repeat it; all rows where there is none. */
function scopeBelow(grid: Grid, headers: Header[]): TableScope {
  const [first] = headers;
  const from = first === undefined ? 0 : first.last + 1;
  const heads = new Set(headers.map((header) => header.first));
  const rows = Array.from({ length: grid.rowCount - from }, (_, i) => from + i).filter((row) => !heads.has(row));
  const labels = new Map((first?.labels ?? []).map((label) => [label.column, label]));
  return { headers, rows, left: 0, right: LAST_COLUMN, labels };
}

/** Rows of a large scope, taken evenly: enough to judge it by. */
function sampleOf(scope: TableScope): TableScope {
  const step = Math.max(1, Math.ceil(scope.rows.length / JUDGED_ROWS));
  return step === 1 ? scope : { ...scope, rows: scope.rows.filter((_, i) => i % step === 0) };
}

function readingsOfScope(grid: Grid, shapes: ShapeCache, whole: TableScope, known: KnownLabels): Reading[] {
  const scope = sampleOf(whole);
  const profiles = profileScope(grid, shapes, scope);
  const columns = [...profiles.values()]
    .filter((profile) => mayAsk(profile) && holdsWords(grid, scope.rows, profile.column))
    .slice(0, QUESTION_COLUMNS);
  return columns
    .flatMap((profile) => readingOf(grid, scope, profiles, profile, known) ?? [])
    .map((one) => ({ ...one, scope: whole }));
}

function mayAsk(profile: ColumnProfile): boolean {
  if (profile.sampled < FEWEST_ROWS) return false;
  return share(profile.numbers + profile.identifiers + profile.choices + profile.boxes, profile) < 0.5;
}

/** Most cells of a column hold a word, in whatever script, and no code. */
function holdsWords(grid: Grid, rows: readonly number[], column: number): boolean {
  const texts = rows.flatMap((row) => grid.cellAt(row, column)?.text ?? []).slice(0, SAMPLED);
  return texts.filter((text) => WORD.test(text)).length >= DIFFERENT * texts.length;
}

function readingOf(
  grid: Grid,
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
  profile: ColumnProfile,
  known: KnownLabels,
): Reading | undefined {
  const { column } = profile;
  const rows = scope.rows.filter((row) => grid.indexAt(row, column) >= 0);
  if (rows.length < FEWEST_ROWS || isTold(grid, scope, profile, profiles)) return undefined;
  const rooms = roomsFor(grid, scope, rows, column, known);
  const [room] = rooms.sort(
    (a, b) => b.plain * b.regular - a.plain * a.regular || Math.abs(a.column - column) - Math.abs(b.column - column),
  );
  if (askingShare(profile) < DIFFERENT && tellsPrices(grid, rows, profiles, [column, room?.column])) return undefined;
  const taken = new Set(rooms.map((one) => one.column));
  const measures: Measures = {
    explained: explainedBy(grid, scope, column),
    room: roomMeasure(room),
    texts: textsMeasure(profile),
    asking: askingMeasure(profile),
    named: namedMeasure(scope.labels.get(column), room === undefined ? undefined : scope.labels.get(room.column)),
    loose: looseColumns(profiles, profile, new Set([...taken, ...remarksOf(known)]), room),
  };
  return { scope, question: column, room, rooms: taken, rows: rows.length, measures, fit: fitOf(measures) };
}

function roomsFor(
  grid: Grid,
  scope: TableScope,
  rows: readonly number[],
  question: number,
  known: KnownLabels,
): Room[] {
  const last = Math.max(grid.columnCount, ...[...scope.labels.values()].map(({ right }) => right + 1));
  const rooms: Room[] = [];
  for (let column = 0; column <= Math.min(last, question + WIDEST); column++) {
    // Its own heading comes before that of another table in the same column.
    const own = scope.labels.get(column);
    const said = own?.role === undefined ? known.get(column) : own;
    if (column === question || (said !== undefined && isOtherUse(said))) continue;
    const room = roomIn(grid, rows, column, labelAbove(scope.labels, column)?.text ?? '');
    // A column for remarks alone is not made for answers.
    if (said?.role === 'comment' && room?.kind !== 'list') continue;
    if (room === undefined) continue;
    // On the left of what is asked stand numbers and groups, unless the file makes cells there to choose in.
    if (column > question || room.kind === 'list' || room.kind === 'boxes' || room.kind === 'scale') rooms.push(room);
    else if (room.kind === 'blank') rooms.push({ ...room, plain: LEFT * room.plain });
  }
  return rooms;
}

/** Rows with a text in this column, or with one text alone, of all rows; those above the heading with several texts are left out by it. */
function explainedBy(grid: Grid, scope: TableScope, column: number): number {
  const told = scope.rows.filter((row) => grid.indexAt(row, column) >= 0 || grid.rowCells(row).length === 1);
  const first = scope.headers[0]?.first ?? 0;
  let above = 0;
  for (let row = 0; row < first; row++) if (grid.rowCells(row).length > 1) above++;
  return told.length / Math.max(1, scope.rows.length + LOST_ABOVE * above);
}

const remarksOf = (known: KnownLabels): number[] =>
  [...known.values()].filter(({ role }) => role === 'comment').map(({ column }) => column);

function looseColumns(
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: ColumnProfile,
  taken: ReadonlySet<number>,
  room: Room | undefined,
): number {
  const loose = [...profiles.values()].filter((profile) => {
    if (profile === question || taken.has(profile.column) || profile.filled < DIFFERENT * question.filled) return false;
    if (share(profile.identifiers, profile) >= DIFFERENT && profile.column < question.column) return false;
    return profile.distinct >= DIFFERENT * profile.sampled;
  });
  // One behind the answers holds remarks on them.
  const remarks = room !== undefined && loose.some(({ column }) => column > room.column);
  return loose.length - (remarks ? 1 : 0);
}
