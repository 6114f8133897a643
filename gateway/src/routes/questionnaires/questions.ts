import { z } from 'zod';
import { withMe } from '../asked/me.js';
import { route } from '../route.js';
import { oneOf, page, reference } from '../schemas.js';
import { READ } from './access.js';
import { assigneeIds } from './list-options.js';
import { ANSWER_STATUSES, QUESTION_SORTS, questionList } from './question.js';

export const listQuestions = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions',
  operationId: 'listQuestions',
  summary: 'Questions and answers of a questionnaire, by sheet and place',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    sheet_id: reference('Only this sheet'),
    status: oneOf(ANSWER_STATUSES, 'Only questions in this answer status'),
    assignee: assigneeIds(
      'Only questions assigned to one of these users and groups, with commas between their ids; `me`: the person whose key it is, and that person’s groups',
    ),
    sort: oneOf(QUESTION_SORTS, '`place` (default), or `dependents`: those first on which most others hang'),
    ...page(100),
  }),
  reply: questionList,
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: async ({ clients, from, params, query: { sheet_id, status, assignee, sort, limit, offset } }) =>
    clients.questionnaire.questions(from, {
      id: params.questionnaire_id,
      sheetId: sheet_id,
      status: status ?? '',
      sort: sort ?? '',
      assigneeIds: await withMe({ clients, from }, assignee),
      limit,
      offset,
    }),
});
