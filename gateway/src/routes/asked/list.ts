import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { assigneeIds } from '../questionnaires/list-options.js';
import { route } from '../route.js';
import { oneOf, page, reference } from '../schemas.js';
import { ME, withMe } from './me.js';
import { askedList } from './resource.js';

export const listAskedQuestions = route({
  method: 'get',
  path: '/v1/questions/assigned',
  operationId: 'listAskedQuestions',
  summary: 'Questions that are assigned to people and groups, across questionnaires, by due date',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    assignee: assigneeIds(
      'Users and groups, with commas between their ids; `me`, also when absent: the person whose key it is, and that person’s groups',
    ),
    questionnaire_id: reference('Only of this questionnaire'),
    all: oneOf(['true', 'false'], 'true: also what is done, approved, or of a completed questionnaire'),
    ...page(100),
  }),
  reply: askedList,
  handle: async ({ clients, from, query: { assignee, questionnaire_id, all, limit, offset } }) => {
    const ids = await withMe({ clients, from }, assignee.length === 0 ? [ME] : assignee);
    const filter = { assigneeIds: ids, questionnaireId: questionnaire_id, all: all === 'true' };
    return clients.asked.list(from, filter, { limit, offset });
  },
});
