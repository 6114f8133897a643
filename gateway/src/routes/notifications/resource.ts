import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

/** What people are told of. */
const KINDS = {
  assigned: 'Somebody asked the person to answer',
  mentioned: 'A comment mentions the person',
  answered: 'Somebody has answered what the person asked for',
  due_tomorrow: 'What the person is asked for is due tomorrow',
  overdue: 'What the person is asked for is overdue',
  submitted: 'Something was submitted for approval',
  approved: 'What the person submitted was approved',
  sent_back: 'What the person submitted was sent back',
  questionnaire_ready: 'A questionnaire is answered and ready for review',
  questionnaire_failed: 'A questionnaire could not be answered',
  answer_expiring: 'A library answer needs a new look',
  document_expiring: 'A document of the evidence needs a new look',
  update_sent: 'An update of the trust portal was sent',
  connected: 'An agent or a browser extension was connected in the person’s name',
  access_requested: 'A visitor of the trust portal asks for documents',
  finding_assigned: 'The person is asked to look at what a customer was told and no longer stands',
} as const;
export type NotificationKind = keyof typeof KINDS;
export const NOTIFICATION_KINDS = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]];
export const DELIVERIES = ['at_once', 'daily', 'off'] as const;
const SUBJECTS = [
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
const MAIL_STATES = ['none', 'waiting', 'sent', 'kept', 'failed', 'cancelled'] as const;

const subject = z
  .object({
    type: z.enum(SUBJECTS).meta({ description: 'What it is about', example: 'questionnaire' }),
    id: z.string().meta({ description: 'Of what it is about', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
    questionnaire_id: z.string().nullable().meta({
      description: 'The questionnaire of a question; null: it belongs to none',
      example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    title: z.string().meta({ description: 'As people know it', example: 'ACME SIG' }),
  })
  .meta({ id: 'NotificationSubject', description: 'What a notification is about' });

export const notification = z
  .object({
    id,
    kind: z.enum(NOTIFICATION_KINDS).meta({ description: 'What happened', example: 'assigned' }),
    actor: orNull(
      z
        .object({ id, name: z.string().meta({ description: 'As people read it', example: 'Jane Doe' }) })
        .meta({ id: 'NotificationActor', description: 'Who did it' }),
    ).meta({ description: 'Who did it; null: nobody in particular, or somebody who left' }),
    subject,
    text: z
      .string()
      .nullable()
      .meta({ description: 'A note, a comment, a reason; null: none', example: 'By Friday, please' }),
    due_at: microseconds
      .nullable()
      .meta({ description: 'Until when something is asked for, microseconds; null: no day' }),
    count: z
      .int()
      .nullable()
      .meta({ description: 'Of how many questions or answers it speaks; null: not said', example: 3 }),
    path: z.string().meta({
      description: 'Where it is in the console',
      example: '/console/questionnaires/7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    created_at: microseconds,
    read_at: microseconds.nullable().meta({ description: 'Microseconds since the epoch; null: unread' }),
    mail: z.enum(MAIL_STATES).meta({
      description:
        'What became of the email: none was wanted, it waits, was sent, is kept in the outbox, failed, or was not needed any more',
      example: 'sent',
    }),
  })
  .meta({ id: 'Notification', description: 'What somebody was told' });
export type Notification = z.infer<typeof notification>;

const unread = z.int().meta({ description: 'How many are unread', example: 2 });

export const notificationList = z
  .object({
    notifications: z.array(notification).meta({ description: 'Unread first, then newest first' }),
    unread,
    pagination,
  })
  .meta({ id: 'NotificationList', description: 'A page of what somebody was told' });
export type NotificationList = z.infer<typeof notificationList>;

export const unreadCount = z
  .object({ unread })
  .meta({ id: 'UnreadNotifications', description: 'How many notifications are unread now' });
export type UnreadCount = z.infer<typeof unreadCount>;

export const deliveryOfKind = z.enum(DELIVERIES, { error: `must be one of ${DELIVERIES.join(', ')}` });

/** A schema for each kind, with what it means. */
export const ofEachKind = <S extends z.ZodType>(schema: S): Record<NotificationKind, S> =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, description]) => [kind, schema.meta({ description, example: 'at_once' })]),
  ) as Record<NotificationKind, S>;
export const language = z.enum(['en', 'de'], { error: 'must be one of en, de' });

export const preferences = z
  .object({
    kinds: z
      .object(ofEachKind(deliveryOfKind))
      .meta({ id: 'NotificationKinds', description: 'How each kind is sent: at once, in the daily email, or not' }),
    hour: z.int().meta({ description: 'Of the daily email, 0 to 23, in the time zone', example: 8 }),
    time_zone: z.string().meta({ description: 'IANA name', example: 'Europe/Berlin' }),
    own_time_zone: z
      .boolean()
      .meta({ description: 'Whether the person chose the time zone; else it is the organization’s', example: true }),
    language: language.meta({ description: 'Of the emails', example: 'en' }),
    email: z.string().meta({ description: 'Where the emails go', example: 'jane@example.com' }),
    email_refused_at: microseconds.nullable().meta({
      description: 'Since when the mail server of the address refuses it, microseconds; null: it does not',
    }),
  })
  .meta({ id: 'NotificationPreferences', description: 'How somebody wants to be told' });
export type Preferences = z.infer<typeof preferences>;
