import { invalid, notFound, type Bus, type Clock } from '@candor/runtime';
import { canMove, isFailure, type Status } from '../domain/status.js';
import { takeWaiting } from '../forms/waiting-questions.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { StoredNotice } from '../store/people-documents.js';
import type { Move, QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import { checkedNote, type EditMark } from './assigning.js';
import { markOf } from './edit-mark.js';
import { invalidTransition, type LifecycleActor } from './lifecycle.js';
import { caringFor, distinct, noticeOf, personOf, recipient } from './notices.js';
import { UNAPPROVED } from './questions-answer.js';
import type { QuestionWriter } from './questions-writer.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  reviewQuestions: ReviewQuestionStore;
  writer: QuestionWriter;
  bus: Bus;
  clock: Clock;
}

/** Handing a questionnaire over for approval, sending it back with a reason, taking it back into review. */
export class HandingOver {
  constructor(private readonly deps: Dependencies) {}

  /** Hands it over to `approverIds`, or to everybody who may approve, and tells them. */
  async submit(by: LifecycleActor, id: string, said: { note: string; approverIds: string[] }): Promise<void> {
    const questionnaire = await this.movable(by, id, 'READY_FOR_APPROVAL', 'submitted');
    const mark = markOf(by, this.deps.clock);
    const text = checkedNote(said.note, 'note');
    const to = [...new Set(said.approverIds)];
    const recipients = to.map((user) => ({ type: 'USER' as const, id: user }));
    const notice = noticeOf(id, mark, { kind: 'submitted', recipients, text });
    const submission = { by: by.actor, at: mark.at, text, to };
    const move = { to: 'READY_FOR_APPROVAL' as const, actor: by.actor, reason: text || 'submitted', notice };
    await this.move(by, questionnaire, move, 'submitted', { submission, sentBack: null });
  }

  /**
   * Gives it back with a reason. The named questions are unapproved and bear the reason until they are changed; who submitted,
   * and whom the questionnaire or these questions are assigned to, is told.
   */
  async sendBack(by: LifecycleActor, id: string, said: { reason: string; questionIds: string[] }): Promise<void> {
    const questionnaire = await this.movable(by, id, 'ANSWERING_COMPLETED', 'sent back');
    if (questionnaire.status !== 'READY_FOR_APPROVAL') throw invalidTransition(questionnaire.status, 'sent back');
    const reason = checkedNote(said.reason, 'reason');
    if (reason === '') throw invalid([{ path: 'reason', message: 'reason is required: say what is to be changed.' }]);
    const mark = markOf(by, this.deps.clock);
    const named = await this.returnQuestions(by, questionnaire, [...new Set(said.questionIds)], reason, mark);
    const submitter = personOf(questionnaire.submission?.by ?? '');
    const assigned = named.flatMap(({ assigneeId, assigneeType }) =>
      assigneeId === '' ? [] : [{ id: assigneeId, type: assigneeType || ('USER' as const) }],
    );
    const recipients = distinct([...submitter, ...questionnaire.assignees.map(recipient), ...assigned]);
    const told = recipients.length > 0 ? recipients : caringFor(questionnaire);
    const about = { kind: 'sent_back' as const, recipients: told, text: reason, count: named.length };
    // Nobody in particular is told: then only the reason stands in the log.
    const notice = told.length === 0 ? undefined : noticeOf(id, mark, about);
    const sentBack = { by: by.actor, at: mark.at, text: reason, to: submitter.map((user) => user.id) };
    const move = { to: 'ANSWERING_COMPLETED' as const, actor: by.actor, reason, notice };
    await this.move(by, questionnaire, move, 'sent back', { sentBack });
  }

  /**
   * Back to where it stood before it was completed: the review, or the failure that was completed by force. Questions of its
   * form that wait are answered now.
   */
  async reopen(by: LifecycleActor, id: string): Promise<void> {
    const questionnaire = await this.deps.questionnaires.get(by.organizationId, id);
    const from = questionnaire?.status === 'COMPLETED' ? questionnaire.statusLog.at(-1)?.from : undefined;
    const to = from && isFailure(from) ? from : 'ANSWERING_COMPLETED';
    const read = await this.movable(by, id, to, 'reopened');
    const reopened = await this.move(by, read, { to, actor: by.actor, reason: 'reopened' }, 'reopened');
    await takeWaiting(this.deps, reopened, by);
  }

  /** Marks the named questions; repeated, it comes to the same. */
  private async returnQuestions(
    { organizationId, actor }: LifecycleActor,
    { _id, status }: QuestionnaireDocument,
    ids: string[],
    reason: string,
    { at }: EditMark,
  ): Promise<ReviewedQuestionDocument[]> {
    const { reviewQuestions, writer } = this.deps;
    if (ids.length === 0) return [];
    const known = new Set((await reviewQuestions.select(organizationId, _id, { ids })).map((one) => one._id));
    const errors = ids.flatMap((one, index) =>
      known.has(one) ? [] : [{ path: `question_ids.${index}`, message: 'No such question in the questionnaire.' }],
    );
    if (errors.length > 0) throw invalid(errors);
    const returned: ReviewedQuestionDocument[] = [];
    for (const questionId of ids) {
      const target = { questionnaireId: _id, questionId, expectedVersion: undefined };
      const question = await writer.change(organizationId, target, (one, now) => {
        if (now.status !== status) throw invalidTransition(now.status, 'sent back');
        if (one.sentBack?.reason === reason && one.sentBack.by === actor) return null;
        const reopened = one.assigneeId === '' ? {} : { assignmentState: 'open' as const };
        const set = { ...UNAPPROVED, ...reopened, sentBack: { reason, by: actor, at } };
        return { action: 'sent_back', actor, set, note: reason };
      });
      returned.push(question);
    }
    return returned;
  }

  private async movable(by: LifecycleActor, id: string, to: Status, what: string): Promise<QuestionnaireDocument> {
    const questionnaire = await this.deps.questionnaires.get(by.organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    // Answering ends in the same status, but that is the pipeline's move.
    if (!canMove(questionnaire.status, to) || questionnaire.status === 'ANSWERING_IN_PROGRESS')
      throw invalidTransition(questionnaire.status, what);
    return questionnaire;
  }

  private async move(
    { organizationId }: LifecycleActor,
    questionnaire: QuestionnaireDocument,
    move: Move,
    what: string,
    set: Partial<QuestionnaireDocument> = {},
  ): Promise<QuestionnaireDocument> {
    const { questionnaires } = this.deps;
    const moved = await questionnaires.moveByPerson(organizationId, questionnaire, move, set);
    if (moved) return moved;
    const now = await questionnaires.get(organizationId, questionnaire._id);
    if (!now) throw notFound('questionnaire');
    throw invalidTransition(now.status, what);
  }
}

/** What is told when a questionnaire is completed with all of it approved; undefined where nobody is behind it. */
export function approvedNotice(questionnaire: QuestionnaireDocument, mark: EditMark): StoredNotice | undefined {
  const submitter = personOf(questionnaire.submission?.by ?? '');
  const recipients = distinct([...submitter, ...caringFor(questionnaire)]);
  return recipients.length === 0 ? undefined : noticeOf(questionnaire._id, mark, { kind: 'approved', recipients });
}
