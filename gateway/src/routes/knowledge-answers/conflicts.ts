import { z } from 'zod';
import { READ } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { conflictList } from './resource.js';

export const listConflicts = route({
  method: 'get',
  path: '/v1/knowledge/answers/conflicts',
  operationId: 'listLibraryConflicts',
  summary: 'Library answers that contradict or repeat each other',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: conflictList,
  failures: [413],
  handle: ({ clients, from, query }) => clients.knowledge.conflicts(from, query),
});
