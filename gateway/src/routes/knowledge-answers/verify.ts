import { WRITE } from '../knowledge-documents/access.js';
import { route } from '../route.js';
import { libraryAnswer } from './resource.js';

export const verifyAnswer = route({
  method: 'post',
  path: '/v1/knowledge/answers/{answer_id}/verify',
  operationId: 'verifyLibraryAnswer',
  summary: 'Mark a library answer as verified today',
  description:
    'Where it is reviewed every so many days, its review cycle begins anew: it expires that many days from now.',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  reply: libraryAnswer,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.answer(from, params.answer_id),
  handle: ({ clients, from, params }) => clients.knowledge.verifyAnswer(from, params.answer_id),
});
