import { lettersTogether } from './fields-in-lines.js';
import type { Widget } from './form-fields.js';
import { labelLine } from './labels.js';
import type { TextLine } from './lines.js';
import { isInside, type PageTable } from './table-blocks.js';

/** Cells of a comb at least. */
const FEWEST = 3;

/**
 * Ruled rows of nothing but narrow fields with a label beside or above: one for each letter of a number, and no tables. Those without
 * a label stay, since nobody knows what they ask.
 */
export function labelledCombs(
  tables: readonly PageTable[],
  widgets: readonly Widget[],
  lines: readonly TextLine[],
): ReadonlySet<PageTable> {
  return new Set(
    tables.filter(({ grid, block }) => {
      const [first = [], ...others] = block.rows;
      if (others.length > 0 || first.length < FEWEST) return false;
      if (first.some(({ text, fields }) => text !== '' || fields?.length !== 1)) return false;
      const inside = widgets.filter((widget) => isInside(widget, grid)).sort((a, b) => a.left - b.left);
      return lettersTogether(inside).length === 1 && labelLine(inside[0]!, lines) !== undefined;
    }),
  );
}
