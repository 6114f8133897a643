/** A rectangle on a page in points, from the top left corner as the page is shown (rotation applied). */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Transformation matrix of PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

export function overlap(from1: number, to1: number, from2: number, to2: number): number {
  return Math.max(0, Math.min(to1, to2) - Math.max(from1, from2));
}

export function toMatrix(numbers: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

/** A page of this size turned so that text in the direction (x, y) runs from left to right; undefined where it does already. */
export function uprightTurn([x, y]: readonly [number, number], width: number, height: number): Matrix | undefined {
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? [-1, 0, 0, -1, width, height] : undefined;
  return y > 0 ? [0, -1, 1, 0, 0, width] : [0, 1, -1, 0, height, 0];
}
