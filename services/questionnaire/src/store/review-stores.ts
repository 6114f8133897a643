import { ensureIndexes, type Clock } from '@candor/runtime';
import type { Db } from 'mongodb';
import { HangingStore } from './hanging.js';
import { COMMENT_INDEXES, CommentStore } from './review-comments.js';
import { EXPORT_INDEXES, ExportStore } from './review-exports.js';
import { LibrarySyncStore } from './review-library.js';
import { ReviewLifecycleStore } from './review-lifecycle.js';
import { HISTORY_INDEXES, ReviewQuestionStore } from './review-questions.js';
import type { Stores } from './stores.js';

export interface ReviewStores {
  reviewQuestions: ReviewQuestionStore;
  hanging: HangingStore;
  reviewLifecycle: ReviewLifecycleStore;
  comments: CommentStore;
  librarySync: LibrarySyncStore;
  exports: ExportStore;
}

/** Opens the repositories of the review on the service's database and makes their indexes. */
export async function openReviewStores(db: Db, clock: Clock, stores: Stores): Promise<ReviewStores> {
  await Promise.all([
    ensureIndexes(db, 'question_history', HISTORY_INDEXES),
    ensureIndexes(db, 'question_comments', COMMENT_INDEXES),
    ensureIndexes(db, 'exports', EXPORT_INDEXES),
  ]);
  return {
    reviewQuestions: new ReviewQuestionStore(db, clock),
    hanging: new HangingStore(db),
    reviewLifecycle: new ReviewLifecycleStore(db, clock),
    comments: new CommentStore(db, clock),
    librarySync: new LibrarySyncStore(db, clock, stores.revisions),
    exports: new ExportStore(db, clock, stores.files),
  };
}

/** What the review keeps of a questionnaire, removed. */
export async function purgeReview(
  stores: ReviewStores,
  organizationId: string,
  questionnaireId: string,
): Promise<void> {
  await stores.reviewQuestions.purge(organizationId, questionnaireId);
  await stores.comments.purge(organizationId, questionnaireId);
  await stores.exports.purge(organizationId, questionnaireId);
}
