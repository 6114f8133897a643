export interface Figure {
  what: string;
  value: number;
  unit: string;
  most?: number;
  least?: number;
}
export function tellFigures(work: string, beside: string, figures: Figure[]): void;
export function quantile(numbers: readonly number[], share?: number): number;
