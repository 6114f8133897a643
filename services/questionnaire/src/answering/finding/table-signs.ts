/** Signs that say yes or no in a cell of a table; a variation selector behind them only colours them. */
const YES = /^(?:[✓✔✅☑☒]|\[[xX✓✔]\])\uFE0F?$/u;
const NO = /^(?:[✗✘❌✖❎🚫☐□⬜]|\[\s?\])\uFE0F?$/u;
const CROSS = /^[xX×]$/;

/** What a table's signs mean, as `crossMeans` reads it from all of its cells. */
export type CrossMeans = 'yes' | 'no' | undefined;

/**
 * What an "x" says in a table: no where others have a tick; yes where others have nothing, as in a table of who may what; else
 * nobody knows. `rows` are the cells below the headings.
 */
export function crossMeans(rows: readonly (readonly string[])[], columns: number): CrossMeans {
  const cells = rows.flatMap((row) => row.slice(1));
  if (cells.some((cell) => YES.test(cell))) return 'no';
  if (cells.some((cell) => NO.test(cell))) return undefined;
  return rows.some((row) => row.length < columns || row.slice(1).includes('')) ? 'yes' : undefined;
}

/** A cell that is a sign as the word for it: "Yes" or "No"; any other as it is. */
export function inWords(cell: string, cross: CrossMeans): string {
  if (YES.test(cell)) return 'Yes';
  if (NO.test(cell)) return 'No';
  if (CROSS.test(cell) && cross !== undefined) return cross === 'yes' ? 'Yes' : 'No';
  return cell;
}
