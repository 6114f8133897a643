import {
  dayAfter,
  dayIn,
  deterministicId,
  endOfDayIn,
  micros,
  type Clock,
  type PublishEvents,
  type ServiceEvent,
} from '@candor/runtime';
import { dueKind, remindedOf, type DueKind, type LocalMoment } from '../domain/due.js';
import { isProcessing } from '../domain/status.js';
import { caringFor } from '../review/notices.js';
import type { AskedQuestionStore, AskedRow } from '../store/asked-questions.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { askedPath, questionnairePath, subjectOf, toldEvent } from './telling.js';

/** What is longer overdue than this is no news. */
const OVERDUE_DAYS = 7;
/** Time zones are a day apart at most: so much is looked at besides. */
const ZONES_DAYS = 1;

/** Questions of one questionnaire that are due for one assignee on one day, and what is to be said of them. */
interface DueGroup {
  kind: DueKind;
  rows: AskedRow[];
}

const momentIn = (at: number, timeZone: string): LocalMoment => ({ at, day: dayIn(at, timeZone) });

/** The IANA name of an organization's time zone. */
export type TimeZoneOf = (organizationId: string) => Promise<string>;

/**
 * Tells people the day before something is due, and when it is overdue: once for each due date, so a moved one is told again.
 * Days are those of the organization. The id of an event comes from what it is about, so that several processes tell it once.
 */
export class Reminding {
  constructor(
    private readonly stores: { questionnaires: QuestionnaireStore; asked: AskedQuestionStore },
    private readonly publish: PublishEvents,
    private readonly clock: Clock,
    private readonly timeZoneOf: TimeZoneOf,
  ) {}

  async round(): Promise<void> {
    await this.deadlines();
    for (const group of await this.groups(await this.stores.asked.nearDue())) await this.remind(group);
  }

  private async deadlines(): Promise<void> {
    const { questionnaires } = this.stores;
    const now = micros(this.clock);
    const today = dayIn(now, 'UTC');
    const [from, to] = [dayAfter(today, -OVERDUE_DAYS), dayAfter(today, 1 + ZONES_DAYS)];
    for (const one of await questionnaires.nearDeadline(from, to)) {
      const timeZone = await this.timeZoneOf(one.organizationId);
      const dueAt = endOfDayIn(one.deadline, timeZone);
      const kind = dueKind(momentIn(dueAt, timeZone), momentIn(now, timeZone));
      if (kind === null || one.reminded === remindedOf(kind, one.deadline)) continue;
      const { organizationId, _id } = one;
      const about = { organizationId, at: now, kind, actor: '', subject: subjectOf(one), dueAt };
      const id = deterministicId(_id, kind, one.deadline);
      // Where nobody is behind it, every administrator is told.
      await this.publish([toldEvent({ ...about, id, recipients: caringFor(one), path: questionnairePath(_id) })]);
      await questionnaires.markReminded(organizationId, _id, remindedOf(kind, one.deadline));
    }
  }

  private async groups(rows: readonly AskedRow[]): Promise<DueGroup[]> {
    const now = micros(this.clock);
    const groups = new Map<string, DueGroup>();
    for (const row of rows) {
      const dueAt = row.dueAt ?? 0;
      const timeZone = await this.timeZoneOf(row.organizationId);
      const kind = dueKind(momentIn(dueAt, timeZone), momentIn(now, timeZone));
      if (kind === null || row.reminded === remindedOf(kind, dueAt)) continue;
      const key = [row.questionnaireId, row.assigneeId, dueAt].join(' ');
      const group = groups.get(key) ?? { kind, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  private async remind({ kind, rows }: DueGroup): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const { organizationId, questionnaireId, assigneeId, assigneeType, dueAt = 0 } = first;
    const questionnaire = await this.stores.questionnaires.get(organizationId, questionnaireId);
    const ids = rows.map(({ _id }) => _id).sort();
    if (questionnaire && questionnaire.status !== 'COMPLETED' && !isProcessing(questionnaire.status)) {
      const event: ServiceEvent = toldEvent({
        id: deterministicId(questionnaireId, kind, assigneeId, String(dueAt), ...ids),
        organizationId,
        at: micros(this.clock),
        kind,
        actor: '',
        dueAt,
        count: ids.length,
        recipients: [{ id: assigneeId, type: assigneeType || 'USER' }],
        subject: subjectOf(questionnaire),
        path: askedPath(questionnaireId),
      });
      await this.publish([event]);
    } else if (questionnaire && questionnaire.status !== 'COMPLETED') return;
    await this.stores.asked.markReminded(organizationId, ids, remindedOf(kind, dueAt));
  }
}
