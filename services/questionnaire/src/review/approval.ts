import { invalid, micros, type Clock } from '@candor/runtime';
import type { ConfidenceBand } from '../answering/types.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import { checkApprover, isOwnEdit, ownEdit, type Approver } from './approval-rule.js';
import type { LifecycleActor } from './lifecycle.js';
import { isAnswered, noAnswer, UNAPPROVED } from './questions-answer.js';
import type { QuestionTarget, QuestionWriter } from './questions-writer.js';

export interface ApprovalSelection {
  questionIds: string[];
  filter: { band: string; sheetId: string; all: boolean } | undefined;
}

export interface ApprovalReport {
  approved: number;
  skipped: {
    questionId: string;
    code: 'question_not_found' | 'no_answer' | 'already_approved' | 'own_edit' | 'question_changed';
  }[];
}

const BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;
const AT_ONCE = 200;
/** Rounds for questions that were changed between reading and approving. */
const ROUNDS = 3;

/** Approving questions, one by one and many at once. */
export class Approval {
  constructor(
    private readonly reviewQuestions: ReviewQuestionStore,
    private readonly writer: QuestionWriter,
    private readonly clock: Clock,
  ) {}

  async approve(by: LifecycleActor & Approver, target: QuestionTarget): Promise<ReviewedQuestionDocument> {
    checkApprover(by);
    return this.writer.change(by.organizationId, target, (question) => {
      if (question.approved) return null;
      if (!isAnswered(question)) throw noAnswer();
      if (isOwnEdit(question, by)) throw ownEdit();
      return { action: 'approved', actor: by.actor, set: this.approvedBy(by) };
    });
  }

  unapprove(by: LifecycleActor, target: QuestionTarget): Promise<ReviewedQuestionDocument> {
    return this.writer.change(by.organizationId, target, (question) =>
      question.approved ? { action: 'unapproved', actor: by.actor, set: UNAPPROVED } : null,
    );
  }

  /** Approves what can be approved and says of the rest why not. */
  async approveMany(
    by: LifecycleActor & Approver,
    questionnaireId: string,
    selection: ApprovalSelection,
  ): Promise<ApprovalReport> {
    await this.writer.find(by.organizationId, questionnaireId);
    checkApprover(by);
    const chosen = checked(selection);
    const report: ApprovalReport = { approved: 0, skipped: [] };
    await this.writer.whileEditable(by.organizationId, questionnaireId, async () => {
      let open = await this.reviewQuestions.select(by.organizationId, questionnaireId, chosen);
      const areRoots = open.some(({ dependents = 0 }) => dependents > 0);
      const found = new Set(open.map((question) => question._id));
      for (const questionId of chosen.ids ?? [])
        if (!found.has(questionId)) report.skipped.push({ questionId, code: 'question_not_found' });
      for (let round = 0; round < ROUNDS && open.length > 0; round++) {
        const left: string[] = [];
        const ready = open.filter((question) => isReady(question, by, report));
        for (let from = 0; from < ready.length; from += AT_ONCE) {
          const some = ready.slice(from, from + AT_ONCE);
          const change = { action: 'approved' as const, actor: by.actor, set: this.approvedBy(by) };
          const changed = await this.reviewQuestions.changeMany(some, change);
          report.approved += changed.size;
          left.push(...some.map((question) => question._id).filter((id) => !changed.has(id)));
        }
        open =
          left.length === 0 ? [] : await this.reviewQuestions.select(by.organizationId, questionnaireId, { ids: left });
      }
      report.skipped.push(...open.map(({ _id }) => ({ questionId: _id, code: 'question_changed' as const })));
      if (areRoots) await this.writer.cascade(by.organizationId, questionnaireId);
    });
    return report;
  }

  private approvedBy(by: LifecycleActor) {
    return { approved: true, approvedBy: by.actor, approvedAt: micros(this.clock) };
  }
}

/** Whether it can be approved; if not, the report says why. */
function isReady(question: ReviewedQuestionDocument, by: Approver, report: ApprovalReport): boolean {
  const skip = (code: ApprovalReport['skipped'][number]['code']): boolean => {
    report.skipped.push({ questionId: question._id, code });
    return false;
  };
  if (question.approved) return skip('already_approved');
  if (!isAnswered(question)) return skip('no_answer');
  return isOwnEdit(question, by) ? skip('own_edit') : true;
}

function checked({ questionIds, filter }: ApprovalSelection): {
  ids?: string[];
  band?: ConfidenceBand;
  sheetId?: string;
} {
  if (questionIds.length > 0) return { ids: [...new Set(questionIds)] };
  if (filter === undefined || (!filter.all && filter.band === '' && filter.sheetId === ''))
    throw invalid([
      { path: 'question_ids', message: 'Give question_ids, or a filter with band, sheet_id or all: true.' },
    ]);
  const band = BANDS.find((known) => known === filter.band);
  if (filter.band !== '' && band === undefined)
    throw invalid([{ path: 'filter.band', message: `filter.band must be one of ${BANDS.join(', ')}.` }]);
  return { ...(band === undefined ? {} : { band }), ...(filter.sheetId === '' ? {} : { sheetId: filter.sheetId }) };
}
