import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { json, route } from '../route.js';
import { identifier, list, someText } from '../schemas.js';

export const sendBackQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/send-back',
  operationId: 'sendBackQuestionnaire',
  summary: 'Send a questionnaire that was submitted back into review, with a reason',
  description:
    'The reason stands in the status log, and on the named questions until somebody changes them; these are unapproved. Who submitted it, and to whom it or these questions are assigned, is told.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      reason: someText('What is to be changed', MOST.note),
      question_ids: list(identifier(), MOST_ITEMS.sentBack)
        .nullish()
        .meta({ description: 'The questions that it is about' }),
    }),
  ),
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, body }) =>
    clients.review.sendBack(from, params.questionnaire_id, {
      reason: body.reason,
      questionIds: body.question_ids ?? [],
    }),
});
