import { route } from '../route.js';
import { READ } from './access.js';
import { knowledgeDocument } from './resource.js';

export const getDocument = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}',
  operationId: 'getKnowledgeDocument',
  summary: 'One document of the evidence',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  reply: knowledgeDocument,
  handle: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
});
