import { availableParallelism } from 'node:os';
import { AnsweringPool } from './answering/answering-pool.js';
import { splitPassages } from './answering/passages.js';
import { extractQuestions } from './extraction/extract.js';
import { FileSource, DEFAULT_READ_LIMITS } from './documents/source.js';
import { checkDocument, readDocument } from './documents/read-document.js';
import { readPastedText } from './documents/text/read-plain.js';
import type { AnsweringWorkers } from './knowledge/answering.js';
import type { RowReading } from './knowledge/import.js';
import type { DocumentReading } from './jobs/reading.js';

/** The threads that do this service's CPU work. */
export interface Workers {
  reading: DocumentReading & RowReading;
  answering: AnsweringWorkers;
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Threads of each kind; default: one less than the cores, at least one. */
  threads?: number;
  /** Budget of all knowledge indexes together, bytes. */
  indexBytes?: number;
}

const INDEX_BYTES = 256 * 1024 * 1024;

export function startWorkers(options: WorkerOptions = {}): Workers {
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const answering = new AnsweringPool({ threads, indexBytes: options.indexBytes ?? INDEX_BYTES });
  return {
    reading: inThread(),
    answering: {
      // The pool counts from 1, so that "nothing is known yet" is a revision too.
      ensureIndex: (organizationId, revision, load) =>
        answering.ensureIndex(organizationId, revision + 1, (since) => load(Math.max(0, since - 1))),
      answer: (organizationId, revision, requests) => answering.answer(organizationId, revision + 1, requests),
    },
    close: () => answering.close(),
  };
}

// TEMPORARY until the document pool lands.
function inThread(): DocumentReading & RowReading {
  async function* pieces(model: Awaited<ReturnType<typeof readDocument>>) {
    await Promise.resolve();
    const result = extractQuestions(model);
    for (const sheet of result.sheets) {
      yield { kind: 'sheet' as const, index: sheet.index, name: sheet.name, hidden: sheet.hidden };
      yield { kind: 'questions' as const, sheetIndex: sheet.index, questions: sheet.questions };
      yield { kind: 'account' as const, sheetIndex: sheet.index, entries: sheet.account };
    }
    yield { kind: 'warnings' as const, warnings: result.warnings };
  }
  return {
    async check(path, declared) {
      await checkDocument(FileSource.open(path), declared, DEFAULT_READ_LIMITS);
    },
    async *extract(path, declared) {
      yield* pieces(await readDocument(FileSource.open(path), declared, DEFAULT_READ_LIMITS));
    },
    async *extractText(text) {
      yield* pieces(readPastedText(text));
    },
    async *passages(path, declared) {
      yield splitPassages(await readDocument(FileSource.open(path), declared, DEFAULT_READ_LIMITS), declared.fileName);
    },
    rows: () => Promise.resolve([]),
  };
}
