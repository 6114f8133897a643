import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { id, list, microseconds, pagination } from '../schemas.js';

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
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const eventTypes = list(
  z.enum(EVENT_TYPES, { error: `must be one of ${EVENT_TYPES.join(', ')}` }),
  MOST_ITEMS.events,
).meta({
  description: 'Types of events that it gets; empty: all',
  example: ['questionnaire.completed', 'questionnaire.failed'],
});

const webhookFields = {
  id,
  url: z.string().meta({ description: 'Where messages are posted to', example: 'https://hooks.example.com/candor' }),
  description: z.string().meta({ description: 'For people; may be empty', example: 'Ticket system' }),
  events: eventTypes,
  enabled: z.boolean().meta({ description: 'Whether messages are sent', example: true }),
  disabled_reason: z.string().nullable().meta({
    description: 'Why it was switched off by itself: its endpoint answered 410 Gone. Null: it was not',
    example: null,
  }),
  created_at: microseconds,
  updated_at: microseconds,
};

export const webhook = z.object(webhookFields).meta({ id: 'Webhook', description: 'An address that gets events' });
export type Webhook = z.infer<typeof webhook>;

export const secretWebhook = z
  .object({
    ...webhookFields,
    secret: z.string().meta({
      description: 'Verifies the signatures (Standard Webhooks): shown this once',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbWVSdcXE4dM=',
    }),
  })
  .meta({ id: 'SecretWebhook', description: 'A webhook with its signing secret' });
export type SecretWebhook = z.infer<typeof secretWebhook>;

export const webhookList = z
  .object({ webhooks: z.array(webhook).meta({ description: 'Newest first' }), pagination })
  .meta({ id: 'WebhookList', description: 'A page of webhooks' });
export type WebhookList = z.infer<typeof webhookList>;

const attempt = z
  .object({
    at: microseconds,
    status_code: z.int().nullable().meta({ description: 'What the endpoint answered; null: nothing', example: 503 }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not accepted; null: it was', example: 'The endpoint answered 503.' }),
    duration_ms: z.int().meta({ description: 'Milliseconds until the answer', example: 84 }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One call of the endpoint' });

export const message = z
  .object({
    type: z.string().meta({ description: 'Type of the event', example: 'questionnaire.completed' }),
    timestamp: z.iso.datetime().meta({ description: 'When it happened', example: '2026-01-01T00:00:00.000Z' }),
    data: z.record(z.string(), z.unknown()).meta({
      description: 'What happened; its fields follow from the type',
      example: { questionnaire_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', status: 'COMPLETED' },
    }),
  })
  .meta({ id: 'WebhookMessage', description: 'The body of a message, as Standard Webhooks asks for' });

export const delivery = z
  .object({
    id,
    webhook_id: id,
    event_id: z.string().meta({
      description: 'The header webhook-id: the same at every attempt and replay',
      example: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
    }),
    event_type: z.string().meta({ description: 'Type of the event', example: 'questionnaire.completed' }),
    state: z.enum(DELIVERY_STATES).meta({ description: 'pending: it is sent, or sent again', example: 'delivered' }),
    attempts: z.array(attempt).meta({ description: 'Calls of the endpoint, the newest last; at most 50' }),
    next_attempt_at: microseconds
      .nullable()
      .meta({ description: 'Microseconds since the epoch; null: none is to come' }),
    delivered_at: microseconds.nullable().meta({ description: 'Microseconds since the epoch; null: not delivered' }),
    created_at: microseconds,
    payload: message,
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one webhook' });
export type Delivery = z.infer<typeof delivery>;

export const deliveryList = z
  .object({ deliveries: z.array(delivery).meta({ description: 'Newest first' }), pagination })
  .meta({ id: 'WebhookDeliveryList', description: 'A page of the log' });
export type DeliveryList = z.infer<typeof deliveryList>;
