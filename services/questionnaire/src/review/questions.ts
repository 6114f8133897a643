import { notFound, type Clock } from '@candor/runtime';
import type { Answering } from '../knowledge/answering.js';
import type { DraftingTotalsStore } from '../store/drafting-totals.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import { engineFields } from '../store/questions.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import type { LifecycleActor } from './lifecycle.js';
import { markOf } from './edit-mark.js';
import { decidedEdit, UNAPPROVED, type QuestionEdit } from './questions-answer.js';
import { stale, type QuestionTarget, type QuestionWriter } from './questions-writer.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  reviewQuestions: ReviewQuestionStore;
  draftingTotals: DraftingTotalsStore;
  revisions: KnowledgeRevisions;
  answering: Answering;
  writer: QuestionWriter;
  clock: Clock;
}

/** What people do to one question. */
export class QuestionEditing {
  constructor(private readonly deps: Dependencies) {}

  /** Changes answer, comment, status or assignee. Un-approves when what goes to the customer changes. */
  edit(by: LifecycleActor, target: QuestionTarget, edit: QuestionEdit): Promise<ReviewedQuestionDocument> {
    const mark = markOf(by, this.deps.clock);
    return this.deps.writer.change(by.organizationId, target, (question, questionnaire) =>
      decidedEdit(question, questionnaire, edit, mark),
    );
  }

  /**
   * Answers the question again from the knowledge as it is now, with guidance for tone and length. A change that somebody makes
   * meanwhile wins: then this is stale.
   */
  async regenerate(
    by: LifecycleActor,
    target: QuestionTarget,
    instructions: string,
  ): Promise<ReviewedQuestionDocument> {
    const { questionnaires, reviewQuestions, draftingTotals, revisions, answering, writer } = this.deps;
    const { organizationId } = by;
    const questionnaire = await questionnaires.get(organizationId, target.questionnaireId);
    if (!questionnaire) throw notFound('questionnaire');
    const before = await reviewQuestions.get(organizationId, target.questionnaireId, target.questionId);
    if (!before) throw notFound('question');
    if (target.expectedVersion !== undefined && target.expectedVersion !== before.version) throw stale();
    // Refuse before the work, not after it.
    await writer.whileEditable(organizationId, target.questionnaireId, () => Promise.resolve());
    const { revision } = await revisions.current(organizationId);
    const guidance = instructions.trim() === '' ? questionnaire.instructions : instructions;
    const approved = await reviewQuestions.approved(organizationId, target.questionnaireId);
    const drafted = await answering.again(organizationId, revision, before, guidance, approved);
    await draftingTotals.add(organizationId, target.questionnaireId, [drafted]);
    const expected = { ...target, expectedVersion: before.version };
    return writer.change(organizationId, expected, () => ({
      action: 'regenerated',
      actor: by.actor,
      set: { ...engineFields(drafted), ...UNAPPROVED, editedBy: '' },
    }));
  }
}
