import { AppError, steadyOf, type Clock } from '@candor/runtime';

/** Proposals that an organization may ask one process for in a minute: each costs a call of the endpoint. */
const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Keeps one organization from spending the endpoint's account on proposals. */
export class RewriteRate {
  private readonly steady: Clock;
  private readonly windows = new Map<string, { endsAt: number; count: number }>();

  constructor(clock: Clock) {
    this.steady = steadyOf(clock);
  }

  /** Counts one proposal. Throws `rate_limited`, with the seconds to wait, when the minute has had enough of them. */
  take(organizationId: string): void {
    const now = this.steady.now();
    for (const [id, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(id);
    const window = this.windows.get(organizationId) ?? { endsAt: now + MINUTE_MS, count: 0 };
    if (window.count >= MOST_A_MINUTE) throw tooMany(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
    window.count++;
    this.windows.set(organizationId, window);
  }
}

const tooMany = (seconds: number): AppError =>
  new AppError(
    'rate_limited',
    'too_many_rewrites',
    `Your organization has asked for ${MOST_A_MINUTE} rewritten answers within a minute. Try again in ${seconds} s.`,
    { data: { retry_after: seconds } },
  );
