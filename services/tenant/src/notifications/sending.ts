import { randomBytes } from 'node:crypto';
import { micros, type Clock, type Logger } from '@candor/runtime';
import type { Mail, MailBrand, MailFailure, MailOutcome, MailWork, NoMail, Sender } from '@candor/runtime/mail';
import { hashKey } from '../api-key.js';
import type { MailSwitchStore } from '../store/mail-switches.js';
import type { NotificationMailRow, NotificationMailStore } from '../store/notification-mails.js';
import type { NotificationPreferences, NotificationPreferenceStore } from '../store/notification-preferences.js';
import type { Notification, NotificationStore } from '../store/notifications.js';
import type { User, UserStore } from '../store/users.js';
import type { DailyMails } from './daily-mails.js';
import { dailyMail, notificationMail } from './mails.js';

export interface NotificationWorkParts {
  notifications: NotificationStore;
  notificationMails: NotificationMailStore;
  notificationPreferences: NotificationPreferenceStore;
  mailSwitches: MailSwitchStore;
  users: UserStore;
  daily: DailyMails;
  sender: Sender;
  clock: Clock;
  logger: Logger;
  observe: (outcome: MailOutcome) => void;
}

/** What is true of the people and of what they are told at this moment. */
interface Fresh {
  users: Map<string, User>;
  preferences: Map<string, NotificationPreferences>;
  notifications: Map<string, Notification>;
}

/** The mails of one organization to its people; all that decides whether one is sent is read just before it is. */
export class NotificationWork implements MailWork<NotificationMailRow, Fresh> {
  readonly scope = {};

  constructor(
    private readonly parts: NotificationWorkParts,
    readonly organizationId: string,
    private readonly organization: MailBrand & { timeZone: string },
  ) {}

  async read(rows: NotificationMailRow[]): Promise<Fresh> {
    const { organizationId, parts } = this;
    const userIds = [...new Set(rows.map((row) => row.user_id))];
    const single = rows.filter(({ type }) => type === 'one').map(({ _id }) => _id);
    const [users, preferences, notifications] = await Promise.all([
      parts.users.notDeactivated(organizationId, userIds),
      parts.notificationPreferences.findMany(organizationId, userIds),
      parts.notifications.findByIds(organizationId, single),
    ]);
    return {
      users: new Map(users.map((user) => [user.id, user])),
      preferences,
      notifications: new Map(notifications.map((one) => [one.id, one])),
    };
  }

  async mailOf(row: NotificationMailRow, fresh: Fresh): Promise<Mail | NoMail> {
    const user = fresh.users.get(row.user_id);
    const preferences = fresh.preferences.get(row.user_id);
    if (!user || !preferences) return { reason: 'left' };
    if (user.emailRefusedAt !== undefined) return { reason: 'address_refused' };
    return row.type === 'one'
      ? this.single(row, user, preferences, fresh.notifications.get(row._id))
      : this.daily(row, user, preferences);
  }

  async outcome(row: NotificationMailRow, outcome: MailOutcome, failure?: MailFailure): Promise<void> {
    const { observe, logger, users, clock } = this.parts;
    observe(outcome);
    if (outcome !== 'failed' || !failure) return;
    logger.info({ mail: row._id, organization_id: this.organizationId, kind: failure.kind }, 'email failed');
    if (failure.kind !== 'bounced') return;
    const user = await users.find(this.organizationId, row.user_id);
    if (user) await users.markRefused(this.organizationId, user.id, user.email, micros(clock));
  }

  private async single(
    row: NotificationMailRow,
    user: User,
    preferences: NotificationPreferences,
    notification: Notification | undefined,
  ): Promise<Mail | NoMail> {
    if (!notification) return { reason: 'gone' };
    if (notification.readAt !== undefined) return { reason: 'read' };
    if (preferences.kinds[notification.kind] === 'off') return { reason: 'switched_off' };
    const frame = await this.frame(row, user, preferences, [notification], notification.kind);
    return notificationMail(notification, frame);
  }

  private async daily(
    row: NotificationMailRow,
    user: User,
    preferences: NotificationPreferences,
  ): Promise<Mail | NoMail> {
    const { notifications, notificationMails, daily } = this.parts;
    if (!row.gathered) {
      await notifications.gather(this.organizationId, user.id, row._id);
      await notificationMails.markGathered(this.organizationId, row._id);
    }
    // What came meanwhile found this mail settled, or is found here: it waits for the next day's.
    await daily.ensureForWaiting(this.organizationId, user.id);
    const unread = await notifications.unreadOfMail(this.organizationId, user.id, row._id);
    const wanted = unread.filter(({ kind }) => preferences.kinds[kind] !== 'off');
    if (wanted.length === 0) return { reason: 'nothing_open' };
    return dailyMail(wanted, await this.frame(row, user, preferences, wanted, ''));
  }

  /** With a link of its own that switches such mails off: only its hash is stored, so no older one can be had. */
  private async frame(
    row: NotificationMailRow,
    user: User,
    { timeZone }: NotificationPreferences,
    about: Notification[],
    kind: Notification['kind'] | '',
  ) {
    const { mailSwitches, users, clock, sender } = this.parts;
    const token = randomBytes(32).toString('base64url');
    const { organizationId, organization } = this;
    await mailSwitches.insert({ organizationId, userId: user.id, kind }, hashKey(token), micros(clock));
    const actors = about.flatMap(({ actorId }) => (actorId === undefined ? [] : [actorId]));
    return {
      brand: organization,
      sender,
      mailId: row._id,
      token,
      names: await users.names(organizationId, [...new Set(actors)]),
      reader: { email: user.email, language: user.language, timeZone: timeZone ?? organization.timeZone },
    };
  }
}
