import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { route } from '../route.js';

export const submitQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/submit',
  operationId: 'submitQuestionnaire',
  summary: 'Hand a questionnaire that is answered over for approval',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params }) => clients.review.submit(from, params.questionnaire_id),
});
