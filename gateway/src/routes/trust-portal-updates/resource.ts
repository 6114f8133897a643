import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

export const NOTIFICATION_STATUSES = ['none', 'scheduled', 'sending', 'sent', 'cancelled', 'failed', 'kept'] as const;
export const DELIVERY_STATES = ['pending', 'delivered', 'kept', 'failed', 'cancelled'] as const;

export const update = z
  .object({
    id,
    title: z.string(),
    description: z.string().meta({ description: 'Markdown' }),
    update_date: z.iso.datetime(),
    link: z.string().nullable(),
    link_text: z.string().nullable(),
    category_ids: z.array(z.string()),
    categories: z.array(z.object({ id, name: z.string() })),
    archived: z.boolean(),
    archived_at: microseconds.nullable(),
    draft: z.boolean(),
    notification_status: z.enum(NOTIFICATION_STATUSES),
    notification_reason: z.string().nullable().meta({ description: 'Why it was cancelled or failed' }),
    scheduled_at: z.iso.datetime().nullable(),
    timezone: z.string(),
    sent_at: microseconds.nullable(),
    recipient_count: z.int(),
    delivered_count: z.int(),
    failed_count: z.int(),
    kept_count: z.int(),
    created_at: microseconds,
    updated_at: microseconds,
  })
  .meta({ id: 'TrustPortalUpdate' });
export type Update = z.infer<typeof update>;

export const updateList = z.object({ updates: z.array(update), pagination }).meta({ id: 'TrustPortalUpdateList' });
export type UpdateList = z.infer<typeof updateList>;

export const recipientList = z
  .object({
    recipients: z.array(
      z.object({
        subscriber_id: id,
        email: z.string(),
        receives: z.boolean(),
        reason: z.string().nullable().meta({
          description: 'Why not: pending, unsubscribed, bounced, other_categories or no_categories',
        }),
      }),
    ),
    receiving: z.int().meta({ description: 'Of all subscribers, those who would get it' }),
    pagination,
  })
  .meta({ id: 'RecipientList' });
export type RecipientList = z.infer<typeof recipientList>;

const delivery = z
  .object({
    id: z.string(),
    subscriber_id: id,
    email: z.string().nullable().meta({ description: 'null: the subscriber was erased' }),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    reason: z.string().nullable().meta({ description: 'The last refusal of a mail server, or why it was cancelled' }),
    next_attempt_at: microseconds.nullable(),
    delivered_at: microseconds.nullable(),
    message_id: z.string(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;

export const deliveryList = z.object({ deliveries: z.array(delivery), pagination }).meta({ id: 'DeliveryList' });
export type DeliveryList = z.infer<typeof deliveryList>;
