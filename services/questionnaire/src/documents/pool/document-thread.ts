import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { DocumentError } from '../errors.js';
import type { KnownPages } from '../ocr/known-pages.js';
import type { RecognitionOptions } from '../ocr/recognition.js';
import type { OneAtATime } from '../ocr/one-at-a-time.js';
import type { ReadLimits } from '../source.js';
import type { FromWorker, Job, Piece, ToWorker } from './messages.js';

/** Time beyond the limit after which a thread that does not notice its limit is ended. Milliseconds. */
const GRACE_MS = 1_000;

/** Threads run the built file, also when the caller runs from source (tests). */
const WORKER_FILE = new URL(
  new URL('./document-worker.js', import.meta.url).href.replace('/src/documents/', '/dist/documents/'),
);

type Event = Piece | 'done' | Error;

/** One worker thread and the job in it. */
export class DocumentThread {
  readonly #worker: Worker;
  readonly #events: Event[] = [];
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The thread has ended and takes no more jobs. */
  dead = false;

  /** Ends the turn at OCR that this thread has or waits for. */
  #endTurn: (() => void) | undefined;

  constructor(
    private readonly limits: ReadLimits,
    private readonly recognition: RecognitionOptions,
    private readonly turns: OneAtATime,
    private readonly pages: KnownPages,
  ) {
    this.#worker = new Worker(WORKER_FILE, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
      // Options of the process, such as a test runner's module hooks, are not the thread's.
      execArgv: [],
      // Libraries complain about odd files on the console, and may quote them; that is not for our log.
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => this.#end(threadError(error)));
    this.#worker.on('exit', () => this.#end(new Error('a document thread ended unexpectedly')));
  }

  /** Told when only pieces are still to come. */
  #onComputed: (() => void) | undefined;

  /** Runs one job. `onComputed` is told when only pieces are still to come. Ending the iteration early cancels it. Throws `DocumentError` for what the document is to blame for. */
  async *run(job: Job, onComputed?: () => void): AsyncGenerator<Piece> {
    this.#events.length = 0;
    this.#onComputed = onComputed;
    this.#worker.ref();
    this.#send({ kind: 'job', job, limits: this.limits, recognition: this.recognition });
    let over = false;
    try {
      for (;;) {
        const event = await this.#next();
        over = event === 'done' || event instanceof Error;
        if (event === 'done') return;
        if (event instanceof Error) throw event;
        this.#send({ kind: 'more' });
        // A port hands over up to a thousand messages in one turn of the event loop; others are to have their turn between two.
        await setImmediate();
        yield event;
      }
    } finally {
      if (!over) await this.#cancel();
      clearTimeout(this.#timer);
      this.#onComputed = undefined;
      this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    this.dead = true;
    clearTimeout(this.#timer);
    this.#endTurn?.();
    await this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  async #next(): Promise<Event> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The thread is free again when it has said that the job is over. */
  async #cancel(): Promise<void> {
    this.#send({ kind: 'cancel' });
    for (;;) {
      const event = await this.#next();
      if (event === 'done' || event instanceof Error) return;
    }
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'started') this.#limitTime(this.limits.timeMs + GRACE_MS);
    else if (message.kind === 'recognition' && message.state === 'wanted') void this.#recognise();
    else if (message.kind === 'recognition') {
      this.#endTurn?.();
      this.#endTurn = undefined;
      this.#limitTime(this.limits.timeMs + GRACE_MS);
    } else if (message.kind === 'is_known') {
      // A page that need not be read does not use up the time of the others.
      if (this.#endTurn === undefined) this.#limitTime(this.limits.timeMs + GRACE_MS);
      this.#send({ kind: 'known', reading: this.pages.get(message.picture) });
    } else if (message.kind === 'recognised') this.pages.put(message.picture, message.reading);
    else if (message.kind === 'computed') this.#computed();
    else if (message.kind === 'piece') this.#emit(message.piece);
    else if (message.kind === 'done') this.#emit('done');
    else if (message.kind === 'failed') this.#emit(new DocumentError(message.code, message.detail));
    else this.#emit(new Error(`reading a document failed\n${message.stack}`));
  }

  #computed(): void {
    clearTimeout(this.#timer);
    this.#onComputed?.();
  }

  #limitTime(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.dead) this.#timer = setTimeout(() => this.#timeOut(), ms);
  }

  /** Lets the thread use OCR when its turn comes; until then no time limit applies, then that of OCR. */
  async #recognise(): Promise<void> {
    clearTimeout(this.#timer);
    const { come, end } = this.turns.take();
    this.#endTurn = end;
    await come;
    const { timeMs, pageMs } = this.recognition;
    this.#limitTime(this.limits.timeMs + timeMs + pageMs);
    if (!this.dead) this.#send({ kind: 'recognise' });
  }

  #emit(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  #timeOut(): void {
    this.#end(new DocumentError('timed_out'));
    void this.#worker.terminate();
  }

  #end(error: Error): void {
    if (this.dead) return;
    this.dead = true;
    this.#endTurn?.();
    this.#emit(error);
  }
}

/** A document that needs more heap than is allowed ends its thread; anything else that does is a defect. */
function threadError(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new DocumentError('too_large_inflated', 'it needs more memory than is allowed');
  return new Error('a document thread failed', { cause: error });
}
