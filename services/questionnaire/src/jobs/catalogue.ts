import type { JobDefinition } from '@candor/runtime';
import { z } from 'zod';

/**
 * Every job of this service. A message says only where to look: what is to be done is stored in the document's work state,
 * so a lost message is published again and a repeated one finds nothing to do.
 */
const target = z.object({ id: z.string() });
export type Target = z.infer<typeof target>;

function job(name: string, options: Partial<JobDefinition<Target>> = {}): JobDefinition<Target> {
  return {
    name,
    schema: target,
    timeoutMs: 60_000,
    attempts: 3,
    backoffMs: [1000, 5000, 30_000],
    concurrency: 2,
    ...options,
  };
}

/** Six documents at most are read at once, and each may have to wait until the others are through with OCR (5 minutes each). */
const READING_MS = 1_800_000;

/** The local engine's time, and that of an endpoint (`OPENAI_BATCH_SECONDS` and one more reply). The lease is renewed meanwhile. */
const ANSWERING_MS = 1_080_000;

export const JOBS = {
  /** Type, size and safety of an uploaded file. */
  validate: job('questionnaire.validate', { concurrency: 4 }),
  /** Reads the document and stores its questions and account. */
  extract: job('questionnaire.extract', { timeoutMs: READING_MS, guests: 2 }),
  /** Pins a knowledge revision and cuts the questions into batches. Version 1 knew no questions that are answered again. */
  plan: job('questionnaire.plan', { version: 2, concurrency: 4 }),
  /** Answers one batch; the target is the batch. Version 1 knew no chosen questions. */
  answerBatch: job('questionnaire.answer_batch', { version: 2, timeoutMs: ANSWERING_MS, concurrency: 4 }),
  /** Moves a questionnaire on whose last batch has closed. */
  finish: job('questionnaire.finish', { concurrency: 4 }),
  /** After the answers of a web form: takes the questions of pages that came meanwhile. */
  continueForm: job('questionnaire.continue_form', { concurrency: 4 }),
  /** Removes the children and the file of a deleted questionnaire. */
  purge: job('questionnaire.purge', { concurrency: 1 }),
  /** Answers one questionnaire of the past anew, and compares; as many turns as it takes. */
  backtest: job('questionnaire.backtest', { timeoutMs: ANSWERING_MS, concurrency: 1 }),
  /** Answers the usual questions from an organization's evidence, while nothing else waits. */
  standardSet: job('questionnaire.answer_standard_set', { timeoutMs: ANSWERING_MS, concurrency: 1 }),
  /** Reads a knowledge document and splits it into passages. */
  indexDocument: job('knowledge.index_document', { timeoutMs: READING_MS }),
  /** Removes the passages and the file of a deleted document. */
  purgeDocument: job('knowledge.purge_document', { concurrency: 1 }),
} as const;

export const jobByName = (name: string): JobDefinition<Target> | undefined =>
  Object.values(JOBS).find((definition) => definition.name === name);

/** Claims of one job, crashes included, after which the work is given up: a document that kills its worker must end. */
export const MOST_CLAIMS = 12;
