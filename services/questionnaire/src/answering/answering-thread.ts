import { Worker } from 'node:worker_threads';
import { AnsweringBusyError, AnsweringLimitError, IndexNotReadyError } from './errors.js';
import type { AnsweringLimits } from './limits.js';
import { NativeGate } from './reading/native-gate.js';
import type { WorkerMessage, WorkerReply, WorkerTask } from './worker-protocol.js';

interface Waiting {
  task: WorkerTask;
  /** The task stands on what the thread has held since; absent: on nothing. */
  generation: number | undefined;
  /** Milliseconds of the monotonic clock. */
  askedAt: number;
  resolve: (reply: WorkerReply) => void;
  reject: (error: Error) => void;
}

interface Running extends Waiting {
  id: number;
  startedAt: number;
}

const CHECKS_A_STALL = 8;
/** Of all threads: no two ever have the same. */
let generations = 0;

/**
 * One worker thread and what waits for it. One task at a time is with the thread; one that exceeds its time or memory, or
 * gives no sign of life, ends the thread. The next task gets a new one, which holds no index.
 */
export class AnsweringThread {
  private worker: Worker | undefined;
  /** Of the thread that runs. */
  private gate = new NativeGate();
  private readonly waiting: Waiting[] = [];
  private running: Running | undefined;
  private timer: NodeJS.Timeout | undefined;
  private nextId = 1;
  private hasStarted = false;
  private lastSign = 0;
  /** Whether the check before this one found the thread silent for too long: signs may wait behind our own event loop. */
  private suspected = false;
  /** Grows when the thread is replaced: what was loaded into it before is gone. */
  generation = ++generations;

  /** `indexBytes`: budget of its indexes. `lost` is told each time that the thread has gone. */
  constructor(
    private readonly indexBytes: number,
    private readonly limits: AnsweringLimits,
    private readonly lost: () => void,
  ) {}

  /** Whether a thread runs that may hold something. */
  get holds(): boolean {
    return this.worker !== undefined;
  }

  /**
   * Runs a task when those before it are through. Throws `AnsweringLimitError` when it exceeds its limits, `AnsweringBusyError`
   * when its turn does not come in time, `IndexNotReadyError` when the thread is not the one of `generation` any more.
   */
  run(task: WorkerTask, generation?: number): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      const waiting = { task, generation, askedAt: performance.now(), resolve, reject };
      // Somebody waits for a single question; batches wait for nobody.
      const batch = isOne(task) ? this.waiting.findIndex((other) => isBatch(other.task)) : -1;
      this.waiting.splice(batch < 0 ? this.waiting.length : batch, 0, waiting);
      this.next();
    });
  }

  /** Ends the thread; what runs and waits is rejected. */
  async close(): Promise<void> {
    const end = this.ending();
    const closed = new Error('the answering pool is closed');
    for (const waiting of this.waiting.splice(0)) waiting.reject(closed);
    this.lose(closed);
    await end();
  }

  private next(): void {
    if (this.running) return;
    const waiting = this.waiting.shift();
    if (!waiting) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.worker?.unref();
      return;
    }
    if (waiting.generation !== undefined && waiting.generation !== this.generation) {
      waiting.reject(new IndexNotReadyError('the thread that held the index was replaced'));
      this.next();
      return;
    }
    const worker = (this.worker ??= this.start());
    const startedAt = performance.now();
    this.running = { ...waiting, id: this.nextId++, startedAt };
    this.lastSign = startedAt;
    this.suspected = false;
    this.timer ??= setInterval(() => this.check(), this.limits.stallMs / CHECKS_A_STALL);
    worker.ref();
    worker.postMessage({ ...waiting.task, id: this.running.id });
  }

  private start(): Worker {
    // Under jest this file is a source; the worker is always the built one.
    const here = import.meta.url.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    this.gate = new NativeGate();
    const worker = new Worker(new URL('./answering-worker.js', here), {
      workerData: { indexBytes: this.indexBytes, gate: this.gate.shared },
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
    });
    this.hasStarted = false;
    worker.on('message', (message: WorkerMessage) => {
      if (worker === this.worker) this.receive(message);
    });
    const ended = (error: Error): void => {
      if (worker === this.worker) this.lose(error);
    };
    worker.on('error', (error: NodeJS.ErrnoException) =>
      ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AnsweringLimitError('answering_out_of_memory') : error),
    );
    worker.on('exit', (code) => ended(new Error(`answering thread ended (${code})`)));
    return worker;
  }

  private receive(message: WorkerMessage): void {
    this.hasStarted = true;
    this.lastSign = performance.now();
    this.suspected = false;
    const { running } = this;
    if (message.kind === 'alive' || running?.id !== message.id) return;
    this.running = undefined;
    running.resolve(message);
    this.next();
  }

  private check(): void {
    const now = performance.now();
    const isTooLate = ({ task, askedAt }: Waiting): boolean => 'requests' in task && now - askedAt > this.limits.waitMs;
    for (const waiting of this.waiting.filter(isTooLate)) {
      this.waiting.splice(this.waiting.indexOf(waiting), 1);
      waiting.reject(new AnsweringBusyError());
    }
    const { running } = this;
    if (!running) return;
    const silent = this.hasStarted && now - this.lastSign > this.limits.stallMs;
    const late = now - running.startedAt > this.timeOf(running.task);
    const suspected = this.suspected;
    this.suspected = silent || late;
    if (!suspected || !this.suspected) return;
    const end = this.ending();
    this.lose(new AnsweringLimitError('answering_timed_out'));
    void end();
  }

  /** What ends the thread that runs now, once it is outside of native code. */
  private ending(): () => Promise<void> {
    const { worker, gate } = this;
    return async () => {
      if (!worker) return;
      await gate.shut();
      await worker.terminate();
    };
  }

  /** How long a task may take, milliseconds. */
  private timeOf(task: WorkerTask): number {
    const { taskMs, questionMs, indexMs } = this.limits;
    if (task.kind === 'index') return indexMs;
    return taskMs + ('requests' in task ? task.requests.length * questionMs : 0);
  }

  /** The thread has gone; the one that ran pays for it, the others wait for the next one. */
  private lose(error: Error): void {
    const { running } = this;
    if (!this.worker) return;
    this.worker = undefined;
    this.running = undefined;
    this.generation = ++generations;
    this.lost();
    running?.reject(error);
    this.next();
  }
}

const isOne = (task: WorkerTask): boolean => 'requests' in task && task.requests.length === 1;
const isBatch = (task: WorkerTask): boolean => 'requests' in task && task.requests.length > 1;
