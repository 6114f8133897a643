import { describe, expect, it } from '@jest/globals';
import {
  cancelled,
  noNotification,
  rescheduled,
  triggerOf,
  type Notification,
  type NotificationStatus,
  type ScheduleTrigger,
} from './notification.js';

const NOW = 1_900_000_000_000_000;
const LATER = NOW + 3_600_000_000;
const inState = (status: NotificationStatus): Notification => ({
  ...noNotification(),
  status,
  scheduleRev: 4,
  ...(status === 'scheduled' ? { scheduledAt: LATER, dueAt: LATER } : {}),
});
const NO_OPTION = { sendImmediately: false, scheduledAt: undefined, scheduleDisabled: false, clearScheduledAt: false };

describe('a scheduling option, in each state', () => {
  const table: [NotificationStatus, ScheduleTrigger['kind'], NotificationStatus | 'refused'][] = [
    ['none', 'now', 'sending'],
    ['none', 'at', 'scheduled'],
    ['none', 'disable', 'none'],
    ['scheduled', 'now', 'sending'],
    ['scheduled', 'at', 'scheduled'],
    ['scheduled', 'disable', 'cancelled'],
    ['sending', 'now', 'refused'],
    ['sending', 'at', 'refused'],
    ['sending', 'disable', 'refused'],
    ['sent', 'now', 'refused'],
    ['sent', 'at', 'refused'],
    ['sent', 'disable', 'refused'],
    ['cancelled', 'now', 'sending'],
    ['cancelled', 'at', 'scheduled'],
    ['cancelled', 'disable', 'cancelled'],
    ['kept', 'now', 'sending'],
    ['kept', 'at', 'scheduled'],
    ['kept', 'disable', 'kept'],
    ['failed', 'now', 'sending'],
    ['failed', 'at', 'scheduled'],
    ['failed', 'disable', 'failed'],
  ];
  const triggers = { now: { kind: 'now' }, at: { kind: 'at', at: LATER + 1 }, disable: { kind: 'disable' } } as const;

  it.each(table)('%s + %s: %s', (from, trigger, to) => {
    const act = (): Notification => rescheduled(inState(from), false, triggers[trigger], NOW);
    if (to === 'refused') {
      expect(act).toThrow(expect.objectContaining({ kind: 'conflict', code: 'notification_already_sent' }));
      return;
    }
    const after = act();
    expect(after.status).toBe(to);
    expect(after.dueAt).toBe({ sending: NOW, scheduled: LATER + 1 }[to as string] ?? 0);
    if (after.status !== from || trigger === 'at') expect(after.scheduleRev).toBe(5);
  });

  it.each(table)('archived, %s + %s: refused', (from, trigger) => {
    const act = (): Notification => rescheduled(inState(from), true, triggers[trigger], NOW);
    expect(act).toThrow(expect.objectContaining({ kind: 'conflict', code: 'update_archived' }));
  });

  it.each<[NotificationStatus, NotificationStatus]>([
    ['none', 'none'],
    ['scheduled', 'cancelled'],
    ['sending', 'cancelled'],
    ['sent', 'sent'],
    ['cancelled', 'cancelled'],
    ['failed', 'failed'],
  ])('cancelling %s: %s', (from, to) => {
    expect(cancelled(inState(from), 'why')).toMatchObject({ status: to, dueAt: 0 });
    if (to === 'cancelled' && from !== 'cancelled') expect(cancelled(inState(from), 'why').scheduledAt).toBeUndefined();
  });
});

describe('scheduling options', () => {
  it('are one thing, or nothing', () => {
    expect(triggerOf(NO_OPTION, 'UTC', NOW)).toBeUndefined();
    expect(triggerOf({ ...NO_OPTION, sendImmediately: true }, 'UTC', NOW)).toEqual({ kind: 'now' });
    expect(triggerOf({ ...NO_OPTION, scheduleDisabled: true }, 'UTC', NOW)).toEqual({ kind: 'disable' });
    expect(triggerOf({ ...NO_OPTION, clearScheduledAt: true }, 'UTC', NOW)).toEqual({ kind: 'disable' });
    expect(triggerOf({ ...NO_OPTION, clearScheduledAt: true, sendImmediately: true }, 'UTC', NOW)).toEqual({
      kind: 'now',
    });
    expect(triggerOf({ ...NO_OPTION, scheduledAt: String(LATER) }, 'UTC', NOW)).toEqual({ kind: 'at', at: LATER });
  });

  it.each([
    { sendImmediately: true, scheduleDisabled: true },
    { sendImmediately: true, scheduledAt: String(LATER) },
    { scheduleDisabled: true, scheduledAt: String(LATER) },
  ])('exclude each other: %o', (options) => {
    const act = () => triggerOf({ ...NO_OPTION, ...options }, 'UTC', NOW);
    expect(act).toThrow(expect.objectContaining({ kind: 'invalid', code: 'scheduling_options_conflict' }));
  });

  it.each([String(NOW), String(NOW - 1), '1999-01-01', 'soon', '1900000000000'])(
    'need a future time: %s',
    (scheduledAt) => {
      const act = () => triggerOf({ ...NO_OPTION, scheduledAt }, 'UTC', NOW);
      expect(act).toThrow(
        expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ path: 'scheduled_at' })] }),
      );
    },
  );
});
