/** Places of what is the same in both lists. */
export type Pair = readonly [before: number, after: number];

/** A part of both lists; the ends are not in it. */
interface Part {
  a: number;
  endA: number;
  b: number;
  endB: number;
}

/**
 * What is the same in two lists, in an order that both have. First what stands once in each, as in Bram Cohen's patience diff;
 * then in each gap the first with the first of the same text, the second with the second. The longest run in order is found
 * by piles (Hunt and Szymanski, 1977). Takes n log n steps, whatever the lists hold.
 */
export function aligned(before: readonly string[], after: readonly string[]): Pair[] {
  const found: Pair[] = [];
  const trimmed = ({ a, endA, b, endB }: Part, use: (middle: Part) => void): void => {
    while (a < endA && b < endB && before[a] === after[b]) found.push([a++, b++]);
    let tail = 0;
    while (endA - tail > a && endB - tail > b && before[endA - tail - 1] === after[endB - tail - 1]) tail++;
    use({ a, endA: endA - tail, b, endB: endB - tail });
    for (; tail > 0; tail--) found.push([endA - tail, endB - tail]);
  };
  const around = (part: Part, pairs: readonly Pair[], use: (gap: Part) => void): void => {
    let { a, b } = part;
    for (const [i, j] of longestRun(pairs)) {
      use({ a, endA: i, b, endB: j });
      found.push([i, j]);
      [a, b] = [i + 1, j + 1];
    }
    use({ a, endA: part.endA, b, endB: part.endB });
  };
  const whole = { a: 0, endA: before.length, b: 0, endB: after.length };
  trimmed(whole, (middle) =>
    around(middle, sameTurns(before, after, middle, 1), (gap) =>
      trimmed(gap, (rest) => around(rest, sameTurns(before, after, rest), () => undefined)),
    ),
  );
  return found;
}

/** The first with the first of the same text, the second with the second; with `most`, of texts that stand no more often. */
function sameTurns(before: readonly string[], after: readonly string[], part: Part, most = Infinity): Pair[] {
  const old = placesOf(before, part.a, part.endA);
  const now = placesOf(after, part.b, part.endB);
  const pairs: Pair[] = [];
  for (const [text, places] of old) {
    const others = now.get(text) ?? [];
    if (places.length > most || others.length > most) continue;
    for (const [turn, place] of places.entries()) {
      const other = others[turn];
      if (other === undefined) break;
      pairs.push([place, other]);
    }
  }
  return pairs.sort(([a], [b]) => a - b);
}

function placesOf(texts: readonly string[], from: number, to: number): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = from; at < to; at++) {
    const text = texts[at] ?? '';
    const known = places.get(text);
    if (known) known.push(at);
    else places.set(text, [at]);
  }
  return places;
}

/** Of pairs in the order of their first places, the most whose second places rise too. */
function longestRun(pairs: readonly Pair[]): Pair[] {
  // The last pair of the lowest run of each length, and the pair before each.
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, place]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const run: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) run.push(pairs[index]!);
  return run.reverse();
}
