import type { TableBlock } from '../model.js';

/** Cells of a line of a table as Markdown writes it: between bars. */
function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (/^\|.*\|$/.test(trimmed) && trimmed.length > 2)
    return trimmed
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replace(/\\\|/g, '|').trim());
  return undefined;
}

const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-{2,}:?$/.test(cell));

/**
 * The table that begins at a line, and the number of lines it takes: at least two lines with bars at both ends and as many
 * cells. A rule ("|---|---|") below the heading is no row.
 */
export function plainTableAt(
  lines: readonly string[],
  at: number,
  index: number,
): { block: TableBlock; lines: number } | undefined {
  const rows: string[][] = [];
  let end = at;
  for (; end < lines.length; end++) {
    const cells = cellsOf(lines[end]!);
    if (cells === undefined || (rows[0] !== undefined && cells.length !== rows[0].length)) break;
    rows.push(cells);
  }
  const shown = rows.filter((cells) => !isRule(cells));
  if (shown.length < 2 || shown[0]!.length < 2) return undefined;
  const block: TableBlock = {
    kind: 'table',
    index,
    rows: shown.map((cells, row) => cells.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text }))),
  };
  return { block, lines: end - at };
}
