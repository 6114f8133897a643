import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { json, route } from '../route.js';
import { approversOnly } from './approvers.js';

export const completeQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/complete',
  operationId: 'completeQuestionnaire',
  summary: 'Complete a questionnaire whose questions are all approved or not applicable',
  description:
    'Otherwise a 409 with the count of open ones, unless forced. One that failed can be retried, or completed by force. While questions of a further page of a web form wait: 409 `form_continues`, and they are answered first.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      force: z.boolean().nullish().meta({ description: 'Also when questions are open, or when it has failed' }),
      sync_to_library: z
        .boolean()
        .nullish()
        .meta({ description: 'Approved answers are added to the answer library; true when absent' }),
    }),
  ),
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: async ({ clients, from, params, body: { force, sync_to_library } }) =>
    clients.review.complete(from, params.questionnaire_id, {
      force: force ?? false,
      syncToLibrary: sync_to_library ?? true,
      approversOnly: force === true && (await approversOnly({ clients, from })),
    }),
});
