import { SLICE_MS } from './slices.js';

/** What one task may cost in an answering thread. Times in milliseconds of the wall clock: they hold on a busy machine, too. */
export interface AnsweringLimits {
  /** A thread that gives no sign of life for so long is stuck. */
  stallMs: number;
  /** A task of any kind but indexing, its questions aside. */
  taskMs: number;
  /** Each question of it. With `taskMs` for a batch of 50, and `waitMs`, less than the job's time. */
  questionMs: number;
  /** Questions whose turn does not come in so long are not begun any more: the run tries again later. */
  waitMs: number;
  /** The same for what a person waits for, who is told so while still there. */
  urgentWaitMs: number;
  /** So long a person waits for the evidence to be read, which goes on without. */
  urgentLoadMs: number;
  /** So long a task works before others may come between. */
  sliceMs: number;
  /** A part of an index: up to 500 items, whose statements may all have to be encoded. */
  indexMs: number;
  /** Only the first judge reads the evidence (`CANDOR_ANSWER_READING`). */
  readOnce: boolean;
  /** Heap of a thread, MiB, its indexes included; vectors lie outside of it. */
  heapMb: number;
}

export const ANSWERING_LIMITS: AnsweringLimits = {
  stallMs: 15_000,
  taskMs: 20_000,
  questionMs: 10_000,
  waitMs: 30_000,
  urgentWaitMs: 8_000,
  urgentLoadMs: 15_000,
  sliceMs: SLICE_MS,
  indexMs: 600_000,
  readOnce: false,
  heapMb: 1_024,
};

/** Characters of a question that are read; the models read the first few hundred tokens of it in any case. */
export const MOST_QUESTION_CHARACTERS = 4_000;
