/** A thread that works for so long in one go asks whether somebody else is to come between, milliseconds. */
export const SLICE_MS = 250;

/** Called between two pieces of a task; waits while others have their turn. Rejects when the task is not wanted any more. */
export type Breathe = () => Promise<void>;

/** For work that nobody waits behind. */
export const inOneGo: Breathe = () => Promise.resolve();

/** The tasks of a thread that have paused, to let others come between. */
export class Slices {
  private began = 0;
  private readonly paused = new Map<number, { resume: () => void; drop: (error: Error) => void }>();

  /** `told` is called with a task that pauses; it goes on when `resume` is called. */
  constructor(
    private readonly sliceMs: number,
    private readonly told: (id: number) => void,
  ) {}

  /** A task has its turn. */
  begin(): void {
    this.began = performance.now();
  }

  async breathe(id: number): Promise<void> {
    if (performance.now() - this.began < this.sliceMs) return;
    await new Promise<void>((resume, drop) => {
      this.paused.set(id, { resume, drop });
      this.told(id);
    });
  }

  resume(id: number): void {
    this.begin();
    this.paused.get(id)?.resume();
    this.paused.delete(id);
  }

  drop(id: number): void {
    this.paused.get(id)?.drop(new Error('the task is not wanted any more'));
    this.paused.delete(id);
  }
}

/** Works on all items, `width` at a time, and breathes between; the results are in the order of the items. */
export async function inSlices<T, R>(
  items: readonly T[],
  width: number,
  breathe: Breathe,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += width) {
    if (from > 0) await breathe();
    results.push(...(await Promise.all(items.slice(from, from + width).map(work))));
  }
  return results;
}
