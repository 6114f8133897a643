/** Squares of the marks of each block that are parsed in about a tenth of a second. */
const MAX_SQUARES = 1_000_000;
const MAX_NESTING = 100;

/** Whether a text's markdown can be parsed in a moment: parsing takes time by the square of a block's marks. */
export function affordable(source: string): boolean {
  const squares = source.split(/\n[ \t]*\n/).map((block) => (block.match(/[*_`[\]<~]/g)?.length ?? 0) ** 2);
  if (squares.reduce((sum, square) => sum + square, 0) > MAX_SQUARES) return false;
  return !source
    .split('\n')
    .some((line) => (line.match(/^(?:[ \t]*(?:>|[-+*]|\d+[.)]))+/)?.[0].length ?? 0) > MAX_NESTING * 2);
}

/** The row under a table's head: "| --- | :-: |", in a quotation or not. */
export function isDelimiterRow(line: string): boolean {
  const cells = line
    .replace(/^[ \t>]+/, '')
    .trim()
    .split('|');
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}
