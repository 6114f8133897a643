import type { DocumentFormat } from '../detect/formats.js';
import { NO_CORRECTIONS } from '../../extraction/said/corrections.js';
import type { DeclaredType, ReadLimits } from '../source.js';
import { DEFAULT_RECOGNITION, type RecognitionOptions } from '../ocr/recognition.js';
import { KnownPages } from '../ocr/known-pages.js';
import { Turns } from '../ocr/turns.js';
import { DocumentThread } from './document-thread.js';
import type { ExtractionPiece, Job, KnowledgePiece, Piece } from './messages.js';

/**
 * A pool of worker threads that read documents and extract their questions, so that a hostile or huge document holds up
 * nothing else. A thread that exceeds its time or memory is ended and replaced. Results come in pieces at the caller's pace.
 *
 * All methods throw `DocumentError` for what the document is to blame for.
 */
export class DocumentPool {
  readonly #idle: DocumentThread[] = [];
  readonly #busy = new Set<DocumentThread>();
  readonly #waiting: { take(thread: DocumentThread): void; refuse(error: Error): void }[] = [];
  /** One document of the pool at a time is read by OCR. */
  readonly #turns = new Turns();
  readonly #pages = new KnownPages();
  #closed = false;

  constructor(private readonly options: { threads: number; limits: ReadLimits; recognition?: RecognitionOptions }) {}

  /** Cheap check before a document is queued (see `checkDocument`). */
  async check(path: string, declared: DeclaredType): Promise<{ format: DocumentFormat }> {
    let format: DocumentFormat | undefined;
    for await (const piece of this.#run({ task: 'check', path, declared }))
      format = (piece as { format: DocumentFormat }).format;
    if (format === undefined) throw new Error('the check gave no result');
    return { format };
  }

  /**
   * Questions and account of a document: each sheet's head, its questions (at most 250 a piece), its account (500); then the
   * outline, and warnings last.
   */
  extract(path: string, declared: DeclaredType, corrections = NO_CORRECTIONS): AsyncIterable<ExtractionPiece> {
    return this.#run({ task: 'extract', path, declared, corrections }) as AsyncIterable<ExtractionPiece>;
  }

  /** The same for pasted text. */
  extractText(text: string, corrections = NO_CORRECTIONS): AsyncIterable<ExtractionPiece> {
    return this.#run({ task: 'text', text, corrections }) as AsyncIterable<ExtractionPiece>;
  }

  /** Passages of a knowledge document (at most 200 a piece); warnings last. */
  passages(path: string, declared: DeclaredType): AsyncIterable<KnowledgePiece> {
    return this.#run({ task: 'passages', path, declared }) as AsyncIterable<KnowledgePiece>;
  }

  /** All rows of a workbook's sheets or of a CSV, as shown. */
  async rows(path: string, declared: DeclaredType): Promise<string[][]> {
    const rows: string[][] = [];
    for await (const piece of this.#run({ task: 'rows', path, declared })) rows.push(...(piece as string[][]));
    return rows;
  }

  /** Ends all threads. Jobs that are running fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(poolIsClosed());
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.close()));
  }

  async *#run(job: Job): AsyncGenerator<Piece> {
    const thread = await this.#acquire();
    try {
      yield* thread.run(job);
    } finally {
      this.#release(thread);
    }
  }

  async #acquire(): Promise<DocumentThread> {
    if (this.#closed) throw poolIsClosed();
    const idle = this.#idle.pop();
    if (idle !== undefined && !idle.dead) {
      this.#busy.add(idle);
      return idle;
    }
    if (this.#busy.size < this.options.threads) return this.#start();
    return new Promise((take, refuse) => this.#waiting.push({ take, refuse }));
  }

  #start(): DocumentThread {
    const { limits, recognition = DEFAULT_RECOGNITION } = this.options;
    const thread = new DocumentThread(limits, recognition, this.#turns, this.#pages);
    this.#busy.add(thread);
    return thread;
  }

  #release(thread: DocumentThread): void {
    this.#busy.delete(thread);
    const next = this.#waiting.shift();
    if (next === undefined) {
      if (!thread.dead) this.#idle.push(thread);
    } else if (thread.dead) next.take(this.#start());
    else {
      this.#busy.add(thread);
      next.take(thread);
    }
  }
}

function poolIsClosed(): Error {
  return new Error('the document pool is closed');
}
