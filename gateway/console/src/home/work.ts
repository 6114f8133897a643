import type { Api } from '../api/api.js';
import type { Session, WaitingWork } from '../api/types.js';
import { may } from '../core/session.js';
import { dayFrom, dueDays } from '../questionnaires/list-query.js';

/** Days within which an answer expires soon. */
export const SOON_DAYS = 30;

/** Questionnaires that wait. */
export interface QuestionnaireWork extends WaitingWork {
  overdue: number;
  /** In the next seven days. */
  dueSoon: number;
  /** Ids of the person and the groups it belongs to, with commas between them; '' for a key that is nobody's. */
  mine: string;
}

/** What the home page shows; undefined is what the key may not see. */
export interface Work {
  questionnaires: QuestionnaireWork | undefined;
  /** `any`: whether there is something to answer from. */
  knowledge: { any: boolean; expiring: number } | undefined;
  portal: { scheduled: number } | undefined;
}

/** The moment until which answers are said to expire soon. */
export const soonEnd = (now = new Date()): string => `${dayFrom(SOON_DAYS, now)}T23:59:59.000Z`;

/** Asks for all that waits, in as many calls whatever there is. */
export async function loadWork(api: Api, session: Session, signal: AbortSignal): Promise<Work> {
  const sees = (scope: 'Questionnaires: read' | 'Knowledge: read'): boolean => may(session, 'VIEWER', scope);
  const [questionnaires, knowledge, portal] = await Promise.all([
    sees('Questionnaires: read') ? questionnaireWork(api, session, signal) : undefined,
    sees('Knowledge: read') ? knowledgeWork(api, signal) : undefined,
    // Of the trust portal administrators know, and nobody else.
    may(session, 'ADMIN', 'Trust portal: read') ? portalWork(api, signal) : undefined,
  ]);
  return { questionnaires, knowledge, portal };
}

async function questionnaireWork(api: Api, session: Session, signal: AbortSignal): Promise<QuestionnaireWork> {
  const mine = await assigneesOf(api, session, signal);
  const [waiting, overdue, soon] = await Promise.all([
    api.call.getWaitingWork({ query: mine === '' ? {} : { assignee: mine }, signal }),
    api.call.listQuestionnaires({ query: { ...dueDays('overdue'), limit: 1 }, signal }),
    api.call.listQuestionnaires({ query: { ...dueDays('week'), limit: 1 }, signal }),
  ]);
  return { ...waiting, mine, overdue: overdue.pagination.total, dueSoon: soon.pagination.total };
}

async function assigneesOf(api: Api, { user_id: me }: Session, signal: AbortSignal): Promise<string> {
  if (me === null) return '';
  const { groups } = await api.call.listGroups({ query: { limit: 1000 }, signal });
  return [me, ...groups.filter((group) => group.member_ids.includes(me)).map(({ id }) => id)].slice(0, 100).join(',');
}

async function knowledgeWork(api: Api, signal: AbortSignal): Promise<Work['knowledge']> {
  const [documents, answers, expiring] = await Promise.all([
    api.call.listKnowledgeDocuments({ query: { limit: 1 }, signal }),
    api.call.listLibraryAnswers({ query: { status: 'APPROVED', limit: 1 }, signal }),
    api.call.listLibraryAnswers({ query: { expires_before: soonEnd(), limit: 1 }, signal }),
  ]);
  return { any: documents.pagination.total + answers.pagination.total > 0, expiring: expiring.pagination.total };
}

async function portalWork(api: Api, signal: AbortSignal): Promise<Work['portal']> {
  const { pagination } = await api.call.listTrustPortalUpdates({
    query: { notification_status: 'scheduled', limit: 1 },
    signal,
  });
  return { scheduled: pagination.total };
}
