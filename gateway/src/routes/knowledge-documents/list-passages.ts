import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { passageList } from './resource.js';

export const listPassages = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}/passages',
  operationId: 'listKnowledgePassages',
  summary: 'The passages that a document was split into, in its order',
  description: 'Their ids are the `source_id` of citations.',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: passageList,
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, query }) => clients.knowledge.passages(from, params.document_id, query),
});
