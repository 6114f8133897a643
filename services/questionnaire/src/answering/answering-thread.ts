import { Worker } from 'node:worker_threads';
import { AnsweringBusyError, AnsweringLimitError, AnsweringThreadLostError, IndexNotReadyError } from './errors.js';
import type { AnsweringLimits } from './limits.js';
import { NativeGate } from './reading/native-gate.js';
import { TaskQueue, type QueuedTask } from './task-queue.js';
import type { WorkerMessage, WorkerReply, WorkerRequest, WorkerTask } from './worker-protocol.js';

/** How a task is to come to its turn. */
export interface Asked {
  /** Whether a person waits for it at this moment. */
  urgent: () => boolean;
  /** Whether it has time until nothing else waits. */
  idle?: boolean;
  /** The task stands on what the thread has held since; absent: on nothing. */
  generation?: number | undefined;
}

interface Task extends QueuedTask {
  id: number;
  task: WorkerTask;
  generation: number | undefined;
  /** Milliseconds of the monotonic clock. */
  askedAt: number;
  /** The thread knows it: it has paused to let others come between. */
  begun: boolean;
  /** It does not pause: the memory was too little for it and others together. */
  alone: boolean;
  /** Milliseconds that it has worked before it paused. */
  spentMs: number;
  resolve: (reply: WorkerReply) => void;
  reject: (error: Error) => void;
}

interface Running {
  own: Task;
  startedAt: number;
}

const CHECKS_A_STALL = 8;
/** Of all threads: no two ever have the same. */
let generations = 0;

/**
 * One worker thread and what waits for it. One task at a time works; a long one pauses now and then, so that what a person waits
 * for, and other organizations, come between (`TaskQueue`). One that exceeds its time or memory, or gives no sign of life, ends the
 * thread. The next task gets a new one, which holds no index.
 */
export class AnsweringThread {
  private worker: Worker | undefined;
  /** Of the thread that runs. */
  private gate = new NativeGate();
  private readonly waiting = new TaskQueue<Task>();
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
   * Runs a task when its turn comes. Throws `AnsweringLimitError` when it exceeds its limits, `AnsweringBusyError` when its turn
   * does not come in time, `IndexNotReadyError` when the thread is not the one of `generation` any more.
   */
  run(task: WorkerTask, { urgent, idle = false, generation }: Asked): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      const state = { generation, askedAt: performance.now(), begun: false, alone: false, spentMs: 0 };
      this.waiting.add({ id, owner: task.organizationId, order: id, urgent, idle, task, ...state, resolve, reject });
      this.next();
    });
  }

  /** Ends the thread; what runs and waits is rejected. */
  async close(): Promise<void> {
    const end = this.ending();
    const closed = new AnsweringThreadLostError('the answering pool is closed');
    for (const waiting of this.waiting.all()) {
      this.waiting.remove(waiting);
      waiting.reject(closed);
    }
    this.lose(closed);
    await end();
  }

  private next(): void {
    if (this.running) return;
    const own = this.waiting.take();
    if (!own) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.worker?.unref();
      return;
    }
    if (own.generation !== undefined && own.generation !== this.generation) {
      own.reject(new IndexNotReadyError('the thread that held the index was replaced'));
      this.next();
      return;
    }
    const worker = (this.worker ??= this.start());
    const startedAt = performance.now();
    this.running = { own, startedAt };
    this.lastSign = startedAt;
    this.suspected = false;
    this.timer ??= setInterval(() => this.check(), this.limits.stallMs / CHECKS_A_STALL);
    worker.ref();
    const request: WorkerRequest = own.begun
      ? { kind: 'resume', id: own.id }
      : { ...own.task, id: own.id, alone: own.alone };
    own.begun = true;
    worker.postMessage(request);
  }

  private start(): Worker {
    // Under jest this file is a source; the worker is always the built one.
    const here = import.meta.url.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    this.gate = new NativeGate();
    const worker = new Worker(new URL('./answering-worker.js', here), {
      workerData: {
        indexBytes: this.indexBytes,
        gate: this.gate.shared,
        sliceMs: this.limits.sliceMs,
        readOnce: this.limits.readOnce,
      },
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
      ended(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new AnsweringLimitError('answering_out_of_memory')
          : new AnsweringThreadLostError('the answering thread failed', { cause: error }),
      ),
    );
    worker.on('exit', (code) => ended(new AnsweringThreadLostError(`answering thread ended (${code})`)));
    return worker;
  }

  private receive(message: WorkerMessage): void {
    this.hasStarted = true;
    this.lastSign = performance.now();
    this.suspected = false;
    const { running } = this;
    if (message.kind === 'alive' || running?.own.id !== message.id) return;
    this.running = undefined;
    if (message.kind === 'reply') running.own.resolve(message);
    else this.pause(running);
    this.next();
  }

  /** It is back among those that wait, if its time is not over: it can be ended here without its thread. */
  private pause({ own, startedAt }: Running): void {
    own.spentMs += this.lastSign - startedAt;
    if (own.spentMs <= this.timeOf(own.task)) this.waiting.add(own);
    else this.drop(own, new AnsweringLimitError('answering_timed_out'));
  }

  private drop(own: Task, error: Error): void {
    if (own.begun) this.worker?.postMessage({ kind: 'drop', id: own.id } satisfies WorkerRequest);
    own.reject(error);
  }

  private check(): void {
    const now = performance.now();
    for (const waiting of this.waiting.all()) {
      if (now - waiting.askedAt <= this.patienceWith(waiting)) continue;
      this.waiting.remove(waiting);
      this.drop(waiting, new AnsweringBusyError());
    }
    const { running } = this;
    if (!running) return;
    const silent = this.hasStarted && now - this.lastSign > this.limits.stallMs;
    const late = running.own.spentMs + now - running.startedAt > this.timeOf(running.own.task);
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

  /** How long after it was asked a task may wait for a turn, milliseconds. What was begun has its own time besides. */
  private patienceWith({ task, urgent, idle, begun }: Task): number {
    if (idle) return Infinity;
    const isForPerson = (task.kind === 'compare' || task.kind === 'choose') && urgent();
    if (!('requests' in task || 'request' in task || 'drafts' in task || isForPerson)) return Infinity;
    const { waitMs, urgentWaitMs } = this.limits;
    return (urgent() ? urgentWaitMs : waitMs) + (begun ? this.timeOf(task) : 0);
  }

  /** How long a task may work, milliseconds. */
  private timeOf(task: WorkerTask): number {
    const { taskMs, questionMs, indexMs } = this.limits;
    if (task.kind === 'index') return indexMs;
    const questions =
      'requests' in task
        ? task.requests.length
        : 'drafts' in task
          ? task.drafts.length
          : 'pairs' in task
            ? task.pairs.length
            : 0;
    return taskMs + questions * questionMs;
  }

  /** The thread has gone; the one that ran pays for it, the others wait for the next one. */
  private lose(error: Error): void {
    const { running } = this;
    if (!this.worker) return;
    this.worker = undefined;
    this.running = undefined;
    this.generation = ++generations;
    this.lost();
    // What had paused in it begins anew in the next one.
    const paused = this.waiting.all().filter(({ begun }) => begun);
    for (const waiting of paused) waiting.begun = false;
    if (running && isMemory(error) && paused.length > 0 && !running.own.alone) {
      // Nobody knows whose memory it was, so they come one by one.
      for (const one of [running.own, ...paused]) one.alone = true;
      running.own.begun = false;
      this.waiting.add(running.own);
    } else running?.own.reject(error);
    this.next();
  }
}

const isMemory = (error: Error): boolean =>
  error instanceof AnsweringLimitError && error.limit === 'answering_out_of_memory';
