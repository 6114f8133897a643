import { deterministicId, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import { personOf, type Recipient } from '../review/notices.js';
import type { AskedQuestionStore, AskedRow } from '../store/asked-questions.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { FindingStore } from '../store/findings.js';
import type { FindingDocument } from '../store/ledger-documents.js';
import type { CommentStore } from '../store/review-comments.js';
import type { CommentDocument, ReviewedQuestionDocument } from '../store/review-documents.js';
import type { ReviewQuestionStore } from '../store/review-questions.js';
import { askedPath, reviewPath, subjectOf, toldEvent } from './telling.js';

export interface AskingStores {
  questionnaires: QuestionnaireStore;
  asked: AskedQuestionStore;
  reviewQuestions: ReviewQuestionStore;
  comments: CommentStore;
  findings: FindingStore;
}

const AT_ONCE = 200;

/** The subject of one question, or of several of a questionnaire. */
const subject = (questionnaire: QuestionnaireDocument, row: AskedRow, count: number) =>
  count === 1
    ? { type: 'question', id: row._id, questionnaire_id: questionnaire._id, title: row.text }
    : subjectOf(questionnaire);

/**
 * Tells people what is asked of them, that it is done, and where they are mentioned. Each change stores with itself that it is
 * to be told; the mark goes when the listener has stored the event, so that a crash repeats events and loses none.
 */
export class Asking {
  constructor(
    private readonly stores: AskingStores,
    private readonly publish: PublishEvents,
  ) {}

  async round(): Promise<void> {
    const { asked, comments, findings } = this.stores;
    const first = new Map<string, AskedRow>();
    for (const row of await asked.untold(AT_ONCE)) {
      const key = [row.questionnaireId, row.assigneeId, row.assignment?.call].join(' ');
      if (!first.has(key)) first.set(key, row);
    }
    for (const row of first.values()) await this.tellAssigned(row);
    for (const comment of await comments.untold(AT_ONCE)) await this.tellMentioned(comment);
    for (const finding of await findings.untold(AT_ONCE)) {
      if (finding.assigneeId !== '') await this.publish([findingOf(finding)]);
      await findings.markTold(finding);
    }
  }

  /** One event for all that one call asked of somebody; while the call may still write, it waits for the next round. */
  private async tellAssigned(row: AskedRow): Promise<void> {
    const { questionnaires, asked } = this.stores;
    const { organizationId, questionnaireId } = row;
    const questionnaire = await questionnaires.get(organizationId, questionnaireId);
    if (questionnaire && questionnaire.writesOpen > 0) return;
    const event = questionnaire && eventOf(questionnaire, row, await asked.untoldOf(row));
    if (event) await this.publish([event]);
    await asked.markTold(row);
  }

  private async tellMentioned(comment: CommentDocument): Promise<void> {
    const { questionnaires, comments, reviewQuestions } = this.stores;
    const { organizationId, questionnaireId, questionId } = comment;
    const [questionnaire, question] = await Promise.all([
      questionnaires.get(organizationId, questionnaireId),
      reviewQuestions.get(organizationId, questionnaireId, questionId),
    ]);
    if (questionnaire && question) await this.publish([mentionOf(comment, question)]);
    await comments.markTold(comment);
  }
}

function eventOf(questionnaire: QuestionnaireDocument, row: AskedRow, count: number): ServiceEvent | undefined {
  const { organizationId, _id } = questionnaire;
  const { assigneeId, assigneeType, assignment, assignmentState } = row;
  if (!assignment || assigneeId === '' || count === 0) return undefined;
  const about = { organizationId, count, subject: subject(questionnaire, row, count) };
  const id = (kind: string): string => deterministicId(_id, kind, assigneeId, assignment.call);
  if (assignmentState === 'done') {
    const recipients = personOf(assignment.assignedBy);
    if (recipients.length === 0) return undefined;
    const { doneAt: at, doneBy: actor } = assignment;
    return toldEvent({ ...about, id: id('done'), kind: 'answered', recipients, at, actor, path: reviewPath(_id) });
  }
  const recipients: Recipient[] = [{ id: assigneeId, type: assigneeType || 'USER' }];
  const { note: text, assignedAt: at, assignedBy: actor } = assignment;
  const dueAt = row.dueAt ?? 0;
  return toldEvent({
    ...about,
    id: id('assigned'),
    kind: 'assigned',
    recipients,
    at,
    actor,
    text,
    dueAt,
    path: askedPath(_id),
  });
}

function mentionOf(comment: CommentDocument, { _id, text, questionnaireId }: ReviewedQuestionDocument): ServiceEvent {
  return toldEvent({
    id: deterministicId(comment._id, 'mentioned'),
    organizationId: comment.organizationId,
    at: comment.at,
    kind: 'mentioned',
    actor: comment.author,
    recipients: (comment.mentioned ?? []).map((id) => ({ type: 'USER', id })),
    subject: { type: 'question', id: _id, questionnaire_id: questionnaireId, title: text },
    text: comment.text.replace(/@\[([^\]\n]{0,200})\]\(user:[0-9A-Za-z_-]{1,64}\)/g, '@$1'),
    path: `${reviewPath(questionnaireId)}?question=${_id}`,
  });
}

function findingOf({ _id, organizationId, question, questionnaireId, ...finding }: FindingDocument): ServiceEvent {
  const { by: actor = '', at = finding.updatedAt } = finding.assignment ?? {};
  return toldEvent({
    id: deterministicId(_id, 'finding_assigned', finding.assigneeId, String(at)),
    organizationId,
    at,
    actor,
    kind: 'finding_assigned',
    recipients: [{ type: 'USER', id: finding.assigneeId }],
    subject: { type: 'finding', id: _id, questionnaire_id: questionnaireId, title: question },
    path: '/console/knowledge/told',
  });
}
