import { notifyEvent, type NotifyData, type ServiceEvent } from '@candor/runtime';
import { caringFor, userOf, type Recipient } from '../review/notices.js';
import type { QuestionnaireDocument, StatusLogEntry } from '../store/documents.js';
import type { StoredNotice } from '../store/people-documents.js';

/** Longest name of a user or group that can be told: no id of ours is longer. */
const MOST_ID = 64;
const MOST_RECIPIENTS = 1000;

export interface Told {
  id: string;
  organizationId: string;
  at: number;
  kind: string;
  recipients: readonly Recipient[];
  actor: string;
  subject: NotifyData['subject'];
  path: string;
  text?: string;
  dueAt?: number;
  count?: number;
}

/** The event that tells people. Ids that no user or group can have are left out. */
export function toldEvent({ id, organizationId, at, kind, recipients, actor, ...said }: Told): ServiceEvent {
  const { subject, path, text = '', dueAt = 0, count = 0 } = said;
  return notifyEvent({
    id,
    organizationId,
    at,
    data: {
      kind,
      recipients: recipients.filter((one) => one.id.length <= MOST_ID).slice(0, MOST_RECIPIENTS),
      actor_id: userOf(actor) ?? null,
      subject,
      path,
      ...(text === '' ? {} : { text }),
      ...(dueAt === 0 ? {} : { due_at: dueAt }),
      ...(count === 0 ? {} : { count }),
    },
  });
}

export const questionnairePath = (id: string): string => `/console/questionnaires/${id}`;
export const reviewPath = (id: string): string => `/console/questionnaires/${id}/review`;
/** Where a person finds exactly what is asked of that person in a questionnaire. */
export const askedPath = (id: string): string => `/console/asked/${id}`;

export const subjectOf = ({ _id, title }: Pick<QuestionnaireDocument, '_id' | 'title'>): NotifyData['subject'] => ({
  type: 'questionnaire',
  id: _id,
  title,
});

/** What a stored notice of a questionnaire tells. */
export function noticeEvent(questionnaire: QuestionnaireDocument, notice: StoredNotice): ServiceEvent {
  const { organizationId, _id } = questionnaire;
  const path = notice.kind === 'submitted' || notice.kind === 'sent_back' ? reviewPath(_id) : questionnairePath(_id);
  return toldEvent({ ...notice, organizationId, subject: subjectOf(questionnaire), path });
}

/** What the pipeline's end is told as to those who care for the questionnaire; undefined: nothing, or nobody does. */
export function pipelineNotice(
  questionnaire: QuestionnaireDocument,
  { from, to, at, actor }: StatusLogEntry,
  id: (kind: string) => string,
): ServiceEvent | undefined {
  if (userOf(actor) !== undefined || actor.startsWith('key:')) return undefined;
  const isReady = from === 'ANSWERING_IN_PROGRESS' && to === 'ANSWERING_COMPLETED';
  const kind = isReady ? 'questionnaire_ready' : to.endsWith('_FAILED') ? 'questionnaire_failed' : undefined;
  const recipients = caringFor(questionnaire);
  if (kind === undefined || recipients.length === 0) return undefined;
  const { organizationId, _id } = questionnaire;
  const subject = subjectOf(questionnaire);
  return toldEvent({
    id: id(kind),
    organizationId,
    at,
    kind,
    recipients,
    actor: '',
    subject,
    path: questionnairePath(_id),
  });
}
