import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { questionnaireList } from './resource.js';

export const listQuestionnaires = route({
  method: 'get',
  path: '/v1/questionnaire/list',
  operationId: 'listQuestionnaires',
  summary: 'List questionnaires, newest first',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  readsAhead: true,
  query: z.object(page()),
  reply: questionnaireList,
  handle: ({ clients, from, query }) => clients.questionnaire.list(from, query),
});
