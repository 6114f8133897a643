import { availableParallelism } from 'node:os';
import { noMeter, silentLogger, type Logger, type Meter } from '@candor/runtime';
import { AnsweringPool } from './answering/answering-pool.js';
import { Drafting } from './answering/drafting.js';
import type { DraftingOptions } from './answering/engine-config.js';
import { EndpointRewriting } from './answering/rewriting/endpoint-rewriting.js';
import type { Rewriting } from './answering/rewriting/goals.js';
import { DocumentPool } from './documents/pool/document-pool.js';
import { DEFAULT_LANGUAGES, DEFAULT_RECOGNITION } from './documents/ocr/recognition.js';
import { ExportPool } from './export/pool/export-pool.js';
import type { ExportWriting } from './export/prepare-export.js';
import { draftObserver, rewriteObserver } from './measures.js';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './documents/source.js';
import type { AnsweringWorkers } from './knowledge/answering-workers.js';
import type { RowReading } from './knowledge/import.js';
import type { DocumentReading } from './jobs/reading.js';

/** The threads that do this service's CPU work. */
export interface Workers {
  reading: DocumentReading & RowReading;
  answering: AnsweringWorkers;
  writing: ExportWriting;
  /** Undefined where no endpoint drafts. */
  rewriting?: Rewriting | undefined;
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Threads of each kind; default: one less than the cores, at least one. */
  threads?: number;
  /** Budget of all knowledge indexes together, bytes. */
  indexBytes?: number;
  limits?: Partial<ReadLimits>;
  /** Languages of scans; default: German and English. */
  ocrLanguages?: readonly string[];
  /** Only the first judge reads the evidence. */
  readOnce?: boolean;
  /** An endpoint that drafts answers; absent: the local engine alone. */
  drafting?: DraftingOptions | undefined;
  logger?: Logger;
  meter?: Meter;
}

const INDEX_BYTES = 256 * 1024 * 1024;

/** Starts the worker threads; each is made when it is first needed. */
export function startWorkers(options: WorkerOptions = {}): Workers {
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const limits = { ...DEFAULT_READ_LIMITS, ...options.limits };
  const languages = options.ocrLanguages ?? DEFAULT_LANGUAGES;
  const reading = new DocumentPool({ threads, limits, recognition: { ...DEFAULT_RECOGNITION, languages } });
  const writing = new ExportPool({ threads: 1, limits });
  const answering = new AnsweringPool({
    threads,
    indexBytes: options.indexBytes ?? INDEX_BYTES,
    limits: { readOnce: options.readOnce ?? false },
  });
  // Also where no endpoint drafts: a figure of 0 says more than none.
  const observe = draftObserver(options.meter ?? noMeter);
  const logger = options.logger ?? silentLogger();
  const drafting = options.drafting ? new Drafting(answering, options.drafting, logger, observe) : undefined;
  const engine = drafting ?? answering;
  return {
    reading,
    writing,
    answering: {
      // The pool counts from 1, so that "nothing is known yet" is a revision too.
      ensureIndex: (organizationId, revision, load, keep, by) =>
        answering.ensureIndex(organizationId, revision + 1, (since) => load(Math.max(0, since - 1)), keep, by),
      forget: (organizationId) => answering.forget(organizationId),
      pairs: (organizationId, pairs, by) => answering.pairs(organizationId, pairs, by),
      compare: (organizationId, answers, by) => answering.compare(organizationId, answers, by),
      chooseFacts: (organizationId, questions, most) => answering.chooseFacts(organizationId, questions, most),
      suggest: (organizationId, revision, request, limit) =>
        answering.suggest(organizationId, revision + 1, request, limit),
      ...(drafting && {
        preview: (organizationId, revision, request) => drafting.preview(organizationId, revision + 1, request),
      }),
      answerLocally: (organizationId, revision, requests, by) =>
        answering.answer(organizationId, revision + 1, requests, by),
      answer: (organizationId, revision, requests, by) => engine.answer(organizationId, revision + 1, requests, by),
    },
    rewriting: drafting && rewritingBy(drafting, answering, options.meter ?? noMeter),
    close: async () => {
      await Promise.all([reading.close(), answering.close(), writing.close()]);
    },
  };
}

/** On the endpoint that drafts, within the limits that it has for all. */
const rewritingBy = (drafting: Drafting, pool: AnsweringPool, meter: Meter): Rewriting =>
  new EndpointRewriting(
    { complete: async (ask, patience) => (await drafting.started()).client.complete(ask, patience) },
    (organizationId, drafts) => pool.check(organizationId, drafts, 'person'),
    { observe: rewriteObserver(meter) },
  );
