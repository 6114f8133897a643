import { cleanAnswerText } from '../answering/writing/clean.js';
import { AppError, failpoint, notFound, type Bus, type Clock } from '@candor/runtime';
import { canMove, isFailure } from '../domain/status.js';
import { isPlaceholder } from '../extraction/language/placeholders.js';
import { hasWaiting, takeWaiting } from '../forms/waiting-questions.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import { textKey } from '../store/library.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ApprovedAnswer, LibrarySyncStore } from '../store/review-library.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import { checkApprover, type Approver } from './approval-rule.js';
import { markOf } from './edit-mark.js';
import { approvedNotice } from './handing-over.js';
import { invalidTransition, type LifecycleActor } from './lifecycle.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  reviewQuestions: ReviewQuestionStore;
  reviewLifecycle: ReviewLifecycleStore;
  librarySync: LibrarySyncStore;
  bus: Bus;
  clock: Clock;
}

export interface CompleteOptions {
  force: boolean;
  syncToLibrary: boolean;
}

const EDITS_EVERY_MS = 25;
/** How long completing waits for edits that are under way. */
const EDITS_PATIENCE_MS = 8_000;
const ROUNDS = 5;

/** Completing a questionnaire. */
export class Completion {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Completes a questionnaire whose questions are all approved or not applicable (or any, by force; one that failed by force
   * only), and of whose form no questions wait: their answering is started instead. It is locked against new edits first, then what is open is counted; the move only takes place if nothing was
   * edited since.
   */
  async complete(by: LifecycleActor & Approver, id: string, options: CompleteOptions): Promise<void> {
    const { questionnaires, reviewLifecycle } = this.deps;
    const { organizationId } = by;
    const questionnaire = await questionnaires.get(organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    checkCompletable(questionnaire, options.force);
    const token = await reviewLifecycle.lock(organizationId, id, questionnaire.status);
    if (token === null) throw busy();
    await failpoint('complete.locked');
    let unfinished: QuestionnaireDocument | undefined;
    try {
      unfinished = await this.completeLocked(by, id, options);
    } finally {
      await reviewLifecycle.unlock(organizationId, id, token);
    }
    if (!unfinished) return;
    await takeWaiting(this.deps, unfinished, by);
    throw formContinues();
  }

  /** Gives the questionnaire when questions of its form wait to be taken. */
  private async completeLocked(
    by: LifecycleActor & Approver,
    id: string,
    { force, syncToLibrary }: CompleteOptions,
  ): Promise<QuestionnaireDocument | undefined> {
    const { reviewQuestions, reviewLifecycle, librarySync } = this.deps;
    const { organizationId } = by;
    const mark = markOf(by, this.deps.clock);
    for (let round = 0; round < ROUNDS; round++) {
      const quiet = await this.untilNobodyEdits(organizationId, id);
      checkCompletable(quiet, force);
      // A failure may be why they wait: it is completed without them, and reopening takes them.
      if (hasWaiting(quiet) && !isFailure(quiet.status)) return quiet;
      const open = await reviewQuestions.openCount(organizationId, id);
      if (open > 0 && !force) throw questionsOpen(open);
      // What is forced through has no other approval.
      if (open > 0) checkApprover(by);
      if (syncToLibrary)
        await librarySync.sync(organizationId, id, libraryAnswers(await reviewQuestions.approved(organizationId, id)));
      await failpoint('complete.synced');
      const reason = open > 0 ? `forced with ${open} open questions` : null;
      const notice = open > 0 ? undefined : approvedNotice(quiet, mark);
      const move = { to: 'COMPLETED' as const, actor: by.actor, reason, notice };
      if (await reviewLifecycle.moveUnchanged(organizationId, quiet, move)) return undefined;
    }
    throw busy();
  }

  private async untilNobodyEdits(organizationId: string, id: string): Promise<QuestionnaireDocument> {
    const deadline = performance.now() + EDITS_PATIENCE_MS;
    for (;;) {
      const questionnaire = await this.deps.questionnaires.get(organizationId, id);
      if (!questionnaire) throw notFound('questionnaire');
      if (questionnaire.writesOpen === 0) return questionnaire;
      if (performance.now() > deadline) throw busy();
      await new Promise((resolve) => setTimeout(resolve, EDITS_EVERY_MS));
    }
  }
}

/** Words that a question needs to make sense outside of its questionnaire ("If yes, please describe" does not). */
const LEAST_WORDS = 4;
const DEPENDENT =
  /^(?:if|when|where) (?:yes|no|so|not|applicable)\b|^(?:please )?(?:describe|explain|specify|provide details|comment)$/;

/**
 * Approved answers worth keeping: of questions that stand for themselves, and that the questionnaire does not answer in two
 * ways; what only holds the place of an answer ("Response:", "TBC") is none. The comment of a choice says why, and goes with it.
 */
export function libraryAnswers(
  questions: readonly Pick<ReviewedQuestionDocument, 'text' | 'answer' | 'comment' | 'approvedBy'>[],
): ApprovedAnswer[] {
  const byKey = new Map<string, ApprovedAnswer[]>();
  for (const { text, answer, comment, approvedBy } of questions) {
    const key = textKey(text);
    if (key.split(' ').length < LEAST_WORDS || DEPENDENT.test(key) || isPlaceholder(answer)) continue;
    const ownerId = approvedBy.startsWith('user:') ? approvedBy.slice('user:'.length) : '';
    const entry = { question: text, answer: cleanAnswerText(withComment(answer, comment)), ownerId };
    const list = byKey.get(key);
    if (list === undefined) byKey.set(key, [entry]);
    else list.push(entry);
  }
  return [...byKey.values()]
    .filter((entries) => new Set(entries.map((entry) => textKey(entry.answer))).size === 1)
    .flatMap((entries) => entries.slice(0, 1));
}

function withComment(answer: string, comment: string): string {
  const said = comment.trim();
  if (said === '') return answer;
  return textKey(said).startsWith(textKey(answer)) ? said : `${answer.replace(/(?<![.\s])[.\s]+$/, '')}. ${said}`;
}

function checkCompletable({ status }: QuestionnaireDocument, force: boolean): void {
  if (!canMove(status, 'COMPLETED')) throw invalidTransition(status, 'completed');
  if (isFailure(status) && !force) throw invalidTransition(status, 'completed without force');
}

const busy = (): AppError =>
  new AppError(
    'conflict',
    'review_in_progress',
    'Others are working on the questionnaire right now. Try again shortly.',
  );

const formContinues = (): AppError =>
  new AppError(
    'conflict',
    'form_continues',
    'Questions of a further page of the form are being answered now. Complete the questionnaire when they are.',
  );

const questionsOpen = (open: number): AppError =>
  new AppError(
    'conflict',
    'questions_open',
    `${open} ${open === 1 ? 'question is' : 'questions are'} neither approved nor not applicable. Approve them, or complete with force.`,
    { data: { open_questions: open } },
  );
