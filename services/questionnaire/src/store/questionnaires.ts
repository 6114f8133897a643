import {
  countOf,
  failpoint,
  insertOnce,
  isRefusal,
  micros,
  readFirst,
  readPart,
  type Clock,
  type IndexDeclaration,
} from '@candor/runtime';
import type { Collection, Db, Document, Filter } from 'mongodb';
import { isFailure, isProcessing, sourcesOf, type Stage, type Status } from '../domain/status.js';
import type { StageObserver } from '../measures.js';
import {
  LISTED_FIELDS,
  type CachedCounts,
  type ListedQuestionnaireDocument,
  type QuestionnaireDocument,
  type StatusLogEntry,
} from './documents.js';
import type { StoredNotice } from './people-documents.js';
import { nextWork, workAfterLease, WORK_INDEX, WorkStore, type WorkChange, type WorkJob } from './work.js';

export const QUESTIONNAIRE_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, deleted: 1, createdAt: -1, _id: 1 } },
  { keys: { organizationId: 1, processing: 1 } },
  { keys: { writesOpen: 1, updatedAt: 1 } },
  { keys: { unannounced: 1 } },
  { keys: { deadline: 1 } },
  WORK_INDEX,
];

/** Work that is not claimed for so long is lost, or asked for by another release, milliseconds. */
const LOST_AFTER_MS = 120_000;

/** Projection of what lists read. */
export const LISTED: Document = Object.fromEntries(LISTED_FIELDS.map((field) => [field, 1]));

export interface Move {
  to: Status;
  actor: string;
  reason?: string;
  /** What people are told of it. */
  notice?: StoredNotice | undefined;
}

/** Questionnaires. A deleted one is a tombstone until its children are gone; no method here but `tombstones` sees it. */
export class QuestionnaireStore {
  readonly work: WorkStore<QuestionnaireDocument>;
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
    private readonly observe: StageObserver = () => undefined,
  ) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
    this.work = new WorkStore(this.collection, clock);
  }

  /** Gives the stored one, which is another when a first try of the same upload was faster. */
  insert(document: QuestionnaireDocument): Promise<QuestionnaireDocument> {
    const { _id, organizationId } = document;
    return insertOnce(this.collection, document, { _id, organizationId });
  }

  get(organizationId: string, id: string): Promise<QuestionnaireDocument | null> {
    return readFirst(this.collection, { _id: id, organizationId, deleted: false });
  }

  /** A page of all, or of those among `ids`, newest first. The status log and much else of a document is not read. */
  list(organizationId: string, limit: number, offset: number, ids?: string[]): Promise<ListedQuestionnaireDocument[]> {
    return readPart(this.collection, visible(organizationId, ids), {
      sort: { createdAt: -1, _id: 1 },
      skip: offset,
      limit,
      projection: LISTED,
    });
  }

  count(organizationId: string, ids?: string[]): Promise<number> {
    return countOf(this.collection, visible(organizationId, ids));
  }

  async anyProcessing(organizationId: string): Promise<boolean> {
    return (await readFirst(this.collection, { organizationId, processing: true }, { _id: 1 })) !== null;
  }

  countProcessing(organizationId: string): Promise<number> {
    return countOf(this.collection, { organizationId, processing: true });
  }

  /** Moves a claimed questionnaire along the transition table; false when the claim or the source status was lost. */
  async move(
    claim: QuestionnaireDocument,
    move: Move,
    change: WorkChange<QuestionnaireDocument> = {},
  ): Promise<boolean> {
    if (!sourcesOf(move.to).includes(claim.status)) throw new Error(`no transition ${claim.status} → ${move.to}`);
    const at = micros(this.clock);
    const moved = await this.work.change(claim, {
      ...change,
      set: { ...change.set, status: move.to, processing: isProcessing(move.to), updatedAt: at, unannounced: true },
      push: { ...change.push, statusLog: this.logEntry(claim.status, move, at) },
    });
    if (moved) claim.status = move.to;
    if (moved) this.observeStages(move, change.set);
    return moved;
  }

  /** Moves a questionnaire that nobody works on; null when its status does not allow it (read again to see why). */
  async moveByPerson(
    organizationId: string,
    document: QuestionnaireDocument,
    move: Move,
    set: Partial<QuestionnaireDocument> = {},
  ): Promise<QuestionnaireDocument | null> {
    const at = micros(this.clock);
    const moved = await this.collection.findOneAndUpdate(
      { _id: document._id, organizationId, deleted: false, status: document.status },
      {
        $set: { ...set, status: move.to, processing: isProcessing(move.to), updatedAt: at, unannounced: true },
        $push: {
          statusLog: this.logEntry(document.status, move, at),
          ...(move.notice ? { notices: move.notice } : {}),
        },
      },
      { returnDocument: 'after' },
    );
    if (moved) this.observeStages(move, set);
    return moved;
  }

  /**
   * Asks anew for the work of a status that nobody works on: none is open, or it has waited for long without a holder. False
   * when somebody has it in hand, or may have it any moment.
   */
  async resume(organizationId: string, { _id, status }: QuestionnaireDocument, job: WorkJob): Promise<boolean> {
    const now = this.clock.now();
    const lost = [{ workOpen: false }, { workSince: { $lt: now - LOST_AFTER_MS } }];
    const resumed = await this.collection.updateOne(
      { _id, organizationId, deleted: false, status, workLeaseUntil: { $lte: now }, $or: lost },
      { $set: { ...nextWork(job, this.clock), openBatches: [], updatedAt: micros(this.clock) } },
    );
    return resumed.modifiedCount === 1;
  }

  /** Notes when a stage began, unless it is known; what was noted before `since` (microseconds) was another run's. */
  async stageStarted(claim: QuestionnaireDocument, stage: Stage, since = 1): Promise<void> {
    if ((claim.stages[stage]?.startedAt ?? 0) >= since) return;
    const times = { startedAt: micros(this.clock), finishedAt: 0 };
    claim.stages[stage] = times;
    await this.work.change(claim, { set: { [`stages.${stage}`]: times } });
  }

  /** The fields that mark a stage's end, for the `$set` of the move that ends it. */
  stageFinished(document: QuestionnaireDocument, stage: Stage): Partial<QuestionnaireDocument> {
    const finishedAt = micros(this.clock);
    const startedAt = document.stages[stage]?.startedAt ?? finishedAt;
    return { [`stages.${stage}`]: { startedAt, finishedAt } };
  }

  /** Takes a batch off the list of open ones; returns the questionnaire as it is then. Idempotent. */
  closeBatch(organizationId: string, id: string, batchId: string): Promise<QuestionnaireDocument | null> {
    return this.collection.findOneAndUpdate(
      { _id: id, organizationId },
      { $pull: { openBatches: batchId } },
      { returnDocument: 'after' },
    );
  }

  /**
   * Runs a write that changes counts between two revisions, so that a reader never trusts counts taken while it was under
   * way. A crash in between, or a failure that may come after half of the write, leaves it open; readers then recount until
   * `settle`, which also remakes what search reads.
   */
  async counting<R>(organizationId: string, id: string, write: () => Promise<R>): Promise<R> {
    const filter = { _id: id, organizationId };
    const step = (by: 1 | -1) => ({ $inc: { revision: 1, writesOpen: by }, $set: { updatedAt: micros(this.clock) } });
    await this.collection.updateOne(filter, step(1));
    await failpoint('counting.opened');
    try {
      const written = await write();
      await failpoint('counting.written');
      await this.collection.updateOne(filter, step(-1));
      return written;
    } catch (error) {
      if (isRefusal(error)) await this.collection.updateOne(filter, step(-1));
      throw error;
    }
  }

  /** Keeps counts that were taken while no write was open and none happened. */
  async keepCounts(organizationId: string, seen: ListedQuestionnaireDocument, counts: CachedCounts): Promise<void> {
    await this.collection.updateOne(
      { _id: seen._id, organizationId, revision: seen.revision, writesOpen: 0 },
      { $set: { counts } },
    );
  }

  /**
   * Makes a tombstone whose next work is the purge; null when there is nothing to delete. A running worker keeps its lease,
   * and the purge cannot be claimed before that has ended, so no child is written after its parent was cleared.
   */
  tombstone(organizationId: string, id: string, purgeJob: WorkJob): Promise<QuestionnaireDocument | null> {
    return this.collection.findOneAndUpdate(
      { _id: id, organizationId, deleted: false },
      {
        $set: {
          deleted: true,
          processing: false,
          updatedAt: micros(this.clock),
          ...workAfterLease(purgeJob, this.clock),
        },
      },
      { returnDocument: 'after' },
    );
  }

  /** Whether it is there at all, deleted or not. */
  async has(organizationId: string, id: string): Promise<boolean> {
    return (await readFirst(this.collection, { _id: id, organizationId }, { _id: 1 })) !== null;
  }

  /** Whether the file still has its owner here. */
  async owns(organizationId: string, fileId: string): Promise<boolean> {
    return (await this.collection.findOne({ organizationId, fileId }, { projection: { _id: 1 } })) !== null;
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.collection.deleteOne({ _id: id, organizationId, deleted: true });
  }

  /** System scope: answering questionnaires whose last batch closed but whose status did not move (a crash in between). */
  answeredButNotMoved(limit: number): Promise<QuestionnaireDocument[]> {
    return this.collection
      .find({ workOpen: true, workJob: 'questionnaire.finish', openBatches: { $size: 0 } })
      .limit(limit)
      .toArray();
  }

  /**
   * System scope: closes the writes that a crashed writer left open since `before` (microseconds), after `repair` has remade
   * what follows from the questions.
   */
  async settle(before: number, repair: (organizationId: string, id: string) => Promise<void>): Promise<void> {
    const open = await this.collection
      .find({ writesOpen: { $gt: 0 }, updatedAt: { $lt: before } })
      .project<{ _id: string; organizationId: string; revision: number }>({ organizationId: 1, revision: 1 })
      .toArray();
    for (const { _id, organizationId, revision } of open) {
      await repair(organizationId, _id);
      await this.collection.updateOne({ _id, revision }, { $set: { writesOpen: 0 }, $inc: { revision: 1 } });
    }
  }

  /** System scope: questionnaires that moved without anybody having been told. */
  unannounced(limit: number): Promise<QuestionnaireDocument[]> {
    return this.collection.find({ unannounced: true }).limit(limit).toArray();
  }

  /** System scope: what is not completed and due on one of these days (YYYY-MM-DD, both included). */
  nearDeadline(from: string, to: string): Promise<QuestionnaireDocument[]> {
    const due = { deadline: { $gte: from, $lte: to }, deleted: false, status: { $ne: 'COMPLETED' as const } };
    return this.collection.find(due).toArray();
  }

  async markReminded(organizationId: string, id: string, reminded: string): Promise<void> {
    await this.collection.updateOne({ _id: id, organizationId }, { $set: { reminded } });
  }

  /** Its moves and notices have been told, as they were read; the mark stays when another one came meanwhile. */
  async markAnnounced({ organizationId, _id, statusLog, notices = [] }: QuestionnaireDocument): Promise<void> {
    const told = notices.length > 0 ? { notices: { $size: notices.length } } : { 'notices.0': { $exists: false } };
    const asRead = { _id, organizationId, statusLog: { $size: statusLog.length }, ...told };
    const $set = { unannounced: false, announced: statusLog.length, notices: [] };
    await this.collection.updateOne(asRead, { $set });
  }

  /** Measures the stages that a move has ended (see `stageFinished`). */
  private observeStages({ to }: Move, set: object = {}): void {
    for (const [field, value] of Object.entries(set)) {
      if (!field.startsWith('stages.')) continue;
      const { startedAt, finishedAt } = value as { startedAt: number; finishedAt: number };
      const stage = field.slice('stages.'.length) as Stage;
      this.observe(stage, isFailure(to) ? 'failed' : 'done', (finishedAt - startedAt) / 1e6);
    }
  }

  private logEntry(from: Status, move: Move, at: number): StatusLogEntry {
    return { at, from, to: move.to, actor: move.actor, reason: move.reason ?? null };
  }
}

/** Those of an organization (or of `ids` in it) that are not deleted. */
export function visible(organizationId: string, ids?: string[]): Filter<QuestionnaireDocument> {
  return { organizationId, deleted: false, ...(ids ? { _id: { $in: ids } } : {}) };
}
