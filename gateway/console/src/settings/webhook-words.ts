import type { Webhook, WebhookDelivery } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import type { settings } from '../words/en/settings.js';
import { t } from '../words/words.js';

export type EventType = Webhook['events'][number];

/** What a webhook can be told of, with its words in the catalogue. */
export const EVENTS: readonly (readonly [EventType, keyof typeof settings.webhook.event])[] = [
  ['questionnaire.status_changed', 'statusChanged'],
  ['questionnaire.completed', 'completed'],
  ['questionnaire.failed', 'failed'],
  ['update.sent', 'updateSent'],
  ['subscriber.unsubscribed', 'unsubscribed'],
  ['portal.access_requested', 'accessRequested'],
  ['portal.nda_accepted', 'ndaAccepted'],
  ['portal.document_downloaded', 'documentDownloaded'],
];

export const DELIVERY_TONES: Readonly<Record<WebhookDelivery['state'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
};
export const DELIVERY_STATES = Object.keys(DELIVERY_TONES) as WebhookDelivery['state'][];

/** Whether messages are sent, and why not. */
export function stateOf({ enabled, disabled_reason: reason }: Webhook): readonly [name: string, tone: Tone] {
  if (enabled) return [t('settings:webhook.on'), 'good'];
  return reason === null ? [t('settings:webhook.off'), 'neutral'] : [t('settings:webhook.offByEndpoint'), 'bad'];
}
