import type { TableRow } from './row-kinds.js';

/** One column in which each question is followed by one text that asks nothing: the text is its answer. */
export function withAnswersBelow(rows: TableRow[]): TableRow[] {
  const asks = rows.map(
    (row) => row.kind === 'question' && (row.shape?.manner === 'question' || row.shape?.manner === 'request'),
  );
  const count = asks.filter(Boolean).length;
  const alternate = rows.filter((_, i) => i > 0 && asks[i - 1] === true && asks[i] === false).length;
  // Headings of parts stand between them.
  const headings = rows.filter((row, i) => row.kind === 'section' && asks[i - 1] !== true).length;
  if (count < 2 || alternate < count * 0.8 || rows.length - headings > count * 2 + 1) return rows;
  return rows.map((row, i) => (i > 0 && asks[i - 1] === true && asks[i] === false ? { ...row, kind: 'answer' } : row));
}
