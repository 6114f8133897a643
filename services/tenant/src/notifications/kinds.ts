import { MOST_NOTIFY_TEXT, MOST_NOTIFY_TITLE } from '@candor/runtime';
import { z } from 'zod';

/** How a person wants to be told of a kind. */
export const DELIVERIES = ['at_once', 'daily', 'off'] as const;
export type NotificationDelivery = (typeof DELIVERIES)[number];

/** What people are told of, and how, as long as they choose nothing else. */
export const DEFAULT_DELIVERIES = {
  assigned: 'at_once',
  mentioned: 'at_once',
  answered: 'at_once',
  due_tomorrow: 'daily',
  overdue: 'at_once',
  submitted: 'at_once',
  approved: 'daily',
  sent_back: 'at_once',
  questionnaire_ready: 'daily',
  questionnaire_failed: 'at_once',
  answer_expiring: 'daily',
  document_expiring: 'daily',
  update_sent: 'daily',
  connected: 'at_once',
  access_requested: 'at_once',
  finding_assigned: 'at_once',
} as const satisfies Record<string, NotificationDelivery>;

export type NotificationKind = keyof typeof DEFAULT_DELIVERIES;
export const NOTIFICATION_KINDS = Object.keys(DEFAULT_DELIVERIES) as NotificationKind[];

export const isNotificationKind = (text: string): text is NotificationKind => Object.hasOwn(DEFAULT_DELIVERIES, text);
export const isNotificationDelivery = (text: string): text is NotificationDelivery =>
  (DELIVERIES as readonly string[]).includes(text);

/** What people are told about. */
export const SUBJECTS = [
  'questionnaire',
  'question',
  'answer',
  'document',
  'update',
  'agent',
  'extension',
  'access_request',
  'finding',
  'interview',
] as const;

const MOST_RECIPIENTS = 1000;
const id = z.string().min(1).max(64);

/** `data` of an event for people, as other services tell it. */
export const notificationData = z.object({
  kind: z.enum(NOTIFICATION_KINDS),
  /** Empty: every ADMIN; of `submitted` every APPROVER, too. */
  recipients: z.array(z.object({ type: z.enum(['USER', 'GROUP']), id })).max(MOST_RECIPIENTS),
  actor_id: id.nullable(),
  subject: z.object({
    type: z.enum(SUBJECTS),
    id,
    questionnaire_id: id.optional(),
    title: z.string().max(MOST_NOTIFY_TITLE),
  }),
  text: z.string().max(MOST_NOTIFY_TEXT).optional(),
  due_at: z.number().int().nonnegative().optional(),
  count: z.number().int().nonnegative().optional(),
  path: z
    .string()
    .max(1000)
    .regex(/^\/console(?:[/?#][^\s\\]*)?$/),
});
export type NotificationData = z.output<typeof notificationData>;
export type NotificationSubject = NotificationData['subject'];
