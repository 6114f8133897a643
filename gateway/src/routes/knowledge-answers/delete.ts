import { WRITE } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { deleted } from '../schemas.js';

export const deleteAnswer = route({
  method: 'delete',
  path: '/v1/knowledge/answers/{answer_id}',
  operationId: 'deleteLibraryAnswer',
  summary: 'Delete a library answer',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.knowledge.deleteAnswer(from, params.answer_id),
});
