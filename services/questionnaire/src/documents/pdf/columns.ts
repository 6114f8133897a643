import type { Box } from './geometry.js';
import { makeLines, type TextLine } from './lines.js';
import type { TextPiece } from './page-content.js';

/** Fewer lines on a side than this are no column of text. */
const LEAST_LINES = 8;
/** Share of the lines (titles, figures) that may cross the strip between the columns. */
const MOST_CROSSING = 0.35;
/** Columns of running text fill their width; cells of a table without lines do not. */
const LEAST_FILL = 0.6;

/**
 * Puts the lines of a page into reading order: a page set in two columns of running text is read column by column, with
 * what spans both columns (titles, figures) in between; any other page from top to bottom.
 */
export function readingOrder(pieces: readonly TextPiece[], page: Box): TextLine[][] {
  const split = makeLines(pieces, true);
  const gutter = findGutter(split, page);
  if (gutter === undefined) return [makeLines(pieces, false)];
  const groups: TextLine[][] = [];
  let left: TextLine[] = [];
  let right: TextLine[] = [];
  let wide: TextLine[] = [];
  const flush = (): void => {
    for (const group of [wide, left, right]) if (group.length > 0) groups.push(group);
    wide = [];
    left = [];
    right = [];
  };
  for (const line of [...split].sort((a, b) => a.bottom - b.bottom)) {
    if (line.left < gutter && line.right > gutter) {
      if (left.length + right.length > 0) flush();
      wide.push(line);
    } else if (line.right <= gutter) left.push(line);
    else right.push(line);
  }
  flush();
  return groups;
}

/** x of an empty strip near the middle with columns of running text on both sides. */
function findGutter(lines: readonly TextLine[], page: Box): number | undefined {
  const width = page.right - page.left;
  let best: { x: number; crossing: number } | undefined;
  for (let x = page.left + width * 0.35; x <= page.left + width * 0.65; x += 2) {
    const crossing = lines.filter((line) => line.left < x + 2 && line.right > x - 2).length;
    if (best === undefined || crossing < best.crossing) best = { x, crossing };
  }
  if (best === undefined || best.crossing > lines.length * MOST_CROSSING) return undefined;
  const { x } = best;
  return isRunningText(lines.filter((line) => line.right <= x)) && isRunningText(lines.filter((line) => line.left >= x))
    ? x
    : undefined;
}

function isRunningText(lines: readonly TextLine[]): boolean {
  if (lines.length < LEAST_LINES) return false;
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const full = lines.filter((line) => line.right - line.left >= LEAST_FILL * (right - left));
  const words = lines.reduce((sum, line) => sum + line.text.split(/\s+/).length, 0) / lines.length;
  return full.length >= lines.length * 0.5 && words >= 4;
}
