import { z } from 'zod';
import { MOST } from '../bounds.js';
import { json, route } from '../route.js';
import { name } from '../schemas.js';
import { OWN } from './access.js';
import { deliveryOfKind, language, ofEachKind, preferences } from './resource.js';

export const getNotificationPreferences = route({
  method: 'get',
  path: '/v1/notifications/preferences',
  operationId: 'getNotificationPreferences',
  summary: 'How the acting person wants to be told',
  tag: 'Notifications',
  access: OWN,
  family: 'general',
  reply: preferences,
  failures: [409],
  handle: ({ clients, from }) => clients.notifications.preferences(from),
});

const kinds = z.strictObject(ofEachKind(deliveryOfKind.optional()));

export const changeNotificationPreferences = route({
  method: 'patch',
  path: '/v1/notifications/preferences',
  operationId: 'changeNotificationPreferences',
  summary: 'Choose how to be told; only what is sent changes',
  tag: 'Notifications',
  access: OWN,
  family: 'general',
  body: json(
    z.strictObject({
      kinds: kinds.optional().meta({
        description: 'at_once: an email each; daily: one email a day; off: no email',
        example: { assigned: 'at_once', approved: 'daily', update_sent: 'off' },
      }),
      hour: z
        .int('must be a whole number from 0 to 23')
        .min(0, 'must be a whole number from 0 to 23')
        .max(23, 'must be a whole number from 0 to 23')
        .optional()
        .meta({ description: 'Of the daily email, in the time zone', example: 8 }),
      time_zone: name(MOST.timezone, 'IANA name of a time zone; null: the organization’s')
        .nullish()
        .meta({ example: 'Europe/Berlin' }),
      language: language.optional().meta({ description: 'Of the emails', example: 'de' }),
    }),
  ),
  reply: preferences,
  failures: [409],
  handle: ({ clients, from, body: { kinds: chosen = {}, hour, time_zone: timeZone, language: of } }) => {
    const given = Object.entries(chosen).flatMap(([kind, how]) => (how === undefined ? [] : [[kind, how] as const]));
    const change = {
      kinds: Object.fromEntries(given),
      hour,
      language: of,
      timeZone: timeZone === null ? '' : timeZone,
    };
    return clients.notifications.changePreferences(from, change);
  },
});
