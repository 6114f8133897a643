import { deterministicId, isNotifyEvent, micros, type Clock, type Logger, type ServiceEvent } from '@candor/runtime';
import type { GroupStore } from '../store/groups.js';
import type { NotificationMailStore } from '../store/notification-mails.js';
import type { NotificationPreferences, NotificationPreferenceStore } from '../store/notification-preferences.js';
import type { Notification, NotificationStore } from '../store/notifications.js';
import type { User, UserStore } from '../store/users.js';
import type { DailyMails } from './daily-mails.js';
import { notificationData, type NotificationData } from './kinds.js';

export interface TellingParts {
  notifications: NotificationStore;
  notificationMails: NotificationMailStore;
  notificationPreferences: NotificationPreferenceStore;
  users: UserStore;
  groups: GroupStore;
  daily: DailyMails;
  clock: Clock;
  logger: Logger;
  /** Called when emails of an organization became due. */
  onDue: (organizationId: string) => void;
}

/** People at once; more are told in turns. */
const AT_ONCE = 500;

/**
 * Takes what people are to be told of: one notification for each person and event, and the mail that it asks for. Whoever
 * tells an event again, because it does not know whether this took it, makes nothing new.
 */
export class Telling {
  constructor(private readonly parts: TellingParts) {}

  /** Resolves when all of it is stored. */
  async take(events: readonly ServiceEvent[]): Promise<void> {
    for (const event of events) if (isNotifyEvent(event)) await this.tell(event);
  }

  private async tell(event: ServiceEvent): Promise<void> {
    const read = notificationData.safeParse(event.data);
    if (!read.success || event.type !== `notify.${read.data.kind}`) {
      // Nothing would make it right: were it refused, its teller would repeat it for ever.
      this.parts.logger.error(
        { event: event.id, type: event.type },
        'an event for people cannot be read, nobody is told',
      );
      return;
    }
    const { data } = read;
    const people = (await this.recipients(event.organizationId, data)).filter(({ id }) => id !== data.actor_id);
    for (let from = 0; from < people.length; from += AT_ONCE) {
      await this.tellSome(event, data, people.slice(from, from + AT_ONCE));
    }
    if (people.length > 0) this.parts.onDue(event.organizationId);
  }

  /** Each person once, whatever number of groups names them; nobody who was deactivated. */
  private async recipients(organizationId: string, { kind, recipients }: NotificationData): Promise<User[]> {
    const { users, groups } = this.parts;
    if (recipients.length === 0) {
      return users.ofRoles(organizationId, kind === 'submitted' ? ['ADMIN', 'APPROVER'] : ['ADMIN']);
    }
    const ofType = (type: 'USER' | 'GROUP') => recipients.filter((one) => one.type === type).map(({ id }) => id);
    const members = await groups.membersOf(organizationId, ofType('GROUP'));
    return users.notDeactivated(organizationId, [...new Set([...ofType('USER'), ...members])]);
  }

  private async tellSome(event: ServiceEvent, data: NotificationData, people: User[]): Promise<void> {
    const { notifications, notificationMails, notificationPreferences, daily, clock } = this.parts;
    const { organizationId } = event;
    const now = micros(clock);
    const ids = people.map(({ id }) => id);
    const preferences = await notificationPreferences.findMany(organizationId, ids);
    const made = people.map(({ id: userId }): Notification => ({
      id: deterministicId('notification', event.id, userId),
      organizationId,
      userId,
      kind: data.kind,
      actorId: data.actor_id ?? undefined,
      subject: data.subject,
      text: data.text,
      dueAt: data.due_at,
      count: data.count,
      path: data.path,
      delivery: preferences.get(userId)?.kinds[data.kind] ?? 'off',
      dailyMail: '',
      createdAt: now,
      readAt: undefined,
    }));
    // As they are stored: when the event is told again, what was decided the first time holds.
    const stored = await notifications.insertMany(organizationId, made);
    const atOnce = stored.filter(({ delivery }) => delivery === 'at_once');
    await notificationMails.insertMany(organizationId, atOnce, now);
    for (const { userId, delivery, dailyMail } of stored) {
      const chosen: NotificationPreferences | undefined = preferences.get(userId);
      if (delivery === 'daily' && dailyMail === '' && chosen) await daily.ensure(organizationId, userId, chosen);
    }
  }
}
