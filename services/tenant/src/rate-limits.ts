import { micros, type Clock } from '@candor/runtime';
import { BROWSER_EXTENSION } from './extensions.js';
import type { AgentConnectionStore } from './store/agent-connections.js';
import type { KeyDirectory } from './store/key-directory.js';
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

interface Parts {
  windows: RateWindowStore;
  directory: Pick<KeyDirectory, 'findById'>;
  agentConnections: Pick<AgentConnectionStore, 'findById'>;
  budgets: RateBudgets;
  clock: Clock;
}

/** A minute, in microseconds. */
const WINDOW = 60_000_000;

/** Fixed windows of one minute from the key's first call in it, shared by all replicas through the database. */
export class RateLimits {
  constructor(private readonly parts: Parts) {}

  /** Takes up to `count` calls; grants what is left of the window when that is less. */
  async take(organizationId: string, keyId: string, budget: keyof RateBudgets, count: number): Promise<RateTaken> {
    const { windows, budgets, clock } = this.parts;
    const now = micros(clock);
    const { perMinute, burst } = budgets[budget];
    const limit = perMinute + burst;
    const { before, endsAt } = await windows.use(organizationId, await this.holder(keyId), budget, count, {
      now,
      length: WINDOW,
    });
    return {
      granted: Math.min(count, Math.max(0, limit - before)),
      limit,
      remaining: Math.max(0, limit - before - count),
      resetAt: endsAt,
      resetSeconds: Math.max(1, Math.ceil((endsAt - now) / 1_000_000)),
    };
  }

  /** People make agents and extensions of theirs as they like: all of one person share a budget. Each other key has its own. */
  private async holder(keyId: string): Promise<string> {
    const { directory, agentConnections } = this.parts;
    const key = await directory.findById(keyId);
    if (key) return key.madeFor === BROWSER_EXTENSION && key.ownerId !== undefined ? `of ${key.ownerId}` : keyId;
    const agent = await agentConnections.findById(keyId);
    return agent ? `of ${agent.userId}` : keyId;
  }
}
