import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { json, route } from '../route.js';
import { identifier, list, text } from '../schemas.js';
import { checkApprovers } from './approvers.js';

export const submitQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/submit',
  operationId: 'submitQuestionnaire',
  summary: 'Hand a questionnaire that is answered over for approval; the approvers are told',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      note: text(MOST.note, 'What the approvers should know').nullish(),
      approver_ids: list(identifier(), MOST_ITEMS.approvers)
        .nullish()
        .meta({ description: 'Users who are asked to approve it; absent: everybody who may' }),
    }),
  ),
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: async ({ clients, from, params, body }) => {
    const approverIds = body.approver_ids ?? [];
    await checkApprovers({ clients, from }, approverIds);
    return clients.review.submit(from, params.questionnaire_id, { note: body.note ?? '', approverIds });
  },
});
