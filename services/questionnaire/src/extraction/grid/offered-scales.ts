import { printedRange } from '../language/printed-scales.js';
import type { Grid } from './grid.js';

/** Filled cells of a column from which on a scale in them offers its steps in the whole column. */
const FEWEST = 3;

/**
 * The steps that a column offers where its cells show a scale ("1–5") that whoever answers replaces by one of them; undefined
 * where other texts stand among them, or another scale. `rows`: indexes of the rows that are asked.
 */
export function offeredScale(
  grid: Grid,
  rows: readonly number[],
  column: number | undefined,
): readonly string[] | undefined {
  if (column === undefined) return undefined;
  const texts = rows.flatMap((row) => grid.cellAt(row, column)?.text.trim() ?? []);
  const shown = texts.find((text) => printedRange(text) !== undefined);
  if (shown === undefined || texts.length < FEWEST) return undefined;
  const steps = printedRange(shown);
  return texts.every((text) => text === shown || steps?.includes(text) === true) ? steps : undefined;
}
