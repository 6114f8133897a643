import type { Delivery, Update } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import { t } from '../words/words.js';

export type Notification = Update['notification_status'];

export const NOTIFICATION_TONES: Readonly<Record<Notification, Tone>> = {
  none: 'neutral',
  scheduled: 'attention',
  sending: 'busy',
  sent: 'good',
  cancelled: 'neutral',
  failed: 'bad',
  kept: 'warn',
};
export const NOTIFICATION_STATUSES = Object.keys(NOTIFICATION_TONES) as Notification[];

export const DELIVERY_TONES: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  kept: 'warn',
  failed: 'bad',
  cancelled: 'neutral',
};
export const DELIVERY_STATES = Object.keys(DELIVERY_TONES) as Delivery['state'][];

const REASONS = [
  'pending',
  'unsubscribed',
  'bounced',
  'other_categories',
  'no_categories',
  'update_cancelled',
  'subscriber_deleted',
] as const;

/** Why a subscriber does not get it; what has no words, as what a mail server said, is told as it is. */
export function reasonName(reason: string): string {
  const known = REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`portal:reason.${known}`);
}

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
