import type { Box } from './geometry.js';
import { openEdges } from './open-edges.js';
import type { Ruling } from './page-content.js';

/** A cell of a ruled grid, possibly over several rows and columns. */
export interface GridCell extends Box {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
}

export interface Grid extends Box {
  /** Edges of the columns. */
  xs: number[];
  rowCount: number;
  cells: GridCell[];
}

/** Lines closer than this are one line. Points. */
const SNAP = 3;
/** A grid of more units than this is a drawing. */
const MAX_UNITS = 20_000;

/** Finds tables drawn with lines: connected lines that enclose at least two cells. */
export function findGrids(rulings: readonly Ruling[], page: Box): Grid[] {
  const lines = joinLines(rulings.filter((line) => line.to - line.from > SNAP && isOnPage(line, page)));
  const grids = connected(lines).flatMap((group) => gridOf(group) ?? []);
  return grids.filter(
    (grid) =>
      !grids.some(
        (other) =>
          other !== grid &&
          other.cells.some((cell) => contains(cell, grid)) &&
          other.cells.length > 1 &&
          grid.cells.length < 2,
      ),
  );
}

function isOnPage(line: Ruling, page: Box): boolean {
  return line.vertical
    ? line.at > page.left + 1 && line.at < page.right - 1
    : line.at > page.top + 1 && line.at < page.bottom - 1;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left - SNAP &&
    inner.right <= outer.right + SNAP &&
    inner.top >= outer.top - SNAP &&
    inner.bottom <= outer.bottom + SNAP
  );
}

/** Joins pieces of one line (each cell often draws its own borders). */
function joinLines(rulings: readonly Ruling[]): Ruling[] {
  const joined: Ruling[] = [];
  const sorted = [...rulings].sort((a, b) => Number(a.vertical) - Number(b.vertical) || a.at - b.at || a.from - b.from);
  let group: Ruling[] = [];
  const flush = (): void => {
    const at = group.reduce((sum, line) => sum + line.at, 0) / group.length;
    let last: Ruling | undefined;
    for (const line of group.sort((a, b) => a.from - b.from)) {
      if (last !== undefined && line.from <= last.to + SNAP) last.to = Math.max(last.to, line.to);
      else {
        last = { ...line, at };
        joined.push(last);
      }
    }
    group = [];
  };
  for (const line of sorted) {
    const first = group[0];
    if (first !== undefined && (first.vertical !== line.vertical || line.at - first.at > SNAP)) flush();
    group.push(line);
  }
  if (group.length > 0) flush();
  return joined;
}

/** Groups of lines that touch or cross. */
function connected(lines: readonly Ruling[]): Ruling[][] {
  const parent = lines.map((_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  const horizontal = lines.flatMap((line, i) => (line.vertical ? [] : [i])).sort((a, b) => lines[a]!.at - lines[b]!.at);
  lines.forEach((vertical, v) => {
    if (!vertical.vertical) return;
    for (let k = lowerBound(horizontal, (i) => lines[i]!.at >= vertical.from - SNAP); k < horizontal.length; k++) {
      const h = horizontal[k]!;
      const line = lines[h]!;
      if (line.at > vertical.to + SNAP) break;
      if (line.from <= vertical.at + SNAP && line.to >= vertical.at - SNAP) parent[find(h)] = find(v);
    }
  });
  const groups = new Map<number, Ruling[]>();
  lines.forEach((line, i) => groups.set(find(i), [...(groups.get(find(i)) ?? []), line]));
  return [...groups.values()];
}

function lowerBound<T>(items: readonly T[], isAfter: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function gridOf(drawn: readonly Ruling[]): Grid | undefined {
  const lines = [...drawn, ...openEdges(drawn)];
  const xs = positions(lines.filter((line) => line.vertical));
  const ys = positions(lines.filter((line) => !line.vertical));
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1 || columns * rows < 2 || columns * rows > MAX_UNITS) return undefined;
  const cells = mergeUnits(xs, ys, lines);
  if (cells.length < 2) return undefined;
  return { xs, rowCount: rows, cells, left: xs[0]!, right: xs[columns]!, top: ys[0]!, bottom: ys[rows]! };
}

function positions(lines: readonly Ruling[]): number[] {
  const found: number[] = [];
  for (const at of lines.map((line) => line.at).sort((a, b) => a - b)) {
    if (found.length === 0 || at - found[found.length - 1]! > SNAP) found.push(at);
  }
  return found;
}

/** Joins units of the grid that no line separates; each group of units is one cell. */
function mergeUnits(xs: readonly number[], ys: readonly number[], lines: readonly Ruling[]): GridCell[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const vertical = lines.filter((line) => line.vertical);
  const horizontal = lines.filter((line) => !line.vertical);
  const separated = (candidates: readonly Ruling[], at: number, from: number, to: number): boolean => {
    const middle = (from + to) / 2;
    return candidates.some((line) => Math.abs(line.at - at) <= SNAP && line.from <= middle && line.to >= middle);
  };
  const owner = new Int32Array(columns * rows).fill(-1);
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (owner[row * columns + column] !== -1) continue;
      let columnSpan = 1;
      while (
        column + columnSpan < columns &&
        owner[row * columns + column + columnSpan] === -1 &&
        !separated(vertical, xs[column + columnSpan]!, ys[row]!, ys[row + 1]!)
      )
        columnSpan++;
      let rowSpan = 1;
      const isOpenBelow = (below: number): boolean =>
        Array.from({ length: columnSpan }, (_, i) => column + i).every(
          (c) => !separated(horizontal, ys[below]!, xs[c]!, xs[c + 1]!),
        );
      while (row + rowSpan < rows && isOpenBelow(row + rowSpan)) rowSpan++;
      for (let r = row; r < row + rowSpan; r++)
        owner.fill(cells.length, r * columns + column, r * columns + column + columnSpan);
      cells.push({
        row,
        column,
        rowSpan,
        columnSpan,
        left: xs[column]!,
        right: xs[column + columnSpan]!,
        top: ys[row]!,
        bottom: ys[row + rowSpan]!,
      });
    }
  }
  return cells;
}
