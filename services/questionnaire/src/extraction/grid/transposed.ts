import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { TableScope } from './table-scope.js';
import type { GridQuestion } from './table-questions.js';
import type { ShapeCache } from '../language/text-shape.js';

/** Questions that stand side by side in one row, with the answers below them. */
export function findTransposed(_grid: Grid, _shapes: ShapeCache, _ledger: Ledger, _scope: TableScope): GridQuestion[] {
  return [];
}
