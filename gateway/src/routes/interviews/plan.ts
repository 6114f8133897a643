import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { identifier, list, someName } from '../schemas.js';
import { interview } from './resource.js';

const FACTS = 25;
const MOST_FACTS = 100;

export const planInterview = route({
  method: 'post',
  path: '/v1/interviews',
  operationId: 'planInterview',
  summary: 'Find the fewest facts that would answer most of what is open; nobody is asked yet',
  description:
    'Looks at the questions that the engine left open or at LOW, in the 50 newest questionnaires under review or in those named. The gain is told before anybody is asked. `nothing_open` when there is nothing to ask; `standard_set_not_answered` when the standard set is wanted and has not been answered yet.',
  tag: 'Interviews',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      title: someName('Of the interview', MOST.title),
      questionnaire_ids: list(identifier(), MOST_ITEMS.tags)
        .optional()
        .meta({ description: 'Only these; absent: all under review' }),
      facts: z
        .int('must be a whole number')
        .min(1, `must be from 1 to ${MOST_FACTS}`)
        .max(MOST_FACTS, `must be from 1 to ${MOST_FACTS}`)
        .default(FACTS)
        .meta({ description: 'The most facts to ask for', example: FACTS }),
      include_standard_set: z.boolean('must be true or false').default(false).meta({
        description:
          'true: what is open of the standard set counts, too, also where there is no questionnaire. Its gain is told apart',
        example: false,
      }),
    }),
  ),
  reply: interview,
  failures: [409],
  handle: ({ clients, from, body: { title, questionnaire_ids: ids = [], facts, include_standard_set: wanted } }) =>
    clients.interviews.plan(from, { title, questionnaireIds: ids, most: facts, includeStandardSet: wanted }),
});
