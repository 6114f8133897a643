import { isoTime, type ServiceEvent } from '@candor/runtime';

/** Types of events that a webhook can get, as they are documented. */
export const EVENT_TYPES = [
  'questionnaire.status_changed',
  'questionnaire.completed',
  'questionnaire.failed',
  'update.sent',
  'subscriber.unsubscribed',
  'portal.access_requested',
  'portal.nda_accepted',
  'portal.document_downloaded',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on demand to the one webhook that is tested, whatever it listens to. */
export const TEST_EVENT = 'webhook.test';

export const isEventType = (value: string): value is EventType => (EVENT_TYPES as readonly string[]).includes(value);

/** The body of a message (Standard Webhooks: type, timestamp, data), the same bytes at every attempt. */
export const payloadOf = ({ type, at, data }: ServiceEvent): string =>
  JSON.stringify({ type, timestamp: isoTime(at), data });
