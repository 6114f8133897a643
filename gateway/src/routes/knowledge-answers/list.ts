import { z } from 'zod';
import { READ } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { MOST } from '../bounds.js';
import { expiryTime, oneOf, page, word } from '../schemas.js';
import { libraryAnswerList, LIBRARY_STATUSES } from './resource.js';

export const listAnswers = route({
  method: 'get',
  path: '/v1/knowledge/answers',
  operationId: 'listLibraryAnswers',
  summary: 'List the library answers, newest first',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object({
    query: word('Only answers whose question or answer holds these words'),
    status: oneOf(LIBRARY_STATUSES, 'Only this status'),
    tag: word('Only answers with this tag'),
    expires_before: expiryTime.optional().meta({
      maxLength: MOST.time,
      description: 'Only answers in use that have expired by then, ISO 8601; UTC when it has no offset',
    }),
    ...page(),
  }),
  reply: libraryAnswerList,
  handle: ({ clients, from, query: { expires_before: expiresBefore, ...query } }) =>
    clients.knowledge.answers(from, {
      ...query,
      status: query.status ?? '',
      expiresBefore: expiresBefore ?? '',
    }),
});
