import type { Delivery, Recipients, Update } from '../api/types.js';
import type { Tone } from '../ui/badges.js';

export type Notification = Update['notification_status'];

export const NOTIFICATIONS: Readonly<Record<Notification, readonly [name: string, tone: Tone]>> = {
  none: ['Nobody notified', 'neutral'],
  scheduled: ['Scheduled', 'attention'],
  sending: ['Being sent', 'busy'],
  sent: ['Sent', 'good'],
  cancelled: ['Cancelled', 'neutral'],
  failed: ['Failed', 'bad'],
  kept: ['Kept in the outbox', 'warn'],
};

export const DELIVERIES: Readonly<Record<Delivery['state'], readonly [name: string, tone: Tone]>> = {
  pending: ['On its way', 'busy'],
  delivered: ['Delivered', 'good'],
  kept: ['Kept in the outbox', 'warn'],
  failed: ['Given up', 'bad'],
  cancelled: ['Cancelled', 'neutral'],
};

const REASONS: Readonly<Record<string, string>> = {
  pending: 'has not confirmed the subscription yet',
  unsubscribed: 'has unsubscribed',
  bounced: 'mails to this address come back',
  other_categories: 'asked for other categories only',
  no_categories: 'asked for no category',
};
/** Why a subscriber would not get it. */
export const reasonOf = ({ reason }: Recipients['recipients'][number]): string =>
  reason === null ? '' : (REASONS[reason] ?? reason);

/** Whether its mails can still be sent, now or later. */
export const canNotify = ({ archived, draft, notification_status: status }: Update): boolean =>
  !archived && !draft && status !== 'sending' && status !== 'sent';

/** Whether it has failed mails that can be sent again alone. */
export const canRetry = ({ archived, draft, failed_count: failed, notification_status: status }: Update): boolean =>
  !archived && !draft && failed > 0 && status !== 'sending' && status !== 'scheduled';

/** The time zone of the person in front of the page, which times of forms are read in. */
export const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** An instant as a field for date and time shows it, in the person's own time zone. */
export function localInput(instant: string | number): string {
  const date = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant that such a field means; undefined for none. */
export function instantOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
