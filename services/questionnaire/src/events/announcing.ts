import { deterministicId, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import { DISPLAY_NAMES, isFailure } from '../domain/status.js';
import type { QuestionnaireDocument, StatusLogEntry } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { noticeEvent, pipelineNotice } from './telling.js';

const AT_ONCE = 100;

/** What a change of status is told as: always as itself, and as the end that it may be. */
function eventsOf(questionnaire: QuestionnaireDocument, entry: StatusLogEntry, index: number): ServiceEvent[] {
  const { _id, organizationId, title, companyName } = questionnaire;
  const types = [
    'questionnaire.status_changed',
    ...(entry.to === 'COMPLETED' ? ['questionnaire.completed'] : []),
    ...(isFailure(entry.to) ? ['questionnaire.failed'] : []),
  ];
  const data = {
    questionnaire_id: _id,
    title,
    company_name: companyName,
    status: entry.to,
    status_display_name: DISPLAY_NAMES[entry.to],
    previous_status: entry.from,
    actor: entry.actor,
    reason: entry.reason,
  };
  const idOf = (type: string): string => deterministicId(type, _id, String(index));
  const events = types.map((type) => ({ id: idOf(type), organizationId, type, at: entry.at, data }));
  const notice = pipelineNotice(questionnaire, entry, idOf);
  return notice ? [...events, notice] : events;
}

/**
 * Tells others how questionnaires move, and people what concerns them of it. A move stores with itself that it is to be told; that mark goes when the listener
 * has stored the event, so that a crash repeats events and loses none.
 */
export class Announcing {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly publish: PublishEvents,
  ) {}

  async round(): Promise<void> {
    for (const questionnaire of await this.questionnaires.unannounced(AT_ONCE)) {
      const { statusLog } = questionnaire;
      const from = questionnaire.announced ?? statusLog.length - 1;
      const moves = statusLog.slice(from).flatMap((entry, offset) => eventsOf(questionnaire, entry, from + offset));
      const notices = (questionnaire.notices ?? []).map((notice) => noticeEvent(questionnaire, notice));
      const events = [...moves, ...notices];
      if (events.length > 0) await this.publish(events);
      await this.questionnaires.markAnnounced(questionnaire);
    }
  }
}
