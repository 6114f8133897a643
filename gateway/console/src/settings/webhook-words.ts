import type { Webhook, WebhookDelivery } from '../api/types.js';
import type { Tone } from '../ui/badges.js';

export type EventType = Webhook['events'][number];

export const EVENTS: readonly (readonly [EventType, string])[] = [
  ['questionnaire.status_changed', 'A questionnaire moved on'],
  ['questionnaire.completed', 'A questionnaire was completed'],
  ['questionnaire.failed', 'A questionnaire failed'],
  ['update.sent', 'The mails of an update went out'],
  ['subscriber.unsubscribed', 'A subscriber left'],
];

export const DELIVERIES: Readonly<Record<WebhookDelivery['state'], readonly [name: string, tone: Tone]>> = {
  pending: ['On its way', 'busy'],
  delivered: ['Accepted', 'good'],
  failed: ['Given up', 'bad'],
};

/** Whether messages are sent, and why not. */
export function stateOf({ enabled, disabled_reason: reason }: Webhook): readonly [name: string, tone: Tone] {
  if (enabled) return ['On', 'good'];
  return reason === null ? ['Off', 'neutral'] : ['Switched off by its endpoint', 'bad'];
}
