import { route } from '../route.js';
import { READ } from './access.js';
import { overview } from './resource.js';

export const getOverview = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/overview',
  operationId: 'getQuestionnaireOverview',
  summary: 'Status, statistics and history of a questionnaire',
  description: 'While `should_poll` is true, poll every 10 to 30 seconds.',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  readsAhead: true,
  reply: overview,
  handle: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
});
