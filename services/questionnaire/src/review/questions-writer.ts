import { AppError, notFound, failpoint } from '@candor/runtime';
import type { Status } from '../domain/status.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import { cascade } from '../cascade/cascading.js';
import type { HangingStore } from '../store/hanging.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import type { Change, ReviewQuestionStore } from '../store/review-questions.js';
import { BLOCK_SIZE } from '../search/block-words.js';
import { refreshBlock } from '../search/refresh.js';
import type { SearchBlockStore } from '../store/search-blocks.js';

/** Statuses in which questions can be changed: from the first answers until completion. */
const EDITABLE: ReadonlySet<Status> = new Set<Status>([
  ...(['ANSWERING_IN_PROGRESS', 'ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED'] as const),
]);
/** Rounds in which a change without a condition meets others' changes before it gives up. */
const MOST_ROUNDS = 50;

export interface WriterStores {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  searchBlocks: SearchBlockStore;
  reviewQuestions: ReviewQuestionStore;
  hanging: HangingStore;
  reviewLifecycle: ReviewLifecycleStore;
}

/** Which question, and what the caller believes to be its version (undefined: whatever it is). */
export interface QuestionTarget {
  questionnaireId: string;
  questionId: string;
  expectedVersion: number | undefined;
}

/** Changes questions so that statistics, search and history stay true and nobody's change is lost. */
export class QuestionWriter {
  constructor(private readonly stores: WriterStores) {}

  /** Throws `not_found` when there is none: told before anything that is wrong with the input. */
  async find(organizationId: string, id: string): Promise<QuestionnaireDocument> {
    const questionnaire = await this.stores.questionnaires.get(organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    return questionnaire;
  }

  /**
   * Runs `write` while the questionnaire may be edited. The counted write is opened before the status is looked at, and
   * completing waits for it: so no edit falls behind a completion.
   */
  async whileEditable<R>(
    organizationId: string,
    id: string,
    write: (questionnaire: QuestionnaireDocument) => Promise<R>,
  ): Promise<R> {
    const { questionnaires, reviewLifecycle } = this.stores;
    await this.find(organizationId, id);
    return questionnaires.counting(organizationId, id, async () => {
      const questionnaire = await this.find(organizationId, id);
      if (!EDITABLE.has(questionnaire.status)) throw notEditable(questionnaire.status);
      if (reviewLifecycle.isLocked(questionnaire)) throw beingCompleted();
      return write(questionnaire);
    });
  }

  /** Lets search know the answers of these blocks of questions as they are now. */
  async refreshSearch(organizationId: string, questionnaireId: string, blocks: Iterable<number>): Promise<void> {
    for (const block of blocks) await refreshBlock(this.stores, organizationId, questionnaireId, block);
  }

  /** Brings what hangs on these questions into line with them, where their answers were changed. */
  async cascade(organizationId: string, questionnaireId: string): Promise<void> {
    await cascade(this.stores, organizationId, questionnaireId);
  }

  /**
   * Changes one question. `decide` gives the change for the question as it is, or null when there is nothing to change; it is
   * asked again when somebody else was faster and the caller did not say which version is meant.
   */
  async change(
    organizationId: string,
    { questionnaireId, questionId, expectedVersion }: QuestionTarget,
    decide: (question: ReviewedQuestionDocument, questionnaire: QuestionnaireDocument) => Change | null,
  ): Promise<ReviewedQuestionDocument> {
    const { reviewQuestions } = this.stores;
    return this.whileEditable(organizationId, questionnaireId, async (questionnaire) => {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const question = await reviewQuestions.get(organizationId, questionnaireId, questionId);
        if (!question) throw notFound('question');
        if (expectedVersion !== undefined && question.version !== expectedVersion) throw stale();
        const change = decide(question, questionnaire);
        if (change === null) return question;
        const changed = await reviewQuestions.change(question, change);
        if (!changed) continue;
        await failpoint('edit.written');
        if (changed.rootChange) await this.cascade(organizationId, questionnaireId);
        if (changed.answer !== question.answer)
          await refreshBlock(this.stores, organizationId, questionnaireId, Math.floor(changed.position / BLOCK_SIZE));
        return changed;
      }
      throw new AppError('conflict', 'question_busy', 'The question is being changed by others. Try again.');
    });
  }
}

export const stale = (): AppError =>
  new AppError('stale', 'question_changed', 'The question was changed since you read it. Read it again.');

export const beingCompleted = (): AppError =>
  new AppError('conflict', 'being_completed', 'The questionnaire is being completed right now. Try again.');

export function notEditable(status: Status): AppError {
  if (status === 'COMPLETED')
    return new AppError(
      'conflict',
      'questionnaire_completed',
      'A completed questionnaire cannot be edited. Reopen it.',
    );
  return new AppError(
    'conflict',
    'not_ready',
    'The questionnaire is still being processed. Try again when it has answers.',
    {
      data: { status },
    },
  );
}
