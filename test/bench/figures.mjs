// What a bench measured, for the table of `npm run bench`: a line "FIGURES {json}", only where the table asks for it.

/**
 * @typedef {object} Figure
 * @property {string} what ratio first, as in "× the floor"
 * @property {number} value
 * @property {string} unit
 * @property {number} [most] the bar: at most this
 * @property {number} [least] or at least this
 */

/** @param {string} work the row @param {string} beside what was measured in the same run @param {Figure[]} figures */
export function tellFigures(work, beside, figures) {
  if (process.env.CANDOR_BENCH_TABLE === undefined) return;
  process.stdout.write(`FIGURES ${JSON.stringify({ work, beside, figures })}\n`);
}

/** @param {readonly number[]} numbers @param {number} [share] */
export function quantile(numbers, share = 0.5) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
