import { z } from 'zod';
import { json, route } from '../route.js';
import { WRITE } from './access.js';
import { corrections, correctionsDifference } from './corrections.js';

/** The rule between the two fields, as a schema says it: what is refused. */
const unset = { enum: [false, null] };
const BOTH = {
  required: ['use_remembered', 'corrections'],
  properties: { use_remembered: { const: true }, corrections: { type: 'object' } },
};
const NEITHER = [
  { required: ['use_remembered'], properties: { use_remembered: unset }, not: { required: ['corrections'] } },
  { required: ['corrections'], properties: { use_remembered: unset, corrections: { type: 'null' } } },
];

export const correctExtraction = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/extraction/corrections',
  operationId: 'correctExtraction',
  summary: 'Say what a document asks, and extract it anew',
  description:
    'The corrections take the place of those in force; empty lists take them all back. A dry run tells the difference and changes nothing. Otherwise the document is extracted anew in the background: poll the overview while `should_poll` is true. Questions that stay, by their place or by their text on the same sheet, keep their answers, reviews, comments and approvals.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z
      .strictObject({
        dry_run: z.boolean().nullish().meta({ description: 'Only tell the difference', example: true }),
        remember: z
          .boolean()
          .nullish()
          .meta({ description: 'Offer them for the next file of this shape (when absent: yes)', example: true }),
        use_remembered: z
          .boolean()
          .nullish()
          .meta({ description: 'Take those that are remembered, in place of `corrections`', example: false }),
        corrections: corrections.nullish().meta({ description: 'All corrections that shall be in force' }),
      })
      .refine((body) => (body.use_remembered === true) !== Boolean(body.corrections), {
        path: ['corrections'],
        error: 'must be given, unless use_remembered is true',
      })
      .meta({
        anyOf: [{ required: ['use_remembered'] }, { required: ['corrections'] }],
        not: { anyOf: [BOTH, ...NEITHER] },
      }),
  ),
  reply: correctionsDifference,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, body }) =>
    clients.corrections.correct(from, params.questionnaire_id, {
      dryRun: body.dry_run ?? false,
      remember: body.remember ?? true,
      useRemembered: body.use_remembered ?? false,
      corrections: body.corrections ?? undefined,
    }),
});
