import { z } from 'zod';
import { id, microseconds } from '../schemas.js';

export const SUBSCRIBER_STATUSES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export const BEGINNING_STATUSES = ['pending', 'confirmed'] as const;
export type BeginningStatus = (typeof BEGINNING_STATUSES)[number];
export const BEGINNING =
  'pending (when absent): a confirmation email is sent; confirmed: you state that there is consent';

export const subscriber = z
  .object({
    id,
    email: z.string().meta({ description: 'Lower case' }),
    status: z.enum(SUBSCRIBER_STATUSES),
    category_ids: z.array(z.string()).nullable().meta({ description: 'Null: all categories; empty: none' }),
    source: z.string().meta({ description: 'admin, import or portal' }),
    created_at: microseconds,
    confirmed_at: microseconds.nullable(),
    unsubscribed_at: microseconds.nullable(),
  })
  .meta({ id: 'Subscriber' });
export type Subscriber = z.infer<typeof subscriber>;

export const subscriberPage = z
  .object({
    data: z.array(subscriber),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: 'SubscriberPage' });

export const subscriberImport = z
  .object({
    imported: z.int(),
    unsubscribed: z.int(),
    bounced: z.int(),
    duplicates: z.int().meta({ description: 'There already, or twice in the file' }),
    rejected_total: z.int(),
    rejected: z.array(z.object({ row: z.int(), code: z.string() })).meta({
      description: 'The first 1,000: invalid_email, unsubscribed, unknown_category, unknown_status or malformed_row',
    }),
    email_column: z.string(),
    other_email_columns: z.array(z.string()),
  })
  .meta({ id: 'SubscriberImport' });
export type SubscriberImport = z.infer<typeof subscriberImport>;
