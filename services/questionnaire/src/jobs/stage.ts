import {
  AppError,
  backoffOf,
  failpoint,
  isOutage,
  TerminalError,
  type Clock,
  type Delivery,
  type JobDefinition,
  type JobHandler,
  type Logger,
} from '@candor/runtime';
import { DocumentError } from '../documents/errors.js';
import type { WorkState } from '../store/documents.js';
import type { WorkStore } from '../store/work.js';
import { MOST_CLAIMS, type Target } from './catalogue.js';
import { Lease, LEASE_MS } from './lease.js';

type Worker = WorkState & { _id: string; organizationId: string };

export interface StageFailure {
  code: string;
  /** Public: what happened and what to do. */
  message: string;
}

export interface Stage<T extends Worker> {
  job: JobDefinition<Target>;
  store: WorkStore<T>;
  /** Does the work of a claimed document, its completion included. */
  work: (claim: T, delivery: Delivery<Target>) => Promise<void>;
  /** Marks the document as failed: the input cannot be used, or the last attempt failed. */
  fail: (claim: T, failure: StageFailure) => Promise<void>;
  /** Tells people that the work waits for something that is out; absent: nobody waits for it. */
  held?: (claim: T, failure: StageFailure) => Promise<void>;
}

const GAVE_UP: StageFailure = {
  code: 'gave_up',
  message: 'Processing stopped unexpectedly again and again. Retry it; if it fails again, the file may be the cause.',
};
/** When the sweeper looks at work that an outage interrupted, should its message be lost too. */
const OUTAGE_AGAIN_MS = 10_000;
const INTERNAL: StageFailure = { code: 'internal_error', message: 'Something went wrong on our side. Retry it.' };

/**
 * The one way in which a job is run: claim, work, and on failure either give it back for another attempt or mark it
 * failed. A document that cannot be used fails at once; an unknown error only on the last attempt; an outage never.
 */
export function stageHandler<T extends Worker>(stage: Stage<T>, clock: Clock, logger: Logger): JobHandler<Target> {
  return async (delivery) => {
    const { job, store, work, fail } = stage;
    const claim = await store.claim(delivery.organizationId, delivery.payload.id, job, LEASE_MS);
    if (!claim) return;
    await failpoint('job.claimed');
    if (claim.workClaims > MOST_CLAIMS) {
      await fail(claim, GAVE_UP);
      throw new TerminalError(GAVE_UP.code, `${job.name} was claimed ${claim.workClaims - 1} times without an end`);
    }
    const lease = new Lease(store, claim, job.timeoutMs);
    try {
      await work(claim, delivery);
      await failpoint('job.worked');
    } catch (error) {
      await lease.end();
      if (error instanceof DocumentError) {
        logger.info(
          { job: job.name, id: claim._id, code: error.code, request_id: delivery.requestId },
          'document cannot be used',
        );
        await fail(claim, { code: error.code, message: error.message });
        return;
      }
      if (isOutage(error)) {
        // Says nothing about the document. What cannot be put down now falls free when its lease ends.
        await store.giveBack(claim, OUTAGE_AGAIN_MS).catch(() => undefined);
        // What tells it may be out as well.
        if (error instanceof AppError)
          await stage.held?.(claim, { code: error.code, message: error.message }).catch(() => undefined);
        throw error;
      }
      const failures = claim.workFailures + 1;
      if (error instanceof TerminalError || failures >= job.attempts) {
        // Both have a text that people may read.
        const told = error instanceof TerminalError || error instanceof AppError;
        await fail(claim, told ? { code: error.code, message: error.message } : INTERNAL);
        throw new TerminalError(INTERNAL.code, error instanceof Error ? error.message : 'unknown error', {
          cause: error,
        });
      }
      // A little before the message comes again, so that it finds the job free.
      await store.release(claim, clock.now() + backoffOf(job as JobDefinition<never>, failures + 1) - 100);
      await failpoint('job.released');
      throw error;
    } finally {
      await lease.end();
    }
  };
}
