/** What is this quick is not judged: the clock of the processor is too coarse. */
const QUICK_MS = 15;
/** Four times the text: 4 when linear, 16 when quadratic. */
const MOST_RATIO = 9;
const TRIES = 3;
/** Rounds of tries in which a text must grow before it is said. */
const ROUNDS = 3;
/** Texts so short are read at once, if not by an expression whose time doubles with each repetition. */
const SHORT: readonly number[] = [40, 100, 200, 400];
const SHORT_MS = 200;

/** What a function does with a text; what it gives is awaited. */
export type Work = (text: string) => unknown;

/** Milliseconds of the processor that the work takes, whatever else the machine does. */
async function worked(work: Work, text: string): Promise<number> {
  const before = process.cpuUsage();
  await work(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several: other threads of the process count as well. */
async function least(work: Work, text: string): Promise<number> {
  let ms = Infinity;
  for (let i = 0; i < TRIES; i++) ms = Math.min(ms, await worked(work, text));
  return ms;
}

/**
 * Whether `work` takes far more than four times as long for four times the text, tried again before it is said. Undefined:
 * it does not; else the figures.
 */
export async function growth(
  textOf: (length: number) => string,
  small: number,
  work: Work,
): Promise<string | undefined> {
  for (const length of SHORT) {
    if ((await worked(work, textOf(length))) < SHORT_MS) continue;
    const ms = await least(work, textOf(length));
    if (ms > SHORT_MS) return `${ms.toFixed(1)} ms for ${length} characters`;
  }
  const large = textOf(4 * small);
  if ((await worked(work, large)) < QUICK_MS) return undefined;
  let smallMs = 0;
  let largeMs = 0;
  // What the engine of JavaScript does for itself (compiling, garbage of what went before) is over by the next round.
  for (let round = 0; round < ROUNDS; round++) {
    smallMs = Math.max(await least(work, textOf(small)), QUICK_MS / 16);
    if ((await worked(work, large)) / smallMs < MOST_RATIO) return undefined;
    largeMs = await least(work, large);
    if (largeMs < QUICK_MS || largeMs / smallMs < MOST_RATIO) return undefined;
  }
  return `${smallMs.toFixed(1)} ms for ${small} characters, ${largeMs.toFixed(1)} ms for four times as many`;
}
