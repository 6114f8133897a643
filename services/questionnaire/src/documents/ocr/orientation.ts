import type { EngineLine } from './engine-messages.js';
import { crop, turn, type GrayPicture } from './gray-picture.js';

/** Side of the square that is read to find out what is up, in pixels, and how dark counts as ink. */
const SAMPLE = 760;
const CELL = 20;
const INK = 128;
/** A sample that reads like this is upright. */
const SURE_CONFIDENCE = 75;
const SURE_LETTERS = 12;

/** Quarter turns in the order in which scans are turned: not, to the side, on the head. */
const TURNS = [0, 1, 3, 2];

/**
 * Quarter turns (clockwise) that set a page upright, by reading a dense part of it each way: a whole page that lies on its
 * side takes five times as long as one that stands. A page with little text is taken as it is.
 */
export async function findTurn(
  page: GrayPicture,
  read: (sample: GrayPicture) => Promise<EngineLine[]>,
): Promise<number> {
  const sample = densestPart(page);
  if (sample === undefined) return 0;
  let best = { turns: 0, score: 0 };
  for (const turns of TURNS) {
    const { confidence, letters } = judge(await read(turn(sample, turns)));
    if (confidence >= SURE_CONFIDENCE && letters >= SURE_LETTERS) return turns;
    // As it lies, unless something else reads clearly better.
    const score = confidence * Math.min(letters, SURE_LETTERS) * (turns === 0 ? 1.3 : 1);
    if (score > best.score) best = { turns, score };
  }
  return best.turns;
}

/** Mean confidence of the words, by their letters. */
export function judge(lines: readonly EngineLine[]): { confidence: number; letters: number } {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of lines.flatMap((line) => line.words)) {
    const own = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    letters += own;
    sum += own * confidence;
  }
  return { confidence: letters === 0 ? 0 : sum / letters, letters };
}

/** The square with the most changes between light and dark; undefined on an empty page. */
function densestPart(page: GrayPicture): GrayPicture | undefined {
  const width = Math.min(SAMPLE, page.width);
  const height = Math.min(SAMPLE, page.height);
  const columns = Math.ceil(page.width / CELL);
  const rows = Math.ceil(page.height / CELL);
  // Changes above and to the left of each cell, so that any rectangle costs four look-ups.
  const sums = new Float64Array((columns + 1) * (rows + 1));
  const cells = new Uint32Array(columns * rows);
  for (let y = 0; y < page.height; y += 2) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 1; x < page.width; x++) {
      const at = y * page.width + x;
      if (page.pixels[at]! < INK !== page.pixels[at - 1]! < INK) cells[row + Math.floor(x / CELL)]!++;
    }
  }
  const at = (row: number, column: number): number => row * (columns + 1) + column;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      sums[at(row + 1, column + 1)] =
        cells[row * columns + column]! +
        sums[at(row, column + 1)]! +
        sums[at(row + 1, column)]! -
        sums[at(row, column)]!;
  const [wide, high] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  let best = { row: 0, column: 0, changes: 0 };
  for (let row = 0; row + high <= rows; row++) {
    for (let column = 0; column + wide <= columns; column++) {
      const below = row + high;
      const right = column + wide;
      const changes =
        sums[at(below, right)]! - sums[at(row, right)]! - sums[at(below, column)]! + sums[at(row, column)]!;
      if (changes > best.changes) best = { row, column, changes };
    }
  }
  if (best.changes === 0) return undefined;
  const left = Math.min(best.column * CELL, page.width - width);
  const top = Math.min(best.row * CELL, page.height - height);
  return crop(page, left, top, width, height);
}
