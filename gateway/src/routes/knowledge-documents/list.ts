import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { knowledgeDocumentList } from './resource.js';

export const listDocuments = route({
  method: 'get',
  path: '/v1/knowledge/documents',
  operationId: 'listKnowledgeDocuments',
  summary: 'List the documents of the evidence, newest first',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: knowledgeDocumentList,
  handle: ({ clients, from, query }) => clients.knowledge.documents(from, query),
});
