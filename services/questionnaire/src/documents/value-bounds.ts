import type { ValueBounds } from './model.js';

/** In the order in which a file of Excel 97-2003 counts them. */
export const OPERATORS: readonly ValueBounds['operator'][] = [
  ...(['between', 'notBetween', 'equal', 'notEqual'] as const),
  ...(['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'] as const),
];

/** Bounds as a validation writes them; undefined where a formula computes one, so that nobody knows them here. */
export function readBounds(operator: string | undefined, first: string, second: string): ValueBounds | undefined {
  const known = OPERATORS.find((name) => name === (operator ?? 'between'));
  const low = numberOf(first);
  if (known === undefined || low === undefined) return undefined;
  if (known !== 'between' && known !== 'notBetween') return { operator: known, first: low };
  const high = numberOf(second);
  return high === undefined ? undefined : { operator: known, first: low, second: high };
}

function numberOf(text: string): number | undefined {
  const value = Number(text.trim());
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

/** Whether a value, the number of a day, or a length keeps the bounds. */
export function isWithin(value: number, { operator, first, second = first }: ValueBounds): boolean {
  switch (operator) {
    case 'between':
      return first <= value && value <= second;
    case 'notBetween':
      return value < first || value > second;
    case 'equal':
      return value === first;
    case 'notEqual':
      return value !== first;
    case 'greaterThan':
      return value > first;
    case 'lessThan':
      return value < first;
    case 'greaterThanOrEqual':
      return value >= first;
    case 'lessThanOrEqual':
      return value <= first;
  }
}
