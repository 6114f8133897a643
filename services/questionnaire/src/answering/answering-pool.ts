import { Worker } from 'node:worker_threads';
import type { AnsweredQuestion, Contradiction } from './deciding/consistency.js';
import type { AnswerRequest, EngineAnswer } from './types.js';
import type { EncodedItem, KnowledgeChunk, RetrievedEvidence, WorkerReply, WorkerTask } from './worker-protocol.js';

export interface AnsweringPoolOptions {
  /** Worker threads; an organization always works in the same one. */
  threads: number;
  /** Budget of all indexes together, bytes. */
  indexBytes: number;
}

/** Content of an organization from after `sinceRev` up to the revision asked for; 0 asks for everything, beginning with a `replace` chunk. */
export type LoadKnowledge = (sinceRev: number) => AsyncIterable<KnowledgeChunk>;

/** Keeps vectors that had to be made, so that the next index of the same evidence is built without the models. */
export type KeepVectors = (encoded: EncodedItem[]) => Promise<void>;

/** The index was dropped (memory, a crashed thread) since `ensureIndex`: call that again, then retry. */
export class IndexNotReadyError extends Error {
  override readonly name = 'IndexNotReadyError';
}

interface Waiting {
  resolve: (reply: WorkerReply) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker | undefined;
  waiting: Map<number, Waiting>;
}

/** Answers questions in worker threads that hold the indexes, so that the event loop stays free. */
export class AnsweringPool {
  private readonly threads: Thread[];
  private readonly homes = new Map<string, Thread>();
  private readonly revs = new Map<string, number>();
  private readonly loading = new Map<string, Promise<void>>();
  private nextId = 1;
  private closed = false;

  constructor(private readonly options: AnsweringPoolOptions) {
    this.threads = Array.from({ length: Math.max(1, options.threads) }, () => ({
      worker: undefined,
      waiting: new Map(),
    }));
  }

  /** Brings the index of an organization to `rev` or later. Calls for one organization run one after the other. */
  async ensureIndex(organizationId: string, rev: number, load: LoadKnowledge, keep?: KeepVectors): Promise<void> {
    const before = this.loading.get(organizationId) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => this.bringTo(organizationId, rev, load, keep));
    this.loading.set(organizationId, mine);
    try {
      await mine;
    } finally {
      if (this.loading.get(organizationId) === mine) this.loading.delete(organizationId);
    }
  }

  /** Answers in the order of the requests. Throws `IndexNotReadyError` when the index is not at `rev`. */
  async answer(organizationId: string, rev: number, requests: AnswerRequest[]): Promise<EngineAnswer[]> {
    const reply = await this.send(organizationId, { kind: 'answer', organizationId, rev, requests });
    return reply.answers ?? [];
  }

  /** The best `limit` items of evidence for each request, for an engine that drafts elsewhere. */
  async retrieve(
    organizationId: string,
    rev: number,
    requests: AnswerRequest[],
    limit = 12,
  ): Promise<RetrievedEvidence[]> {
    const reply = await this.send(organizationId, { kind: 'retrieve', organizationId, rev, requests, limit });
    return reply.retrieved ?? [];
  }

  /** Contradictions among the answers of one questionnaire. */
  async compare(organizationId: string, answers: AnsweredQuestion[]): Promise<Contradiction[]> {
    const reply = await this.send(organizationId, { kind: 'compare', organizationId, answers });
    return reply.contradictions ?? [];
  }

  /** Drops the index of an organization. */
  async forget(organizationId: string): Promise<void> {
    this.revs.delete(organizationId);
    if (this.homes.get(organizationId)?.worker) await this.send(organizationId, { kind: 'forget', organizationId });
    this.homes.delete(organizationId);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.threads.flatMap((t) => (t.worker ? [t.worker.terminate()] : [])));
  }

  private async bringTo(
    organizationId: string,
    rev: number,
    load: LoadKnowledge,
    keep: KeepVectors | undefined,
  ): Promise<void> {
    const known = this.revs.get(organizationId) ?? 0;
    if (known >= rev && known > 0) return;
    this.revs.delete(organizationId);
    try {
      let pending: KnowledgeChunk = { upserts: [], removals: [], ...(known === 0 ? { replace: true } : {}) };
      for await (const chunk of load(known)) {
        await this.index(organizationId, pending, keep);
        pending = chunk;
      }
      // Revision 0 means "nothing known", also for an organization that has no knowledge yet.
      await this.index(organizationId, pending, keep, Math.max(rev, 1));
      this.revs.set(organizationId, Math.max(rev, 1));
    } catch (error) {
      await this.forget(organizationId).catch(() => undefined);
      throw error;
    }
  }

  private async index(
    organizationId: string,
    chunk: KnowledgeChunk,
    keep: KeepVectors | undefined,
    rev?: number,
  ): Promise<void> {
    const task: WorkerTask = { kind: 'index', organizationId, chunk, ...(rev === undefined ? {} : { rev }) };
    const { encoded } = await this.send(organizationId, task);
    if (encoded && encoded.length > 0) await keep?.(encoded);
  }

  private async send(organizationId: string, task: WorkerTask): Promise<WorkerReply> {
    if (this.closed) throw new Error('the answering pool is closed');
    const thread = this.home(organizationId);
    const worker = (thread.worker ??= this.start(thread));
    const id = this.nextId++;
    const reply = await new Promise<WorkerReply>((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ ...task, id });
    });
    for (const evicted of reply.evicted ?? []) this.revs.delete(evicted);
    if (reply.error?.code === 'index_not_ready') {
      this.revs.delete(organizationId);
      throw new IndexNotReadyError(reply.error.message);
    }
    if (reply.error) throw new Error(reply.error.message);
    return reply;
  }

  /** The thread of an organization: the one with the fewest organizations when it has none. */
  private home(organizationId: string): Thread {
    const known = this.homes.get(organizationId);
    if (known) return known;
    const load = (t: Thread): number => [...this.homes.values()].filter((h) => h === t).length;
    const chosen = this.threads.reduce((a, b) => (load(b) < load(a) ? b : a));
    this.homes.set(organizationId, chosen);
    return chosen;
  }

  private start(thread: Thread): Worker {
    // Under jest this file is a source; the worker is always the built one.
    const here = import.meta.url.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    const indexBytes = Math.floor(this.options.indexBytes / this.threads.length);
    const worker = new Worker(new URL('./answering-worker.js', here), { workerData: { indexBytes } });
    worker.unref();
    worker.on('message', (reply: WorkerReply) => {
      thread.waiting.get(reply.id)?.resolve(reply);
      thread.waiting.delete(reply.id);
      if (thread.waiting.size === 0) worker.unref();
    });
    const lost = (error: Error): void => {
      if (thread.worker !== worker) return;
      thread.worker = undefined;
      for (const [id, home] of this.homes) if (home === thread) this.revs.delete(id);
      for (const waiting of thread.waiting.values()) waiting.reject(error);
      thread.waiting.clear();
    };
    worker.on('error', lost);
    worker.on('exit', (code) => lost(new Error(`answering thread ended (${code})`)));
    return worker;
  }
}
