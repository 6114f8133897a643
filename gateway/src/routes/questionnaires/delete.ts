import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from './access.js';

export const deleteQuestionnaire = route({
  method: 'delete',
  path: '/v1/questionnaire/{questionnaire_id}',
  operationId: 'deleteQuestionnaire',
  summary: 'Delete a questionnaire with its file',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  reply: deleted,
  failures: [409],
  handle: ({ clients, from, params }) => clients.questionnaire.delete(from, params.questionnaire_id),
});
