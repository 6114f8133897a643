import type { Access } from '../../middleware/access.js';
import { route } from '../route.js';
import { load } from './resource.js';

const LOOK: Access = { role: 'ADMIN', scope: 'Questionnaires: read' };

export const getLoad = route({
  method: 'get',
  path: '/v1/questionnaire/load',
  operationId: 'getLoad',
  summary: 'How many open questions are assigned to each user and group, how many are overdue, and what is due next',
  tag: 'Questions',
  access: LOOK,
  family: 'questionnaire',
  reply: load,
  handle: ({ clients, from }) => clients.asked.load(from),
});
