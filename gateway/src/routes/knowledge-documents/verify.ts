import { route } from '../route.js';
import { WRITE } from './access.js';
import { knowledgeDocument } from './resource.js';

export const verifyDocument = route({
  method: 'post',
  path: '/v1/knowledge/documents/{document_id}/verify',
  operationId: 'verifyKnowledgeDocument',
  summary: 'State that a document is still true',
  description:
    'Where it is reviewed every so many days, its review cycle begins anew: it expires that many days from now.',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  reply: knowledgeDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params }) => clients.knowledge.verifyDocument(from, params.document_id),
});
