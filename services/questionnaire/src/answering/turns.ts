/** What waits for its turn. */
export interface Turn {
  /** Whose it is: nobody's turns keep another's waiting. */
  owner: string;
  /** Whether a person waits for it at this moment. */
  urgent(): boolean;
  /** Whether it has time until nothing else waits. */
  idle: boolean;
  /** Grows with each task that is asked; of one owner the oldest comes first. */
  order: number;
}

/** So many turns of people in a row leave one to what nobody waits for: it is late, but it goes on. */
export const MOST_URGENT_IN_A_ROW = 4;
/** So many turns in a row of what has less time leave one to what is idle. */
export const MOST_BEFORE_IDLE = 8;
/** Owners whose last turn is remembered. */
const MOST_OWNERS = 1_000;

/**
 * Who comes next. What a person waits for comes first, what is idle last; within that, whoever has had no turn for longest; of one owner, what
 * was asked first.
 */
export class Turns<T extends Turn> {
  private readonly waiting = new Set<T>();
  /** When each owner had a turn last, the latest last. */
  private readonly served = new Map<string, number>();
  private turns = 0;
  private urgentInARow = 0;
  private beforeIdle = 0;

  add(turn: T): void {
    this.waiting.add(turn);
  }

  remove(turn: T): void {
    this.waiting.delete(turn);
  }

  all(): T[] {
    return [...this.waiting];
  }

  /** Takes out whose turn it is. */
  take(): T | undefined {
    const urgent: T[] = [];
    const ordinary: T[] = [];
    const idle: T[] = [];
    for (const turn of this.waiting) (turn.urgent() ? urgent : turn.idle ? idle : ordinary).push(turn);
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
    this.served.set(owner, ++this.turns);
    const [oldest] = this.served.keys();
    if (this.served.size > MOST_OWNERS && oldest !== undefined) this.served.delete(oldest);
  }
}
