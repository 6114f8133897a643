import { z } from 'zod';
import { route } from '../route.js';
import { READ } from './access.js';
import { assigneeIds } from './list-options.js';
import { waitingWork } from './resource.js';

export const getWaitingWork = route({
  method: 'get',
  path: '/v1/questionnaire/waiting',
  operationId: 'getWaitingWork',
  summary: 'What waits for people: questionnaires by deadline, open questions, assigned questions',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    assignee: assigneeIds('Users and groups whose assigned questions are counted, with commas between their ids'),
  }),
  reply: waitingWork,
  handle: ({ clients, from, query }) => clients.questionnaire.waiting(from, query.assignee),
});
