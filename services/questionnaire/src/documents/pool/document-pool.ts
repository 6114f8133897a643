import type { DocumentFormat } from '../detect/formats.js';
import { NO_CORRECTIONS } from '../../extraction/said/corrections.js';
import type { DeclaredType, ReadLimits } from '../source.js';
import { DEFAULT_RECOGNITION, type RecognitionOptions } from '../ocr/recognition.js';
import { KnownPages } from '../ocr/known-pages.js';
import { OneAtATime } from '../ocr/one-at-a-time.js';
import { DocumentThread } from './document-thread.js';
import type { ExtractionPiece, Job, KnowledgePiece, Piece } from './messages.js';

/** Threads besides `threads` that compute for owners of whom no other thread does. */
const GUESTS = 2;
/** Threads that have computed and hand their pieces over: they wait for whoever takes them, and cost memory alone. */
const HANDING_OVER = 4;

interface Waiting {
  owner: string;
  take(thread: DocumentThread): void;
  refuse(error: Error): void;
}

/**
 * A pool of worker threads that read documents and extract their questions, so that a hostile or huge document holds up
 * nothing else. A thread that exceeds its time or memory is ended and replaced. Results come in pieces at the caller's pace,
 * which keeps no other document waiting. Nor does one owner's computing keep another waiting: whoever has no thread yet gets
 * one more, and the system divides the processor among them. Owners are organizations; '' is one of them.
 *
 * All methods throw `DocumentError` for what the document is to blame for.
 */
export class DocumentPool {
  readonly #idle: DocumentThread[] = [];
  /** Whose document each thread computes. */
  readonly #computing = new Map<DocumentThread, string>();
  readonly #handingOver = new Set<DocumentThread>();
  /** Those that have computed and keep their place, because too many hand over. */
  readonly #computed = new Set<DocumentThread>();
  #waiting: Waiting[] = [];
  /** One document of the pool at a time is read by OCR. */
  readonly #turns = new OneAtATime();
  readonly #pages = new KnownPages();
  #closed = false;

  constructor(private readonly options: { threads: number; limits: ReadLimits; recognition?: RecognitionOptions }) {}

  /** Cheap check before a document is queued (see `checkDocument`). */
  async check(path: string, declared: DeclaredType, owner = ''): Promise<{ format: DocumentFormat }> {
    let format: DocumentFormat | undefined;
    for await (const piece of this.#run({ task: 'check', path, declared }, owner))
      format = (piece as { format: DocumentFormat }).format;
    if (format === undefined) throw new Error('the check gave no result');
    return { format };
  }

  /**
   * Questions and account of a document: each sheet's head, its questions (at most 250 a piece), its account (500); then the
   * outline, and warnings last.
   */
  extract(
    path: string,
    declared: DeclaredType,
    corrections = NO_CORRECTIONS,
    owner = '',
  ): AsyncIterable<ExtractionPiece> {
    return this.#run({ task: 'extract', path, declared, corrections }, owner) as AsyncIterable<ExtractionPiece>;
  }

  /** The same for pasted text. */
  extractText(text: string, corrections = NO_CORRECTIONS, owner = ''): AsyncIterable<ExtractionPiece> {
    return this.#run({ task: 'text', text, corrections }, owner) as AsyncIterable<ExtractionPiece>;
  }

  /** Passages of a knowledge document (at most 200 a piece); warnings last. */
  passages(path: string, declared: DeclaredType, owner = ''): AsyncIterable<KnowledgePiece> {
    return this.#run({ task: 'passages', path, declared }, owner) as AsyncIterable<KnowledgePiece>;
  }

  /** All rows of a workbook's sheets or of a CSV, as shown. */
  async rows(path: string, declared: DeclaredType, owner = ''): Promise<string[][]> {
    const rows: string[][] = [];
    for await (const piece of this.#run({ task: 'rows', path, declared }, owner)) rows.push(...(piece as string[][]));
    return rows;
  }

  /** Ends all threads. Jobs that are running fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(poolIsClosed());
    const threads = [...this.#idle, ...this.#computing.keys(), ...this.#handingOver];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  async *#run(job: Job, owner: string): AsyncGenerator<Piece> {
    const thread = await this.#acquire(owner);
    try {
      yield* thread.run(job, () => this.#handOver(thread));
    } finally {
      await this.#release(thread);
    }
  }

  async #acquire(owner: string): Promise<DocumentThread> {
    if (this.#closed) throw poolIsClosed();
    if (this.#hasRoomFor(owner)) return this.#threadFor(owner);
    return new Promise((take, refuse) => this.#waiting.push({ owner, take, refuse }));
  }

  #hasRoomFor(owner: string): boolean {
    const { threads } = this.options;
    const { size } = this.#computing;
    return size < threads || (size < threads + GUESTS && ![...this.#computing.values()].includes(owner));
  }

  /** One that has nothing to do, or a new one. */
  #threadFor(owner: string): DocumentThread {
    const { limits, recognition = DEFAULT_RECOGNITION } = this.options;
    let thread = this.#idle.pop();
    if (thread === undefined || thread.dead) thread = new DocumentThread(limits, recognition, this.#turns, this.#pages);
    this.#computing.set(thread, owner);
    return thread;
  }

  /** It has computed; others may compute while its pieces are taken, unless too many results wait in memory. */
  #handOver(thread: DocumentThread): void {
    this.#computed.add(thread);
    this.#admit();
  }

  async #release(thread: DocumentThread): Promise<void> {
    this.#computing.delete(thread);
    this.#computed.delete(thread);
    this.#handingOver.delete(thread);
    const isSpare = this.#idle.length >= this.options.threads;
    if (!thread.dead && !isSpare) this.#idle.push(thread);
    this.#admit();
    if (!thread.dead && isSpare) await thread.close();
  }

  /** Lets in whoever waits and may compute now, those first who came first. */
  #admit(): void {
    for (const thread of this.#computed) {
      if (this.#handingOver.size >= HANDING_OVER) break;
      this.#computed.delete(thread);
      this.#computing.delete(thread);
      this.#handingOver.add(thread);
    }
    for (const waiting of [...this.#waiting]) {
      if (!this.#hasRoomFor(waiting.owner)) continue;
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      waiting.take(this.#threadFor(waiting.owner));
    }
  }
}

function poolIsClosed(): Error {
  return new Error('the document pool is closed');
}
