import { READ } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { libraryAnswer } from './resource.js';

export const getAnswer = route({
  method: 'get',
  path: '/v1/knowledge/answers/{answer_id}',
  operationId: 'getLibraryAnswer',
  summary: 'One library answer',
  tag: 'Knowledge',
  access: READ,
  family: 'general',
  reply: libraryAnswer,
  handle: ({ clients, from, params }) => clients.knowledge.answer(from, params.answer_id),
});
