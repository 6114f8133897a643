/** The two budgets of calls that a key has: the list of conversations, and everything else. */
export type RateBudget = 'insights' | 'general';

/** What the tenant service granted out of the window that all gateway replicas share. */
export interface RateGrant {
  /** 0 to what was asked for; less means that the window is used up. */
  granted: number;
  /** Calls a window, the burst included. */
  limit: number;
  /** What is left for all replicas after this. */
  remaining: number;
  /** When the window ends, microseconds by the tenant service's clock. */
  resetAt: number;
  /** Until then, rounded up to whole seconds. */
  resetSeconds: number;
}

/** Whether one call may run, and what the answer says of the budget. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, from 1. */
  resetSeconds: number;
}
