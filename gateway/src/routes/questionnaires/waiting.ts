import { z } from 'zod';
import { mayApprove, withMe } from '../asked/me.js';
import { route } from '../route.js';
import { READ } from './access.js';
import { assigneeIds } from './list-options.js';
import { waitingWork } from './waiting-work.js';

export const getWaitingWork = route({
  method: 'get',
  path: '/v1/questionnaire/waiting',
  operationId: 'getWaitingWork',
  summary:
    'What waits for people: questionnaires by deadline, open and assigned questions, what is to be approved or was sent back',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    assignee: assigneeIds(
      'Users and groups whose assigned questions are counted and shown, with commas between their ids; `me`: the person whose key it is, and that person’s groups',
    ),
  }),
  reply: waitingWork,
  handle: async ({ clients, from, query }) => {
    const call = { clients, from };
    const [assigneeIds, { approversOnly }] = await Promise.all([
      withMe(call, query.assignee),
      clients.directory.standing(from),
    ]);
    const userId = from.caller?.ownerId ?? '';
    return clients.questionnaire.waiting(from, { assigneeIds, userId, mayApprove: mayApprove(call, approversOnly) });
  },
});
