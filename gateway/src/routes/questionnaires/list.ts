import { withMe } from '../asked/me.js';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { listOptions, listQuery } from './list-options.js';
import { questionnaireList } from './resource.js';

export const listQuestionnaires = route({
  method: 'get',
  path: '/v1/questionnaire/list',
  operationId: 'listQuestionnaires',
  summary: 'List questionnaires, newest first or in another order',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  readsAhead: true,
  query: listQuery(page()),
  reply: questionnaireList,
  handle: async ({ clients, from, query: { limit, offset, ...given } }) => {
    const options = listOptions({ ...given, assignee: await withMe({ clients, from }, given.assignee) });
    return clients.questionnaire.list(from, { limit, offset, options });
  },
});
