import { route } from '../route.js';
import { WRITE } from './access.js';
import { forgotten } from './corrections.js';

export const forgetCorrections = route({
  method: 'delete',
  path: '/v1/questionnaire/{questionnaire_id}/extraction/corrections/remembered',
  operationId: 'forgetCorrections',
  summary: 'Forget the corrections that are remembered for files of this shape',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  reply: forgotten,
  handle: ({ clients, from, params }) => clients.corrections.forget(from, params.questionnaire_id),
});
