import { Worker } from 'node:worker_threads';
import { DocumentError } from '../../documents/errors.js';
import type { ReadLimits } from '../../documents/source.js';
import type { ExportOutcome } from '../export-document.js';
import type { ExportTask, FromWorker, ReceiptTask, Task, ToWorker } from './messages.js';

/** Time beyond the limit after which a thread that does not notice its limit is ended. Milliseconds. */
const GRACE_MS = 1_000;

/** Threads run the built file, also when the caller runs from source (tests). */
const WORKER_FILE = new URL(
  new URL('./export-worker.js', import.meta.url).href.replace('/src/export/', '/dist/export/'),
);

interface Waiting {
  task: Task;
  resolve(outcome: ExportOutcome | undefined): void;
  reject(error: Error): void;
}

/**
 * Worker threads that write exports and receipts, so that a large file holds up nothing else. A thread that exceeds its time
 * or memory is ended and replaced. Throws `DocumentError` for what the document is to blame for.
 */
export class ExportPool {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Waiting>();
  readonly #queue: Waiting[] = [];
  #closed = false;

  constructor(private readonly options: { threads: number; limits: ReadLimits }) {}

  async export(task: Omit<ExportTask, 'kind'>): Promise<ExportOutcome> {
    const outcome = await this.#run({ kind: 'export', ...task });
    if (outcome === undefined) throw new Error('the export gave no result');
    return outcome;
  }

  async receipt(task: Omit<ReceiptTask, 'kind'>): Promise<void> {
    await this.#run({ kind: 'receipt', ...task });
  }

  /** Ends all threads. Tasks that run or wait fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Error('the export pool is closed'));
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()));
  }

  #run(task: Task): Promise<ExportOutcome | undefined> {
    if (this.#closed) return Promise.reject(new Error('the export pool is closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#closed || this.#queue.length === 0 || this.#busy.size >= this.options.threads) return;
    const waiting = this.#queue.shift()!;
    const worker = this.#idle.pop() ?? this.#start();
    this.#busy.set(worker, waiting);
    worker.ref();
    const { limits } = this.options;
    const timer = setTimeout(() => this.#lost(worker, new DocumentError('timed_out')), limits.timeMs + GRACE_MS);
    const settle = { ...waiting };
    waiting.resolve = (outcome) => {
      clearTimeout(timer);
      settle.resolve(outcome);
    };
    waiting.reject = (error) => {
      clearTimeout(timer);
      settle.reject(error);
    };
    worker.postMessage({ task: waiting.task, limits } satisfies ToWorker);
  }

  #start(): Worker {
    const worker = new Worker(WORKER_FILE, {
      resourceLimits: { maxOldGenerationSizeMb: this.options.limits.heapMb },
      // Options of the process, such as a test runner's module hooks, are not the thread's.
      execArgv: [],
    });
    worker.on('message', (reply: FromWorker) => this.#done(worker, reply));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#lost(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : threadFailed(error)),
    );
    worker.on('exit', () => this.#lost(worker, new Error('an export thread ended unexpectedly')));
    return worker;
  }

  #done(worker: Worker, reply: FromWorker): void {
    const waiting = this.#busy.get(worker);
    if (waiting === undefined) return;
    this.#busy.delete(worker);
    this.#idle.push(worker);
    worker.unref();
    if (reply.kind === 'done') waiting.resolve(reply.outcome);
    else if (reply.kind === 'failed') waiting.reject(new DocumentError(reply.code, reply.detail));
    else waiting.reject(new Error(`writing an export failed\n${reply.stack}`));
    this.#next();
  }

  #lost(worker: Worker, error: Error): void {
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    if (waiting === undefined) return;
    void worker.terminate();
    waiting.reject(error);
    this.#next();
  }
}

const outOfMemory = (): DocumentError =>
  new DocumentError('too_large_inflated', 'it needs more memory than is allowed');
const threadFailed = (cause: Error): Error => new Error('an export thread failed', { cause });
