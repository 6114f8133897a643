import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { LibrarySyncStore } from '../store/review-library.js';
import { libraryAnswers } from './approval-completion.js';
import type { LifecycleActor } from './lifecycle.js';

/**
 * Takes the answer of one question into the library now, by the rules of a completed questionnaire: a question that does not
 * stand for itself, and an answer that says nothing, are left out.
 */
export async function keepInLibrary(
  library: LibrarySyncStore,
  { organizationId, actor }: LifecycleActor,
  question: ReviewedQuestionDocument,
): Promise<void> {
  if (question.answer.trim() === '') return;
  // Who keeps it stands for it, as who approves it does.
  await library.sync(organizationId, question.questionnaireId, libraryAnswers([{ ...question, approvedBy: actor }]));
}
