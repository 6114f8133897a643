import { z } from 'zod';
import { eventTypes } from './resource.js';

/** What a client sends of a webhook; creating asks for the URL. */
export const webhookFields = z.object({
  url: z
    .string()
    .min(1, 'must not be blank')
    .meta({
      description: 'http or https, on the public internet; redirects are not followed',
      example: 'https://hooks.example.com/candor',
    })
    .optional(),
  description: z
    .string()
    .max(500, 'must have at most 500 characters')
    .nullish()
    .meta({ description: 'For people', example: 'Ticket system' }),
  events: eventTypes.nullish(),
  enabled: z.boolean().nullish().meta({ description: 'true when absent', example: true }),
});
