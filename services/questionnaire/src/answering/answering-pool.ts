import { AnsweringThread } from './answering-thread.js';
import type { DraftToCheck, DraftVerdict } from './checking/draft.js';
import type { AnsweredQuestion, Contradiction } from './deciding/consistency.js';
import type { AnswerPair, PairVerdict } from './deciding/said-the-same.js';
import type { AskableQuestion, ChosenFact } from './deciding/facts.js';
import { AnsweringBusyError, AnsweringLimitError, AnsweringThreadLostError, IndexNotReadyError } from './errors.js';
import { ANSWERING_LIMITS, type AnsweringLimits } from './limits.js';
import type { AnswerRequest, EngineAnswer, Suggestion } from './types.js';
import type {
  AskedBy,
  EncodedItem,
  KnowledgeChunk,
  RetrievedEvidence,
  WorkerReply,
  WorkerTask,
} from './worker-protocol.js';

export { IndexNotReadyError };

export interface AnsweringPoolOptions {
  /** Worker threads; an organization always works in the same one. */
  threads: number;
  /** Budget of all indexes together, bytes. */
  indexBytes: number;
  /** Of one task; default: `ANSWERING_LIMITS`. */
  limits?: Partial<AnsweringLimits>;
}

/** Content of an organization from after `sinceRev` up to the revision asked for; 0 asks for everything, beginning with a `replace` chunk. */
export type LoadKnowledge = (sinceRev: number) => AsyncIterable<KnowledgeChunk>;

/** Keeps vectors that had to be made, so that the next index of the same evidence is built without the models. */
export type KeepVectors = (encoded: EncodedItem[]) => Promise<void>;

/** For so long after it exceeded a limit an organization shares a thread only with others that did, milliseconds. */
const APART_MS = 600_000;
/** Costs nothing, so nothing waits for long behind it. */
const AT_ONCE = { urgent: () => true };
/** Times that a load is begun anew because another's task took the thread with it. */
const MOST_LOADS = 4;

/**
 * Answers questions in worker threads that hold the indexes, so that the event loop stays free. A task that exceeds its limits
 * is ended with its thread (`AnsweringLimitError`); its organization goes on in a thread apart, so that it holds up no other.
 */
export class AnsweringPool {
  private readonly limits: AnsweringLimits;
  private readonly threads: AnsweringThread[];
  /** Of organizations that exceeded a limit of late. */
  private readonly apart: AnsweringThread;
  private readonly apartUntil = new Map<string, number>();
  private readonly homes = new Map<string, AnsweringThread>();
  private readonly revs = new Map<string, number>();
  private readonly loading = new Map<string, Promise<void>>();
  /** How many calls of people wait for the index of an organization. */
  private readonly awaited = new Map<string, number>();
  private closed = false;

  constructor({ threads, indexBytes, limits: own }: AnsweringPoolOptions) {
    this.limits = { ...ANSWERING_LIMITS, ...own };
    const each = Math.floor(indexBytes / Math.max(1, threads));
    const thread = (): AnsweringThread => {
      const made: AnsweringThread = new AnsweringThread(each, this.limits, () => this.lost(made));
      return made;
    };
    this.threads = Array.from({ length: Math.max(1, threads) }, thread);
    this.apart = thread();
  }

  /**
   * Brings the index of an organization to `rev` or later. Calls for one organization run one after the other; while a person
   * waits for one of them, the loads before it are as urgent. A person who has waited for too long is told so
   * (`AnsweringBusyError`); the load goes on.
   */
  async ensureIndex(
    organizationId: string,
    rev: number,
    load: LoadKnowledge,
    keep?: KeepVectors,
    by: AskedBy = 'run',
  ): Promise<void> {
    const before = this.loading.get(organizationId) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => this.bringTo(organizationId, rev, load, keep, by));
    this.loading.set(organizationId, mine);
    const forgotten = (): void => {
      if (this.loading.get(organizationId) === mine) this.loading.delete(organizationId);
    };
    mine.then(forgotten, forgotten);
    if (by !== 'person') return mine;
    this.countAwaited(organizationId, 1);
    try {
      await within(this.limits.urgentLoadMs, mine);
    } finally {
      this.countAwaited(organizationId, -1);
    }
  }

  /** Answers in the order of the requests. Throws `IndexNotReadyError` when the index is not at `rev`. */
  async answer(
    organizationId: string,
    rev: number,
    requests: AnswerRequest[],
    by: AskedBy = 'run',
  ): Promise<EngineAnswer[]> {
    const reply = await this.send(organizationId, { kind: 'answer', organizationId, rev, requests }, by);
    return reply.answers ?? [];
  }

  /** The best `limit` items of evidence for each request, for an engine that drafts elsewhere. */
  async retrieve(
    organizationId: string,
    rev: number,
    requests: AnswerRequest[],
    limit = 12,
    by: AskedBy = 'run',
  ): Promise<RetrievedEvidence[]> {
    const reply = await this.send(organizationId, { kind: 'retrieve', organizationId, rev, requests, limit }, by);
    return reply.retrieved ?? [];
  }

  /** The evidence nearest to a question, at most `limit` items, for a person who answers it. */
  async suggest(organizationId: string, rev: number, request: AnswerRequest, limit: number): Promise<Suggestion[]> {
    const reply = await this.send(organizationId, { kind: 'suggest', organizationId, rev, request, limit }, 'person');
    return reply.suggestions ?? [];
  }

  /** Contradictions among the answers of one questionnaire, or of the library. */
  async compare(organizationId: string, answers: AnsweredQuestion[], by: AskedBy = 'run'): Promise<Contradiction[]> {
    const reply = await this.send(organizationId, { kind: 'compare', organizationId, answers }, by);
    return reply.contradictions ?? [];
  }

  /** Whether two answers to each question say the same; in order. Needs no index. */
  async pairs(organizationId: string, pairs: AnswerPair[], by: AskedBy): Promise<PairVerdict[]> {
    const reply = await this.send(organizationId, { kind: 'pairs', organizationId, pairs }, by);
    return reply.paired ?? [];
  }

  /** The fewest facts that would answer most of these questions, at most `most`; for a person who waits. */
  async chooseFacts(organizationId: string, questions: AskableQuestion[], most: number): Promise<ChosenFact[]> {
    const reply = await this.send(organizationId, { kind: 'choose', organizationId, questions, most }, 'person');
    return reply.facts ?? [];
  }

  /** Checks drafts of a model against what they quote: one verdict for each, in order. Needs no index. */
  async check(organizationId: string, drafts: DraftToCheck[], by: AskedBy): Promise<DraftVerdict[]> {
    const reply = await this.send(organizationId, { kind: 'check', organizationId, drafts }, by);
    return reply.verdicts ?? [];
  }

  /** Drops the index of an organization. */
  async forget(organizationId: string): Promise<void> {
    this.revs.delete(organizationId);
    const home = this.homes.get(organizationId);
    if (home?.holds && !this.closed) await home.run({ kind: 'forget', organizationId }, AT_ONCE);
    this.homes.delete(organizationId);
  }

  /** Ends all threads; what runs and waits is rejected. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.threads, this.apart].map((thread) => thread.close()));
  }

  private async bringTo(
    organizationId: string,
    rev: number,
    load: LoadKnowledge,
    keep: KeepVectors | undefined,
    by: AskedBy,
  ): Promise<void> {
    for (let round = 1; ; round++) {
      try {
        await this.loadOnce(organizationId, rev, load, keep, by);
        return;
      } catch (error) {
        await this.forget(organizationId).catch(() => undefined);
        // Another's task has ended the thread: this load begins anew in the next one.
        if (!(error instanceof IndexNotReadyError) || round === MOST_LOADS) throw error;
      }
    }
  }

  private async loadOnce(
    organizationId: string,
    rev: number,
    load: LoadKnowledge,
    keep: KeepVectors | undefined,
    by: AskedBy,
  ): Promise<void> {
    this.home(organizationId); // A move to another thread drops what was known.
    const known = this.revs.get(organizationId) ?? 0;
    if (known >= rev && known > 0) return;
    this.revs.delete(organizationId);
    const { generation } = this.home(organizationId);
    const index = async (chunk: KnowledgeChunk, at?: number): Promise<void> => {
      const task: WorkerTask = { kind: 'index', organizationId, chunk, ...(at === undefined ? {} : { rev: at }) };
      const { encoded } = await this.send(organizationId, task, by === 'idle' ? 'idle' : 'run', generation);
      if (encoded && encoded.length > 0) await keep?.(encoded);
    };
    let pending: KnowledgeChunk = { upserts: [], removals: [], ...(known === 0 ? { replace: true } : {}) };
    for await (const chunk of load(known)) {
      await index(pending);
      pending = chunk;
    }
    // Revision 0 means "nothing known", also for an organization that has no knowledge yet.
    await index(pending, Math.max(rev, 1));
    // What was stored last may have taken its time.
    if (generation === this.home(organizationId).generation) this.revs.set(organizationId, Math.max(rev, 1));
  }

  private async send(organizationId: string, task: WorkerTask, by: AskedBy, generation?: number): Promise<WorkerReply> {
    if (this.closed) throw new AnsweringThreadLostError('the answering pool is closed');
    const urgent = (): boolean => by === 'person' || (task.kind === 'index' && this.awaited.has(organizationId));
    let reply: WorkerReply;
    try {
      reply = await this.home(organizationId).run(task, { urgent, idle: by === 'idle', generation });
    } catch (error) {
      if (error instanceof AnsweringLimitError) this.setApart(organizationId);
      throw error;
    }
    for (const evicted of reply.evicted ?? []) this.revs.delete(evicted);
    if (reply.error?.code === 'index_not_ready') {
      this.revs.delete(organizationId);
      throw new IndexNotReadyError(reply.error.message);
    }
    if (reply.error) throw new Error(reply.error.message);
    return reply;
  }

  /** The thread of an organization: the one with the fewest organizations when it has none. */
  private home(organizationId: string): AnsweringThread {
    const isApart = (this.apartUntil.get(organizationId) ?? 0) > performance.now();
    const known = this.homes.get(organizationId);
    if (known && (known === this.apart) === isApart) return known;
    if (known === this.apart) this.moveBack(organizationId);
    const load = (t: AnsweringThread): number => [...this.homes.values()].filter((h) => h === t).length;
    const chosen = isApart ? this.apart : this.threads.reduce((a, b) => (load(b) < load(a) ? b : a));
    this.homes.set(organizationId, chosen);
    return chosen;
  }

  private setApart(organizationId: string): void {
    this.apartUntil.set(organizationId, performance.now() + APART_MS);
    this.homes.set(organizationId, this.apart);
    this.revs.delete(organizationId);
  }

  private moveBack(organizationId: string): void {
    this.apartUntil.delete(organizationId);
    this.homes.delete(organizationId);
    this.revs.delete(organizationId);
    if (this.apart.holds) void this.apart.run({ kind: 'forget', organizationId }, AT_ONCE).catch(() => undefined);
  }

  private countAwaited(organizationId: string, by: 1 | -1): void {
    const count = (this.awaited.get(organizationId) ?? 0) + by;
    if (count === 0) this.awaited.delete(organizationId);
    else this.awaited.set(organizationId, count);
  }

  private lost(thread: AnsweringThread): void {
    for (const [id, home] of this.homes) if (home === thread) this.revs.delete(id);
  }
}

/** Throws `AnsweringBusyError` when the work, which goes on, takes longer. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new AnsweringBusyError()), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
