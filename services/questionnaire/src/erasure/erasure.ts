import { micros, type Clock } from '@candor/runtime';
import type { ErasureStore } from '../store/erasures.js';

/** Longer than the longest job and the longest upload that was let in before the organization was closed, microseconds. */
const LATE_US = 15 * 60e6;

/**
 * Erases an organization: at once what there is, and for a quarter of an hour what a job or an upload that was in hand
 * then still writes. Repeats are harmless.
 */
export class Erasure {
  constructor(
    private readonly store: ErasureStore,
    /** Drops what is known of an organization in memory. */
    private readonly forget: (organizationId: string) => Promise<void>,
    private readonly clock: Clock,
  ) {}

  async erase(organizationId: string): Promise<void> {
    await this.store.begin(organizationId);
    await this.store.sweep(organizationId);
    await this.forget(organizationId);
  }

  /** Removes what came late. */
  async sweepAgain(): Promise<void> {
    for (const organizationId of await this.store.overdue('due')) {
      await this.store.sweep(organizationId);
      await this.store.settle(organizationId, micros(this.clock) - LATE_US);
    }
  }

  /** Every process has its own memory: each forgets what another one was told to erase. */
  async forgetAll(): Promise<void> {
    for (const organizationId of await this.store.overdue('all')) await this.forget(organizationId);
  }
}
