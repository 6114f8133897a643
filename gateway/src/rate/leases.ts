import { steadyOf, type CallFor, type Clock } from '@candor/runtime';
import { ownCall, type KeyIdentity } from '../http/context.js';
import type { RateBudget, RateDecision, RateGrant } from './budget.js';

export type TakeRate = (identity: KeyIdentity, budget: RateBudget, count: number, from: CallFor) => Promise<RateGrant>;

/** Calls taken at once, at least. Of the small budget only what is waiting, so that its count is exact over all replicas. */
const BLOCK: Record<RateBudget, number> = { insights: 1, general: 20 };
/** Of a wide window a second's share is taken at once: a busy key then waits for a block once a second, however wide. */
const BLOCKS_A_WINDOW: Record<RateBudget, number> = { insights: Infinity, general: 60 };
const MAX_TAKEN = 1000;
const MAX_LEASES = 20_000;

/** What this replica holds of one key's running window. */
interface Lease {
  limit: number;
  /** Granted and not yet used here. */
  left: number;
  /** Left for all replicas. */
  remaining: number;
  /** Nothing more is to be had before the window ends. */
  exhausted: boolean;
  /** Milliseconds by the steady clock of this process. */
  endsAt: number;
}

/**
 * Hands out the calls that the tenant service grants in blocks. What is not used ends with its window. Callers that come
 * while a block is being fetched wait for it; a window that is used up is refused here until it ends.
 */
export class RateLeases {
  private readonly steady: Clock;
  private readonly leases = new Map<string, Lease>();
  private readonly fetching = new Map<string, { waiting: number; done: Promise<void> }>();

  constructor(
    private readonly takeRate: TakeRate,
    private readonly clock: Clock,
  ) {
    this.steady = steadyOf(clock);
  }

  /** Takes one call of the key's budget. */
  async take(identity: KeyIdentity, budget: RateBudget, from: CallFor): Promise<RateDecision> {
    const name = nameOf(identity, budget);
    for (;;) {
      const decision = this.decide(name);
      if (decision) return decision;
      const running = this.fetching.get(name);
      if (running) running.waiting++;
      await (running?.done ?? this.fetch(name, identity, budget, from));
    }
  }

  /** Whether it is known here that the next call is refused. */
  isSpent(identity: KeyIdentity, budget: RateBudget): boolean {
    const lease = this.leases.get(nameOf(identity, budget));
    return lease !== undefined && lease.exhausted && lease.left === 0 && lease.endsAt > this.steady.now();
  }

  /** Undefined when more must be fetched first. */
  private decide(name: string): RateDecision | undefined {
    const lease = this.leases.get(name);
    const now = this.steady.now();
    if (!lease || lease.endsAt <= now) return undefined;
    const allowed = lease.left > 0;
    if (!allowed && !lease.exhausted) return undefined;
    if (allowed) lease.left--;
    return {
      allowed,
      limit: lease.limit,
      remaining: lease.left + lease.remaining,
      resetSeconds: Math.max(1, Math.ceil((lease.endsAt - now) / 1000)),
    };
  }

  private async fetch(name: string, identity: KeyIdentity, budget: RateBudget, from: CallFor): Promise<void> {
    // Those who waited for the block before this one are counted by the time they come round.
    const turn = { waiting: 1, done: Promise.resolve() };
    const fetched = (async () => {
      await Promise.resolve();
      const share = Math.floor((this.leases.get(name)?.limit ?? 0) / BLOCKS_A_WINDOW[budget]);
      const count = Math.min(MAX_TAKEN, Math.max(BLOCK[budget], share, turn.waiting));
      // Not bound to this request's signal: others wait for the same block.
      const grant = await this.takeRate(identity, budget, count, ownCall(from));
      this.keep(name, grant, count);
    })();
    // Who waits fails with it, too: asking again for each of them would only take longer.
    turn.done = fetched;
    this.fetching.set(name, turn);
    try {
      await fetched;
    } finally {
      this.fetching.delete(name);
    }
  }

  private keep(name: string, grant: RateGrant, count: number): void {
    const now = this.steady.now();
    // The services' clocks may differ: the end is taken for what it says only as far as the whole seconds agree.
    const most = grant.resetSeconds * 1000;
    const endsAt = now + Math.min(most, Math.max(most - 1000, grant.resetAt / 1000 - this.clock.now()));
    const { granted: left, limit, remaining } = grant;
    this.leases.delete(name);
    this.leases.set(name, { limit, left, remaining, exhausted: left < count, endsAt: Math.max(endsAt, now + 1) });
    const oldest = this.leases.keys().next();
    if (this.leases.size > MAX_LEASES && !oldest.done) this.leases.delete(oldest.value);
  }
}

const nameOf = ({ keyId }: KeyIdentity, budget: RateBudget): string => `${budget} ${keyId}`;
