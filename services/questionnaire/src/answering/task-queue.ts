/** A task that waits until the thread is free. */
export interface QueuedTask {
  /** Whose task it is: owners take turns, so that nobody waits for all tasks of another. */
  owner: string;
  /** Whether a person waits for it at this moment. */
  urgent(): boolean;
  /** Whether it may wait until nothing else does. */
  idle: boolean;
  /** Counts the tasks: of one owner the oldest is taken first. */
  order: number;
}

/** After so many urgent tasks in a row one that nobody waits for is taken, so that it goes on. */
export const MOST_URGENT_IN_A_ROW = 4;
/** After so many other tasks in a row an idle one is taken. */
export const MOST_BEFORE_IDLE = 8;
/** So many owners are remembered with their last turn. */
const MOST_OWNERS = 1_000;

/**
 * Decides which task comes next: urgent ones first, idle ones last. Among these the owner who has had no turn for longest comes
 * first, and of one owner the oldest task.
 */
export class TaskQueue<T extends QueuedTask> {
  private readonly waiting = new Set<T>();
  /** When each owner had a turn last, the latest last. */
  private readonly served = new Map<string, number>();
  private taken = 0;
  private urgentInARow = 0;
  private beforeIdle = 0;

  add(task: T): void {
    this.waiting.add(task);
  }

  remove(task: T): void {
    this.waiting.delete(task);
  }

  all(): T[] {
    return [...this.waiting];
  }

  /** Takes the next task out; undefined when none waits. */
  take(): T | undefined {
    const urgent: T[] = [];
    const ordinary: T[] = [];
    const idle: T[] = [];
    for (const task of this.waiting) (task.urgent() ? urgent : task.idle ? idle : ordinary).push(task);
    const isIdlesTurn = idle.length > 0 && (ordinary.length === 0 || this.beforeIdle >= MOST_BEFORE_IDLE);
    const others = isIdlesTurn ? idle : ordinary;
    const isOthersTurn = others.length > 0 && (urgent.length === 0 || this.urgentInARow >= MOST_URGENT_IN_A_ROW);
    const next = (isOthersTurn ? others : urgent).reduce<T | undefined>(
      (best, one) => (best === undefined || this.isBefore(one, best) ? one : best),
      undefined,
    );
    if (next === undefined) return undefined;
    this.urgentInARow = isOthersTurn || others.length === 0 ? 0 : this.urgentInARow + 1;
    this.beforeIdle = next.idle || idle.length === 0 ? 0 : this.beforeIdle + 1;
    this.waiting.delete(next);
    this.remember(next.owner);
    return next;
  }

  private isBefore(a: T, b: T): boolean {
    if (a.owner === b.owner) return a.order < b.order;
    const difference = (this.served.get(a.owner) ?? 0) - (this.served.get(b.owner) ?? 0);
    return difference === 0 ? a.order < b.order : difference < 0;
  }

  private remember(owner: string): void {
    this.served.delete(owner);
    this.served.set(owner, ++this.taken);
    const [oldest] = this.served.keys();
    if (this.served.size > MOST_OWNERS && oldest !== undefined) this.served.delete(oldest);
  }
}
