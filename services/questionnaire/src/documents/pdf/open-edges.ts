import type { Ruling } from './page-content.js';

/** Lines closer than this are one line. Points. */
const SNAP = 3;
/** Columns that are open at the side are wider than this, and narrower than this. Points. */
const NARROWEST = 12;
const WIDEST = 600;
/** Share of the lines of a grid that go on to the same place. */
const MOST = 0.6;

/**
 * The left and right edge of a grid that draws none: where most of its horizontal lines go on beyond the last vertical one and end
 * at the same place, a column stands between.
 */
export function openEdges(lines: readonly Ruling[]): Ruling[] {
  const vertical = lines.filter((line) => line.vertical);
  const horizontal = lines.filter((line) => !line.vertical);
  if (vertical.length === 0 || horizontal.length < 2) return [];
  const heights = horizontal.map(({ at }) => at);
  const [from, to] = [Math.min(...heights), Math.max(...heights)];
  const first = Math.min(...vertical.map(({ at }) => at));
  const last = Math.max(...vertical.map(({ at }) => at));
  const left = commonEnd(
    horizontal,
    (line) => line.from,
    (at) => first - at,
  );
  const right = commonEnd(
    horizontal,
    (line) => line.to,
    (at) => at - last,
  );
  // A single line may part a margin for hints from the rest.
  if (last - first <= SNAP && (left === undefined || right === undefined)) return [];
  return [left, right].flatMap((at) => (at === undefined ? [] : [{ vertical: true, at, from, to }]));
}

/** Where most lines end beyond the outermost vertical one, `beyond` points behind it. */
function commonEnd(
  lines: readonly Ruling[],
  end: (line: Ruling) => number,
  beyond: (at: number) => number,
): number | undefined {
  const ends = lines.map(end).filter((at) => beyond(at) >= NARROWEST && beyond(at) <= WIDEST);
  const counts = ends.map((at) => ends.filter((other) => Math.abs(other - at) <= SNAP).length);
  const most = Math.max(0, ...counts);
  return most >= 2 && most >= MOST * lines.length ? ends[counts.indexOf(most)] : undefined;
}
