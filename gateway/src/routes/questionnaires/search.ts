import { withMe } from '../asked/me.js';
import { route } from '../route.js';
import { page, word } from '../schemas.js';
import { READ } from './access.js';
import { listOptions, listQuery } from './list-options.js';
import { searchResult } from './resource.js';

export const searchQuestionnaires = route({
  method: 'get',
  path: '/v1/questionnaire/search',
  operationId: 'searchQuestionnaires',
  summary: 'Search questionnaires',
  description:
    'Words are matched across all fields; words in double quotes must stand in a row. `@title:`, `@status:` and `@account:` restrict a match to one field; combine them with spaces or plus signs; put values with spaces in double quotes.',
  tag: 'Questionnaires',
  access: READ,
  family: 'questionnaire',
  readsAhead: true,
  query: listQuery({ query: word('What to look for, e.g. `@status:COMPLETED encryption`'), ...page() }),
  reply: searchResult,
  handle: async ({ clients, from, query: { query, limit, offset, ...given } }) => {
    const options = listOptions({ ...given, assignee: await withMe({ clients, from }, given.assignee) });
    return clients.questionnaire.search(from, { query, limit, offset, options });
  },
});
