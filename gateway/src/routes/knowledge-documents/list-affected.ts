import { z } from 'zod';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { READ } from './access.js';
import { affectedAnswers } from './resource.js';

export const listAffectedAnswers = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}/affected',
  operationId: 'listAffectedAnswers',
  summary: 'Answers that stand on what a document no longer says',
  description:
    'After a new version: every answer that cites a passage which has changed or gone since, with what it stands on and what stands there now. Confirmed and regenerated ones are listed no more.',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  query: z.object(page(100)),
  reply: affectedAnswers,
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, query }) => clients.knowledge.affected(from, params.document_id, query),
});
