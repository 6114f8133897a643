import type { WorkState } from '../store/documents.js';
import type { WorkStore } from '../store/work.js';

/** What a claim is good for without a sign of life: a dead worker's job is taken up again after it. */
export const LEASE_MS = 20_000;
const RENEW_MS = 5000;

/**
 * Keeps a claim while its work goes on, and no longer than the job's timeout: a worker that hangs must lose it. A renewal
 * that fails is left to the next one; a worker that cannot reach the database loses its claim like a dead one.
 */
export class Lease<T extends WorkState & { _id: string; organizationId: string }> {
  private readonly timer: NodeJS.Timeout;
  private renewing: Promise<void> = Promise.resolve();

  constructor(store: WorkStore<T>, claim: T, timeoutMs: number) {
    const deadline = performance.now() + timeoutMs;
    this.timer = setInterval(() => {
      if (performance.now() > deadline) clearInterval(this.timer);
      else this.renewing = store.renew(claim, LEASE_MS).catch(() => undefined);
    }, RENEW_MS);
  }

  /** Resolves when no renewal is under way any more. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
  }
}
