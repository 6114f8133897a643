import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { json, route } from '../route.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { calendarDate, decimal, identifier, list, name, someName, text } from '../schemas.js';
import { cleared, strictAssignee } from './fields.js';

export const editQuestionnaire = route({
  method: 'patch',
  path: '/v1/questionnaire/{questionnaire_id}',
  operationId: 'editQuestionnaire',
  summary: 'Edit what is known of a questionnaire; only the fields that are sent change, null clears',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      title: someName('Title', MOST.title).optional(),
      company_name: name(MOST.company, 'Company that sent the questionnaire; null or empty: not known').nullish(),
      deal_value: z.union([z.null(), decimal]),
      deadline: z.union([calendarDate, z.null()]).optional(),
      instructions: text(MOST.instructions).nullish(),
      tag_ids: list(identifier(), MOST_ITEMS.tags).nullish().meta({ description: 'Unknown tags are left out' }),
      assignees: list(strictAssignee, MOST_ITEMS.assignees).nullish(),
    }),
  ),
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, body }) =>
    clients.review.updateQuestionnaire(from, params.questionnaire_id, {
      title: body.title,
      companyName: cleared(body.company_name),
      dealValue: cleared(body.deal_value),
      deadline: cleared(body.deadline),
      instructions: cleared(body.instructions),
      tagIds: body.tag_ids === null ? [] : body.tag_ids,
      assignees: body.assignees === null ? [] : body.assignees,
    }),
});
