import { AppError } from '@candor/runtime';

/** The index was dropped (memory, a replaced thread) since `ensureIndex`: call that again, then retry. */
export class IndexNotReadyError extends Error {
  override readonly name = 'IndexNotReadyError';
}

/**
 * The thread that worked on a task ended, or is being ended with its process: nothing is wrong with the task, and nothing of it
 * was done. A job is repeated; a person is told to try again.
 */
export class AnsweringThreadLostError extends Error {
  override readonly name = 'AnsweringThreadLostError';
}

export type AnsweringLimit = 'answering_timed_out' | 'answering_out_of_memory';

const LIMIT_MESSAGES: Record<AnsweringLimit, string> = {
  answering_timed_out:
    'Answering took longer than is allowed. Shorten the question, or remove documents that are no prose from the evidence, and try again.',
  answering_out_of_memory:
    'Answering needs more memory than is allowed. Split the largest documents of the evidence, or remove what is not needed, and try again.',
};

/** A task exceeded its time or memory; its thread was ended. */
export class AnsweringLimitError extends AppError {
  constructor(readonly limit: AnsweringLimit) {
    // Not `unavailable`: as an outage it would be tried for ever.
    super('too_large', limit, LIMIT_MESSAGES[limit]);
    this.name = 'AnsweringLimitError';
  }
}

/** By then the load of the evidence has gone on, and batches have ended. */
const RETRY_AFTER_S = 5;

/** The turn of a task did not come in time; nothing of it was done. */
export class AnsweringBusyError extends AppError {
  constructor(cause?: unknown) {
    super(
      'unavailable',
      'answering_busy',
      'Too many questions are being answered, or evidence is being read, at this moment. Try again shortly.',
      { cause, data: { retry_after: RETRY_AFTER_S } },
    );
    this.name = 'AnsweringBusyError';
  }
}
