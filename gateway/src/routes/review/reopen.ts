import { WRITE } from '../questionnaires/access.js';
import { overview } from '../questionnaires/resource.js';
import { route } from '../route.js';

export const reopenQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/reopen',
  operationId: 'reopenQuestionnaire',
  summary: 'Take a questionnaire that is submitted or completed back into review',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params }) => clients.review.reopen(from, params.questionnaire_id),
});
