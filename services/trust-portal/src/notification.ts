import { AppError, invalid } from '@candor/runtime';
import { parseTime } from './times.js';

export const NOTIFICATION_STATUSES = ['none', 'scheduled', 'sending', 'sent', 'cancelled', 'failed', 'kept'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** What a client asked for; at most one of the options. */
export interface ScheduleOptions {
  sendImmediately: boolean;
  /** As sent. */
  scheduledAt: string | undefined;
  scheduleDisabled: boolean;
  /** `scheduled_at: null`: cancels, unless an option says otherwise. */
  clearScheduledAt: boolean;
}

export type ScheduleTrigger = { kind: 'now' } | { kind: 'at'; at: number } | { kind: 'disable' };

/**
 * The one thing that the options ask for; undefined when nothing. Throws `invalid_input` when they exclude each other, or
 * the time is past or none. `now` in microseconds.
 */
export function triggerOf(options: ScheduleOptions, timezone: string, now: number): ScheduleTrigger | undefined {
  const { sendImmediately, scheduledAt, scheduleDisabled, clearScheduledAt } = options;
  if ([sendImmediately, scheduledAt !== undefined, scheduleDisabled].filter(Boolean).length > 1) {
    const message = 'Only one of send_immediately, scheduled_at and schedule_disabled may be given.';
    throw invalid([{ path: 'scheduled_at', message }], 'scheduling_options_conflict');
  }
  if (sendImmediately) return { kind: 'now' };
  if (scheduleDisabled || (clearScheduledAt && scheduledAt === undefined)) return { kind: 'disable' };
  if (scheduledAt === undefined) return undefined;
  const parsed = parseTime(scheduledAt, timezone);
  if ('mistake' in parsed) throw invalid([{ path: 'scheduled_at', message: parsed.mistake }]);
  if (parsed.at <= now) throw invalid([{ path: 'scheduled_at', message: 'scheduled_at must be in the future.' }]);
  return { kind: 'at', at: parsed.at };
}

/** Whom the mails of a schedule go to: those who subscribe to it, or again to those whose mail failed. */
export const AUDIENCES = ['subscribers', 'failed', 'failed_and_bounced'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The notification of one update. */
export interface Notification {
  status: NotificationStatus;
  /** Microseconds; undefined when it was not scheduled for a time. */
  scheduledAt: number | undefined;
  /** When the dispatcher must look at it next, microseconds; 0: never. */
  dueAt: number;
  /** Grows with every change of the schedule: what was begun under an older one ends. */
  scheduleRev: number;
  audience: Audience;
  /** Why it was cancelled or failed; a public sentence. */
  reason: string | undefined;
}

export const noNotification = (): Notification => ({
  status: 'none',
  scheduledAt: undefined,
  dueAt: 0,
  scheduleRev: 0,
  audience: 'subscribers',
  reason: undefined,
});

/**
 * The transition table of design: what a scheduling option does in each state. Once sending or sent, and while archived,
 * every option is refused.
 */
export function rescheduled(
  notification: Notification,
  archived: boolean,
  trigger: ScheduleTrigger,
  now: number,
): Notification {
  if (archived) throw new AppError('conflict', 'update_archived', 'The update is archived. Unarchive it first.');
  const { status } = notification;
  if (status === 'sending' || status === 'sent') {
    throw new AppError('conflict', 'notification_already_sent', 'The notification is being sent or was sent already.');
  }
  const made = { scheduleRev: notification.scheduleRev + 1, audience: 'subscribers' as const, reason: undefined };
  switch (trigger.kind) {
    case 'now':
      return { ...made, status: 'sending', scheduledAt: undefined, dueAt: now };
    case 'at':
      return { ...made, status: 'scheduled', scheduledAt: trigger.at, dueAt: trigger.at };
    case 'disable':
      return status === 'scheduled' ? cancelled(notification, 'The schedule was disabled.') : notification;
  }
}

/** A new schedule for the mails that failed. Refused while archived, and while mails are scheduled or on their way. */
export function retried(
  notification: Notification,
  archived: boolean,
  audience: Exclude<Audience, 'subscribers'>,
  now: number,
): Notification {
  if (archived) throw new AppError('conflict', 'update_archived', 'The update is archived. Unarchive it first.');
  const { status } = notification;
  if (status === 'sending' || status === 'scheduled') {
    const message = 'Its emails are scheduled or being sent. Wait until they are out, then send the failed ones again.';
    throw new AppError('conflict', 'notification_not_ended', message);
  }
  const scheduleRev = notification.scheduleRev + 1;
  return { status: 'sending', scheduledAt: undefined, dueAt: now, scheduleRev, audience, reason: undefined };
}

/** What remains when a notification must not go out (any more): no time of it; one that is not on its way stays as it is. */
export function cancelled(notification: Notification, reason: string): Notification {
  const { status, scheduleRev } = notification;
  if (status !== 'scheduled' && status !== 'sending') return notification;
  return {
    status: 'cancelled',
    scheduledAt: undefined,
    dueAt: 0,
    scheduleRev: scheduleRev + 1,
    audience: 'subscribers',
    reason,
  };
}
