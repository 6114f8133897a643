export interface BreakerLimits {
  /** Failures one after the other after which nothing more is asked. */
  failures: number;
  /** Time of a run that failing calls may take, all slots together, milliseconds. */
  lostMs: number;
  /** How long the endpoint is left alone at first; each failed try doubles it. */
  restMs: number;
  longestRestMs: number;
}

export const BREAKER_LIMITS: BreakerLimits = {
  failures: 5,
  lostMs: 10_000,
  restMs: 30_000,
  longestRestMs: 600_000,
};

/** Of the time that has passed, the share that failing calls may take for good. */
const TOLERATED = 0.05;

/** What a call may do: go on, go on as the one try whether the endpoint works again, or not be made. */
export type Leave = 'pass' | 'try' | 'refused';

/**
 * Keeps an endpoint that fails from holding up a run. It opens after failures one after the other, or when failing calls among
 * good ones have taken too much time. After a rest one call at a time tries; what works closes it again.
 */
export class Breaker {
  private openUntil = 0;
  private isOpen = false;
  private trying = false;
  private restMs: number;
  private inARow = 0;
  private lostMs = 0;
  private countedAt: number;

  /** `slots`: calls at a time, among which lost time is shared. `opened` is told why, and for how long. */
  constructor(
    private readonly limits: BreakerLimits,
    private readonly slots: number,
    private readonly opened: (reason: string, ms: number) => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.restMs = limits.restMs;
    this.countedAt = now();
  }

  /** Asks for leave to call. After 'pass' and 'try' one of `succeeded`, `refusedOne` and `failed` must follow. */
  enter(): Leave {
    if (!this.isOpen) return 'pass';
    if (this.trying || this.now() < this.openUntil) return 'refused';
    this.trying = true;
    return 'try';
  }

  succeeded(leave: Leave): void {
    this.inARow = 0;
    if (leave !== 'try') return;
    this.trying = false;
    this.isOpen = false;
    this.lostMs = 0;
    this.restMs = this.limits.restMs;
  }

  /** The endpoint refused this question alone: it lives, but the time is lost all the same. */
  refusedOne(leave: Leave, reason: string, ms: number): void {
    if (leave === 'try') this.succeeded(leave);
    this.lose(ms);
    if (!this.isOpen && this.lostMs >= this.limits.lostMs) this.open(reason);
  }

  /** `ms`: what the call took. `restMs`: what the endpoint asks for itself; it opens at once then. */
  failed(leave: Leave, reason: string, ms: number, restMs?: number): void {
    this.lose(ms);
    this.inARow++;
    if (leave === 'try') {
      this.trying = false;
      this.restMs = Math.min(this.limits.longestRestMs, this.restMs * 2);
      this.open(reason, restMs);
      return;
    }
    const enough = this.inARow >= this.limits.failures || this.lostMs >= this.limits.lostMs;
    if (!this.isOpen && (enough || restMs !== undefined)) this.open(reason, restMs);
  }

  private lose(ms: number): void {
    const now = this.now();
    this.lostMs = Math.max(0, this.lostMs - (now - this.countedAt) * TOLERATED) + ms / this.slots;
    this.countedAt = now;
  }

  private open(reason: string, restMs = 0): void {
    const ms = Math.min(this.limits.longestRestMs, Math.max(this.restMs, restMs));
    this.isOpen = true;
    this.openUntil = this.now() + ms;
    this.inARow = 0;
    this.lostMs = 0;
    this.opened(reason, ms);
  }
}
