import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { citationPlaces } from './resource.js';

export const listCitationPlaces = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/citations',
  operationId: 'listCitationPlaces',
  summary: 'In which version of which document each citation of an answer stands',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  reply: citationPlaces,
  handle: ({ clients, from, params }) =>
    clients.documentVersions.citations(from, params.questionnaire_id, params.question_id),
});
