import { z } from 'zod';
import { READ } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { oneOf, page, word } from '../schemas.js';
import { libraryAnswerList, LIBRARY_STATUSES } from './resource.js';

export const listAnswers = route({
  method: 'get',
  path: '/v1/knowledge/answers',
  operationId: 'listLibraryAnswers',
  summary: 'List the answers of the library, newest first',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object({
    query: word('Only answers whose question or answer holds these words'),
    status: oneOf(LIBRARY_STATUSES, 'Only this status'),
    tag: word('Only answers with this tag'),
    ...page(),
  }),
  reply: libraryAnswerList,
  handle: ({ clients, from, query }) => clients.knowledge.answers(from, { ...query, status: query.status ?? '' }),
});
