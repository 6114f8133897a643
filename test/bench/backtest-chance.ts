/** A share of something: `count` of `of`. */
export interface Share {
  count: number;
  of: number;
}

/** Standard deviations around the middle that hold 95 in 100. */
const Z = 1.959964;
/** Points of a percentage by which a prediction may be off. */
export const POINTS = 5;

export const percent = ({ count, of }: Share): number => (of === 0 ? 0 : (100 * count) / of);

/**
 * How many of the next `of` are to be expected 95 times in 100, by what was measured: the interval of Wilson, as wide as what was
 * measured and what is to come are small, outwards to whole answers.
 */
export function expectedOf(measured: Share, of: number): { least: number; most: number } {
  if (measured.of === 0 || of === 0) return { least: 0, most: of };
  const share = measured.count / measured.of;
  // Both samples differ from the truth by chance; so many answers would differ from it as much as both together.
  const size = 1 / (1 / measured.of + 1 / of);
  const middle = (share + Z ** 2 / (2 * size)) / (1 + Z ** 2 / size);
  const half = (Z / (1 + Z ** 2 / size)) * Math.sqrt((share * (1 - share)) / size + Z ** 2 / (4 * size ** 2));
  return {
    least: Math.floor(Math.max(0, middle - half) * of),
    most: Math.ceil(Math.min(1, middle + half) * of),
  };
}

/**
 * What chance alone makes of two halves: of all ways to part the same answers into halves of these sizes, the share (0 to 1)
 * whose halves are at most `POINTS` apart.
 */
export function withinByChance(first: Share, second: Share): number {
  const [all, right] = [first.of + second.of, first.count + second.count];
  if (first.of === 0 || second.of === 0) return 1;
  let within = 0;
  for (let count = Math.max(0, first.of - (all - right)); count <= Math.min(right, first.of); count++) {
    const apart = percent({ count, of: first.of }) - percent({ count: right - count, of: second.of });
    if (Math.abs(apart) > POINTS) continue;
    within += Math.exp(ways(right, count) + ways(all - right, first.of - count) - ways(all, first.of));
  }
  return Math.min(1, within);
}

/**
 * How many each half must have, so that two halves of this share are at most `POINTS` apart 95 times in 100; undefined where
 * all or none are right, of which nothing follows.
 */
export function answersNeeded({ count, of }: Share): number | undefined {
  if (count === 0 || count === of) return undefined;
  const share = count / of;
  return Math.ceil((2 * Z ** 2 * share * (1 - share)) / (POINTS / 100) ** 2);
}

/** The logarithm of the number of ways to take `some` of `all`. */
function ways(all: number, some: number): number {
  let sum = 0;
  for (let i = 1; i <= some; i++) sum += Math.log((all - some + i) / i);
  return sum;
}
