import type { Grid } from './grid.js';
import type { Ledger } from './ledger.js';
import type { TableScope } from './table-scope.js';
import type { GridQuestion } from './table-questions.js';
import type { ShapeCache } from '../language/text-shape.js';

/** Fields of a form: "Company name:" with an empty cell beside it. */
export function findForms(
  _grid: Grid,
  _shapes: ShapeCache,
  _ledger: Ledger,
  _scope: TableScope,
  _asks: boolean,
): GridQuestion[] {
  return [];
}
