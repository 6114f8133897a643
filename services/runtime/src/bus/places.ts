import type { JobDefinition } from './job.js';
import type { FairQueue } from './fair-queue.js';

/** The places of a process for one kind of job, and whose jobs run in them. */
export class Places {
  private readonly runningOf = new Map<string, number>();
  /** Jobs that run now. */
  running = 0;

  constructor(private readonly job: Pick<JobDefinition<unknown>, 'concurrency' | 'guests'>) {}

  /** The next job that has a place; `leave` gives the place back. */
  take<Item>(queue: FairQueue<Item>, organizationOf: (item: Item) => string): Item | undefined {
    const { concurrency, guests = 0 } = this.job;
    if (this.running >= concurrency + guests) return undefined;
    const isGuest = this.running >= concurrency;
    const item = queue.take((organizationId) => !isGuest || !this.runningOf.has(organizationId));
    if (item === undefined) return undefined;
    this.running++;
    const organizationId = organizationOf(item);
    this.runningOf.set(organizationId, (this.runningOf.get(organizationId) ?? 0) + 1);
    return item;
  }

  leave(organizationId: string): void {
    this.running--;
    const left = (this.runningOf.get(organizationId) ?? 1) - 1;
    if (left > 0) this.runningOf.set(organizationId, left);
    else this.runningOf.delete(organizationId);
  }
}
