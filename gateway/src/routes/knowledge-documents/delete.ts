import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from './access.js';

export const deleteDocument = route({
  method: 'delete',
  path: '/v1/knowledge/documents/{document_id}',
  operationId: 'deleteKnowledgeDocument',
  summary: 'Remove a document from the evidence',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.knowledge.deleteDocument(from, params.document_id),
});
