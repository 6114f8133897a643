import { ended, versionOf, type Clock, type JobDefinition } from '@candor/runtime';
import type { Collection, Document, Filter, PullOperator, PushOperator } from 'mongodb';
import type { WorkState } from './documents.js';

/** What is to be done, by which version of it. */
export type WorkJob = Pick<JobDefinition<never>, 'name' | 'version'>;

/** Every collection of documents that carry work declares this index. */
export const WORK_INDEX = { keys: { workOpen: 1, workSweepAt: 1 } } as const;

/** How long a published message may wait in a queue before the sweeper publishes it again. */
const QUEUE_PATIENCE_MS = 60_000;

/**
 * Leases, waits after failures and patience with messages are all shorter: a time farther away was written before the clock was
 * set back, and would keep its work from everybody as long as that.
 */
export const FARTHEST_MS = 10 * 60_000;

export const noWork = (): WorkState => ({
  workOpen: false,
  workJob: '',
  workVersion: 1,
  workAttempt: 0,
  workClaims: 0,
  workFailures: 0,
  workLeaseUntil: 0,
  workSweepAt: 0,
  workSince: 0,
});

/** A document's first work. The sweeper leaves it alone while its message is on the way. */
export const firstWork = (job: WorkJob, clock: Clock): WorkState => ({ ...noWork(), ...nextWork(job, clock) });

/** The `$set` that asks for the next job, in the same write as the change that calls for it. */
export const nextWork = (job: WorkJob, clock: Clock) => ({
  workOpen: true,
  workJob: job.name,
  workVersion: versionOf(job),
  workClaims: 0,
  workFailures: 0,
  workLeaseUntil: 0,
  workSweepAt: clock.now() + QUEUE_PATIENCE_MS,
  workSince: clock.now(),
});

/** The same, but not before the present holder's lease has ended. */
export const workAfterLease = (job: WorkJob, clock: Clock) => ({
  workOpen: true,
  workJob: job.name,
  workVersion: versionOf(job),
  workClaims: 0,
  workFailures: 0,
  workSweepAt: clock.now(),
  workSince: clock.now(),
});

export const endOfWork = () => ({
  workOpen: false,
  workJob: '',
  workClaims: 0,
  workFailures: 0,
  workLeaseUntil: 0,
  workSweepAt: 0,
  workSince: 0,
});

export interface WorkChange<T> {
  set?: Partial<T>;
  push?: PushOperator<T>;
  pull?: PullOperator<T>;
}

/** What the sweeper needs to know of a piece of work. */
interface Waiting {
  _id: string;
  organizationId: string;
  workJob: string;
  workSweepAt: number;
}

type Worker = WorkState & { _id: string; organizationId: string };

/** Claims, completion and failure of the work on one collection's documents. */
export class WorkStore<T extends Worker> {
  constructor(
    private readonly collection: Collection<T>,
    private readonly clock: Clock,
  ) {}

  /** Takes the job if nobody holds it; null when it is done, held, or not due. Atomic. */
  async claim(organizationId: string, id: string, job: WorkJob, leaseMs: number): Promise<T | null> {
    const now = this.clock.now();
    const claimed = await this.collection.findOneAndUpdate(
      {
        _id: id,
        organizationId,
        workJob: job.name,
        ...ended('workLeaseUntil', now, FARTHEST_MS),
        // Work that a release of before asks for has no version.
        workVersion: { $not: { $gt: versionOf(job) } },
      } as Filter<T>,
      {
        $set: { workLeaseUntil: now + leaseMs, workSweepAt: now + leaseMs } as Partial<T>,
        $inc: { workAttempt: 1, workClaims: 1 } as Document,
      } as Document,
      { returnDocument: 'after' },
    );
    return claimed as T | null;
  }

  /** Prolongs the lease of a claim whose work goes on; changes nothing when the claim was lost or its job has ended. */
  async renew(claim: T, leaseMs: number): Promise<void> {
    const until = this.clock.now() + leaseMs;
    await this.collection.updateOne(held(claim), {
      $set: { workLeaseUntil: until, workSweepAt: until } as Partial<T>,
    });
  }

  /** Changes a claimed document; false when the claim was lost meanwhile. */
  async change(claim: T, change: WorkChange<T>): Promise<boolean> {
    const update: Document = {};
    if (change.set) update['$set'] = change.set;
    if (change.push) update['$push'] = change.push;
    if (change.pull) update['$pull'] = change.pull;
    const result = await this.collection.updateOne(held(claim), update);
    return result.matchedCount === 1;
  }

  /** Gives the job back after a failure, to be tried at `dueAt` (milliseconds since the epoch). */
  async release(claim: T, dueAt: number): Promise<void> {
    await this.collection.updateOne(held(claim), {
      $set: { workLeaseUntil: dueAt, workSweepAt: dueAt + QUEUE_PATIENCE_MS } as Partial<T>,
      $inc: { workFailures: 1 } as Document,
    } as Document);
  }

  /** Puts a claim down without having done anything: it was too early. The sweeper publishes it again after `afterMs`. */
  async giveBack(claim: T, afterMs = QUEUE_PATIENCE_MS): Promise<void> {
    await this.collection.updateOne(held(claim), {
      $set: { workLeaseUntil: 0, workClaims: 0, workSweepAt: this.clock.now() + afterMs } as Partial<T>,
    });
  }

  /**
   * Every organization's work that did not move: its message was lost or its worker died. Each is marked, so that of
   * several sweepers one publishes it. System scope: the only read across organizations.
   */
  async overdue(limit: number): Promise<{ id: string; organizationId: string; job: string }[]> {
    const now = this.clock.now();
    const due = await this.waiting({ $lte: now }, limit);
    const candidates = due.length < limit ? [...due, ...(await this.waiting({ $gt: now + FARTHEST_MS }, limit))] : due;
    const taken = [];
    for (const { _id, organizationId, workJob, workSweepAt } of candidates) {
      const marked = await this.collection.updateOne({ _id, workOpen: true, workSweepAt } as Filter<T>, {
        $set: { workSweepAt: now + QUEUE_PATIENCE_MS } as Partial<T>,
      });
      if (marked.modifiedCount === 1) taken.push({ id: _id, organizationId, job: workJob });
    }
    return taken;
  }

  private async waiting(workSweepAt: object, limit: number): Promise<Waiting[]> {
    return this.collection
      .find({ workOpen: true, workSweepAt } as Filter<T>)
      .project<Waiting>({ organizationId: 1, workJob: 1, workSweepAt: 1 })
      .sort({ workSweepAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** Every organization's open work, counted by job; `since` is when the oldest was asked for, milliseconds. System scope. */
  async open(): Promise<{ job: string; count: number; since: number }[]> {
    const rows = await this.collection
      .aggregate<{ _id: string; count: number; since: number | null }>([
        { $match: { workOpen: true } },
        { $group: { _id: '$workJob', count: { $sum: 1 }, since: { $min: '$workSince' } } },
      ])
      .toArray();
    return rows.map(({ _id, count, since }) => ({ job: _id, count, since: since ?? this.clock.now() }));
  }

  /** When one process is all there is, every lease found at start belongs to a dead one: take them back at once. */
  async reclaimAll(): Promise<void> {
    await this.collection.updateMany({ workOpen: true } as Filter<T>, {
      $set: { workLeaseUntil: 0, workSweepAt: 0 } as Partial<T>,
    });
  }
}

const held = <T extends Worker>(claim: T): Filter<T> =>
  ({
    _id: claim._id,
    organizationId: claim.organizationId,
    workJob: claim.workJob,
    workAttempt: claim.workAttempt,
  }) as Filter<T>;
