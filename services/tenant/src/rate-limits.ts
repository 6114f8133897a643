import { micros, type Clock } from '@candor/runtime';
import type { RateWindowStore } from './store/rate-windows.js';

/** Calls a key has in one window of a budget. */
export interface RateBudget {
  perMinute: number;
  /** Calls above it that are let through. */
  burst: number;
}

export interface RateBudgets {
  /** The list of conversations. */
  insights: RateBudget;
  /** Everything else. */
  general: RateBudget;
}

/** Decisions §1. */
export const DEFAULT_RATES: RateBudgets = {
  insights: { perMinute: 100, burst: 20 },
  general: { perMinute: 1000, burst: 200 },
};

export interface RateTaken {
  granted: number;
  /** A window, the burst included. */
  limit: number;
  remaining: number;
  /** Microseconds. */
  resetAt: number;
  /** Whole seconds, from 1. */
  resetSeconds: number;
}

/** A minute, in microseconds. */
const WINDOW = 60_000_000;

/** Fixed windows of one minute from the key's first call in it, shared by all replicas through the database. */
export class RateLimits {
  constructor(
    private readonly windows: RateWindowStore,
    private readonly budgets: RateBudgets,
    private readonly clock: Clock,
  ) {}

  /** Takes up to `count` calls; grants what is left of the window when that is less. */
  async take(organizationId: string, keyId: string, budget: keyof RateBudgets, count: number): Promise<RateTaken> {
    const now = micros(this.clock);
    const { perMinute, burst } = this.budgets[budget];
    const limit = perMinute + burst;
    const { before, endsAt } = await this.windows.use(organizationId, keyId, budget, count, { now, length: WINDOW });
    return {
      granted: Math.min(count, Math.max(0, limit - before)),
      limit,
      remaining: Math.max(0, limit - before - count),
      resetAt: endsAt,
      resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1_000_000)),
    };
  }
}
