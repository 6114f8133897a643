import { share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { ColumnLabel } from './headers.js';
import type { QuestionColumn } from './question-column.js';

/** Columns side by side from which on they describe the levels of a scale. */
const FEWEST = 3;
/** Share of the rows that each level describes, and of them that sentences or points must be where no number heads them. */
const DESCRIBED = 0.8;

/**
 * Three neighbouring columns or more that describe the levels of a scale for each row: their headings count ("1 Initial",
 * "Level 2", "Stufe 3"), or each is full of points. Whoever answers chooses among them; what is asked stands left of them.
 */
export function levelColumns(
  profiles: ReadonlyMap<number, ColumnProfile>,
  labels: ReadonlyMap<number, ColumnLabel>,
): number[] {
  const texts = [...profiles.values()].filter(describes).sort((a, b) => a.column - b.column);
  let run: ColumnProfile[] = [];
  const found: ColumnProfile[][] = [];
  for (const profile of texts) {
    const last = run.at(-1);
    const goes =
      last !== undefined &&
      profile.column === last.column + 1 &&
      profile.filled >= DESCRIBED * last.filled &&
      last.filled >= DESCRIBED * profile.filled &&
      ((isListed(last) && isListed(profile)) || next(labels.get(last.column), labels.get(profile.column)));
    run = goes ? [...run, profile] : [profile];
    if (run.length >= FEWEST) found.push(run);
  }
  return found.at(-1)?.map(({ column }) => column) ?? [];
}

/** Candidates that stand left of the levels, where there are levels. */
export function leftOfLevels(ranked: readonly QuestionColumn[], levels: readonly number[]): QuestionColumn[] {
  const [first] = levels;
  if (first === undefined) return [...ranked];
  const left = ranked.filter(({ column }) => !levels.includes(column));
  return left.some(({ column }) => column < first) ? left : [...ranked];
}

/**
 * Behind described levels the first heading for a score ("Actual score", "Reifegrad"), or that no word gives away, is one for
 * the level that somebody states.
 */
export function statedLevels(
  labels: ReadonlyMap<number, ColumnLabel>,
  levels: readonly number[],
): ReadonlyMap<number, ColumnLabel> {
  const last = levels.at(-1);
  if (last === undefined) return labels;
  const [first] = [...labels.values()].filter(({ column }) => column > last).sort((a, b) => a.column - b.column);
  if (first === undefined || (first.role !== 'score' && first.role !== undefined)) return labels;
  return new Map(labels).set(first.column, { ...first, role: 'status', strength: 2 });
}

function describes(profile: ColumnProfile): boolean {
  const told = profile.statements + profile.requests + profile.phrases;
  return profile.sampled >= FEWEST && share(told, profile) >= DESCRIBED && profile.distinct >= profile.sampled / 2;
}

const isListed = (profile: ColumnProfile): boolean => share(profile.points, profile) >= DESCRIBED;

/** Whether a heading counts on from the one before: "Level 1 | Level 2", "0 = none | 1 = basic". */
function next(one: ColumnLabel | undefined, other: ColumnLabel | undefined): boolean {
  const [first, second] = [numberIn(one?.text), numberIn(other?.text)];
  return first !== undefined && second === first + 1;
}

function numberIn(text: string | undefined): number | undefined {
  const found = /(?<!\d)\d(?!\d)/.exec(text ?? '');
  return found === null || (text ?? '').length > LONGEST_HEADING ? undefined : Number(found[0]);
}

/** Characters of a heading that names a level. */
const LONGEST_HEADING = 40;
