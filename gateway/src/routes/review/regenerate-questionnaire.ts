import { isUuid } from '@candor/runtime';
import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { identifier, list, text } from '../schemas.js';
import { againReceipt } from './resource.js';

const STATUSES = ['unapproved', 'open'] as const;
const BANDS = ['HIGH', 'MEDIUM', 'LOW'] as const;

/** An identifier is the same in any case; a name stays as it is. */
const idOrText = (given: string): string => (isUuid(given) ? given.toLowerCase() : given);

export const regenerateQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/regenerate',
  operationId: 'regenerateQuestionnaire',
  summary: 'Answer many questions again from what is known now',
  description:
    'In the background: poll the overview while `should_poll` is true. What is approved, and what people or the file answered, stays as it is; a question that nothing answers any more becomes NEEDS_INFO. The fields of the filter narrow it together.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      filter: z
        .strictObject({
          status: z
            .enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })
            .nullish()
            .meta({ description: 'unapproved (when absent), or open: only what has no answer', example: 'unapproved' }),
          sheet: text(MOST.parameter, 'Only this sheet: its id or name').overwrite(idOrText).nullish(),
          band: z
            .enum(BANDS, { error: `must be one of ${BANDS.join(', ')}` })
            .nullish()
            .meta({ description: 'Only answers of this confidence' }),
          question_ids: list(identifier(), MOST_ITEMS.regenerated)
            .nullish()
            .meta({ description: 'Only these questions; none: any' }),
        })
        .nullish()
        .meta({ description: 'Which questions; absent: all that are not approved' }),
    }),
  ),
  reply: againReceipt,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, body: { filter } }) =>
    clients.review.answerAgain(from, params.questionnaire_id, {
      status: filter?.status ?? '',
      sheet: filter?.sheet ?? '',
      band: filter?.band ?? '',
      questionIds: filter?.question_ids ?? [],
    }),
});
