/** What is taken from every weight but the first, so that few rows do not say too much. */
const RIDGE = 1;

/** Logistic regression by Newton's method, a little ridge on all but the first column, which is constant. */
export function regression(rows: readonly { x: readonly number[]; right: number }[]): number[] {
  const size = rows[0]!.x.length;
  const weights: number[] = Array.from({ length: size }, () => 0);
  for (let step = 0; step < 40; step++) {
    const slope = weights.map((w, i) => (i === 0 ? 0 : RIDGE * w));
    const bend = weights.map((_, i) => weights.map((__, j) => (i === j ? RIDGE : 0)));
    for (const { x, right } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, v, i) => sum + v * weights[i]!, 0)));
      x.forEach((v, i) => {
        slope[i]! += (p - right) * v;
        x.forEach((u, j) => (bend[i]![j]! += p * (1 - p) * v * u));
      });
    }
    solve(bend, slope).forEach((d, i) => (weights[i]! -= d));
  }
  return weights;
}

/** Solves a small system of linear equations by Gauss and Jordan. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  rows.forEach((pivot, i) => {
    const by = pivot[i]!;
    pivot.forEach((v, j) => (pivot[j] = v / by));
    rows.forEach((row, k) => {
      if (k === i) return;
      const times = row[i]!;
      row.forEach((v, j) => (row[j] = v - times * pivot[j]!));
    });
  });
  return rows.map((row) => row.at(-1)!);
}

/** What is added to known log-odds so that their probabilities fit what was right. */
export function addedWeight(rows: readonly { odds: number; right: number }[]): number {
  let weight = 0;
  for (let step = 0; step < 40; step++) {
    const told = rows.map(({ odds }) => 1 / (1 + Math.exp(-odds - weight)));
    const slope = RIDGE * weight + rows.reduce((sum, { right }, i) => sum + told[i]! - right, 0);
    weight -= slope / (RIDGE + told.reduce((sum, p) => sum + p * (1 - p), 0));
  }
  return weight;
}
