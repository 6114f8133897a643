import { LATEST } from '@candor/runtime';
import { z } from 'zod';
import type { UpdateFields } from '../../clients/trust-portal.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { identifier, list, name, someName, someText, timePattern } from '../schemas.js';

/** The service itself refuses what is outside, and says why. */
const FIRST_OF_TEN_DIGITS = 1_000_000_000;

/** A time as text, of the years that are taken; digits are seconds or microseconds, as in a number. */
const PATTERN = `^(${timePattern('(19[7-9]\\d|2[01]\\d\\d|2200)')}|[1-6]\\d{9}|[1-6]\\d{15})$`;
/** Of as many digits as are taken. */
const NUMBERS = [
  { minimum: FIRST_OF_TEN_DIGITS, maximum: Math.floor(LATEST / 1e6) },
  { minimum: FIRST_OF_TEN_DIGITS * 1e6, maximum: LATEST },
];

/** A time as it is sent; the service reads it in the update's timezone. */
const sentTime = z
  .union(
    [
      z.string().max(MOST.time).meta({ pattern: PATTERN }),
      z.int().meta({ minimum: FIRST_OF_TEN_DIGITS, maximum: LATEST, anyOf: NUMBERS }),
    ],
    {
      error: 'must be ISO 8601, or a number of 10 digits (seconds) or 16 (microseconds)',
    },
  )
  .meta({
    description:
      'ISO 8601, with an offset or local to `timezone`; or a number of 10 digits (seconds) or 16 (microseconds)',
    example: '2027-03-31T09:00:00+02:00',
  });

/** All fields of an update; creating asks for two of them. */
export const updateFields = z.object({
  title: someName('Title', MOST.title).optional(),
  description: someText('Markdown', MOST.markdown).optional(),
  update_date: sentTime.nullish().meta({ description: 'When it happened; now when absent' }),
  link: name(MOST.url, 'http or https; null removes it').meta({ format: 'uri', pattern: '^https?://[^/]' }).nullish(),
  link_text: name(MOST.title).nullish(),
  category_ids: list(identifier(), MOST_ITEMS.categories).nullish(),
  timezone: name(MOST.timezone).nullish().meta({ description: 'IANA name; UTC when absent', example: 'Europe/Berlin' }),
  send_immediately: z.boolean().nullish(),
  scheduled_at: sentTime.nullish().meta({ description: 'In the future; null in an edit cancels' }),
  schedule_disabled: z.boolean().nullish(),
  draft: z.boolean().nullish(),
});

const textOf = (time: string | number | null | undefined): string | undefined =>
  time === null || time === undefined ? undefined : String(time);

/** Null removes a link or its text; elsewhere it counts as absent. */
export const fieldsOf = (given: z.output<typeof updateFields>): UpdateFields => ({
  title: given.title,
  description: given.description,
  updateDate: textOf(given.update_date),
  link: given.link === null ? '' : given.link,
  linkText: given.link_text === null ? '' : given.link_text,
  categoryIds: given.category_ids ?? undefined,
  timezone: given.timezone ?? undefined,
  draft: given.draft ?? undefined,
  schedule: {
    sendImmediately: given.send_immediately ?? false,
    scheduledAt: textOf(given.scheduled_at),
    scheduleDisabled: given.schedule_disabled ?? false,
    clearScheduledAt: given.scheduled_at === null,
  },
});
