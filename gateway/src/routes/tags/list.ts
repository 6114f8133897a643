import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf } from '../schemas.js';
import { tag, TAG_STATUSES } from './resource.js';

export const listTags = route({
  method: 'get',
  path: '/v1/tags/',
  operationId: 'listTags',
  summary: 'List tags by name',
  tag: 'Tags',
  access: READ,
  family: 'general',
  query: z.object({ status: oneOf(TAG_STATUSES, 'Only this status; absent: ACTIVE and DRAFT') }),
  reply: z.array(tag),
  handle: ({ clients, from, query }) => clients.questionnaire.tags(from, query.status ?? ''),
});
