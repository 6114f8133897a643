import { ended, isRunning, micros, newId, type Clock } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';
import type { Status } from '../domain/status.js';
import type { QuestionnaireDocument } from './documents.js';
import { LEDGER_DUE } from './ledger-marks.js';
import type { StoredNotice } from './people-documents.js';

/** A questionnaire under a completion's lock. Without these fields, or with a lock that has ended, it is not locked. */
interface LockableQuestionnaire extends QuestionnaireDocument {
  /** Milliseconds since the epoch. */
  reviewLockUntil?: number;
  reviewLock?: string;
}

/** A lock that its holder left behind ends by itself after this. */
const LOCK_MS = 60_000;

/** The condition that nobody is completing it at `now`, milliseconds since the epoch. */
export const unlockedAt = (now: number): Filter<QuestionnaireDocument> => ({
  $or: [{ reviewLockUntil: { $exists: false } }, ...ended('reviewLockUntil', now, LOCK_MS).$or],
});

/** The moves of a questionnaire that depend on all of its questions, and its own fields. */
export class ReviewLifecycleStore {
  private readonly collection: Collection<LockableQuestionnaire>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<LockableQuestionnaire>('questionnaires');
  }

  /** Whether somebody is completing it right now. */
  isLocked(questionnaire: QuestionnaireDocument): boolean {
    return isRunning((questionnaire as LockableQuestionnaire).reviewLockUntil ?? 0, this.clock.now(), LOCK_MS);
  }

  /** Takes the lock; null when another holds it or the status has changed. */
  async lock(organizationId: string, id: string, status: Status): Promise<string | null> {
    const token = newId();
    const now = this.clock.now();
    const taken = await this.collection.updateOne(
      { _id: id, organizationId, deleted: false, status, ...unlockedAt(now) },
      { $set: { reviewLock: token, reviewLockUntil: now + LOCK_MS } },
    );
    return taken.matchedCount === 1 ? token : null;
  }

  async unlock(organizationId: string, id: string, token: string): Promise<void> {
    await this.collection.updateOne(
      { _id: id, organizationId, reviewLock: token },
      { $set: { reviewLock: '', reviewLockUntil: 0 } },
    );
  }

  /**
   * Moves a questionnaire on if no question was changed since it was read, none is being changed, and no further page of
   * its form came: every edit opens a counted write before it looks at the status.
   */
  async moveUnchanged(
    organizationId: string,
    seen: QuestionnaireDocument,
    move: { to: Status; actor: string; reason: string | null; notice?: StoredNotice | undefined },
  ): Promise<boolean> {
    const at = micros(this.clock);
    const { _id, status, revision, form } = seen;
    const moved = await this.collection.updateOne(
      {
        _id,
        organizationId,
        deleted: false,
        status,
        revision,
        writesOpen: 0,
        ...(form ? { 'form.revision': form.revision } : {}),
      },
      {
        $set: {
          status: move.to,
          updatedAt: at,
          unannounced: true,
          reviewLock: '',
          reviewLockUntil: 0,
          ...(move.to === 'COMPLETED' ? LEDGER_DUE : {}),
        },
        $push: {
          statusLog: { at, from: status, to: move.to, actor: move.actor, reason: move.reason },
          ...(move.notice ? { notices: move.notice } : {}),
        },
      },
    );
    return moved.modifiedCount === 1;
  }

  /** Sets fields of a questionnaire; null when it does not exist. */
  setFields(
    organizationId: string,
    id: string,
    set: Partial<QuestionnaireDocument>,
    notice?: StoredNotice,
  ): Promise<QuestionnaireDocument | null> {
    return this.collection.findOneAndUpdate(
      { _id: id, organizationId, deleted: false },
      {
        $set: { ...set, updatedAt: micros(this.clock), ...(notice ? { unannounced: true } : {}) },
        ...(notice ? { $push: { notices: notice } } : {}),
      },
      { returnDocument: 'after' },
    );
  }
}
