import { z } from 'zod';
import { MOST } from '../bounds.js';
import { someName, text } from '../schemas.js';
import { eventTypes } from './resource.js';

/** What a client sends of a webhook; creating asks for the URL. */
export const webhookFields = z.strictObject({
  url: someName('Where messages are posted to', MOST.url)
    .meta({
      description: 'http or https, on the public internet; redirects are not followed',
      example: 'https://hooks.example.com/candor',
    })
    .optional(),
  description: text(MOST.labelDescription).nullish().meta({ description: 'For people', example: 'Ticket system' }),
  events: eventTypes.nullish(),
  enabled: z.boolean().nullish().meta({ description: 'true when absent', example: true }),
});
