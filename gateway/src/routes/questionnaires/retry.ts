import { route } from '../route.js';
import { WRITE } from './access.js';
import { overview } from './resource.js';

export const retryQuestionnaire = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/retry',
  operationId: 'retryQuestionnaire',
  summary: 'Resume a failed questionnaire at the stage that failed',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params }) => clients.questionnaire.retry(from, params.questionnaire_id),
});
