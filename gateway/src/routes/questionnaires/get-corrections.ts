import { route } from '../route.js';
import { READ } from './access.js';
import { correctionsInForce } from './corrections.js';

export const getCorrections = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/extraction/corrections',
  operationId: 'getCorrections',
  summary: 'The corrections of a document, and those remembered for files of its shape',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  reply: correctionsInForce,
  handle: ({ clients, from, params }) => clients.corrections.inForce(from, params.questionnaire_id),
});
