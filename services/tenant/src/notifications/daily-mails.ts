import { DEFAULT_TIME_ZONE, deterministicId, micros, type Clock } from '@candor/runtime';
import type { NotificationMailStore } from '../store/notification-mails.js';
import type { NotificationPreferences, NotificationPreferenceStore } from '../store/notification-preferences.js';
import type { NotificationStore } from '../store/notifications.js';
import type { OrganizationStore } from '../store/organizations.js';
import { nextHour } from './day-times.js';

export interface DailyMailParts {
  notifications: NotificationStore;
  notificationMails: NotificationMailStore;
  notificationPreferences: NotificationPreferenceStore;
  organizations: OrganizationStore;
  clock: Clock;
}

/** Days that are tried for one whose mail is not settled: today and tomorrow are enough, unless clocks are moved. */
const MOST_DAYS = 7;

/**
 * One mail a person a local day: its id is made of both. What stands in it is settled when it is sent, once, so that a mail
 * which is sent again after a crash is the same; what comes later waits for the next day's.
 */
export class DailyMails {
  constructor(private readonly parts: DailyMailParts) {}

  /** Makes the mail that what waits will stand in, unless it is there. */
  async ensure(
    organizationId: string,
    userId: string,
    { hour, timeZone }: Pick<NotificationPreferences, 'hour' | 'timeZone'>,
  ): Promise<void> {
    const now = micros(this.parts.clock);
    const zone = timeZone ?? (await this.parts.organizations.find(organizationId))?.timeZone ?? DEFAULT_TIME_ZONE;
    for (let after = now, tries = 0; tries < MOST_DAYS; tries++) {
      const { at, day } = nextHour(after, hour, zone);
      const id = deterministicId('daily-mail', organizationId, userId, day);
      if (await this.parts.notificationMails.insertDaily({ id, organizationId, userId }, at, now)) return;
      after = at;
    }
  }

  /** The same when something waits. */
  async ensureForWaiting(organizationId: string, userId: string): Promise<void> {
    if (!(await this.parts.notifications.hasWaiting(organizationId, userId))) return;
    const preferences = await this.parts.notificationPreferences.find(organizationId, userId);
    await this.ensure(organizationId, userId, preferences);
  }

  /** Follows a change of the organization's time zone, for those who chose none of their own. */
  async rescheduleAll(organizationId: string): Promise<void> {
    const { notificationMails, notificationPreferences } = this.parts;
    const userIds = await notificationMails.waitForDaily(organizationId);
    const preferences = await notificationPreferences.findMany(organizationId, userIds);
    for (const [userId, { timeZone }] of preferences)
      if (timeZone === undefined) await this.reschedule(organizationId, userId);
  }

  /** Follows a change of hour or time zone. */
  async reschedule(organizationId: string, userId: string): Promise<void> {
    await this.parts.notificationMails.removeWaitingDaily(organizationId, userId);
    await this.ensureForWaiting(organizationId, userId);
  }
}
