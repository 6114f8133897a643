export interface GridSpot {
  /** Indexes into the rows and columns that are shown. */
  row: number;
  column: number;
}

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Where a key leads from a cell; undefined: the key moves nothing. */
export function movedBy(key: string, { row, column }: GridSpot, rows: number, columns: number): GridSpot | undefined {
  const move = MOVES[key];
  if (!move) return undefined;
  const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
  return { row: within(row + move[0], rows), column: within(column + move[1], columns) };
}
