import { route } from '../route.js';
import { READ } from './access.js';
import { question } from './question.js';

export const getQuestion = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}',
  operationId: 'getQuestion',
  summary: 'One question with its answer and citations',
  description: 'The ETag is the version of the question.',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  reply: question,
  headersOf: ({ version }) => ({ ETag: `"${version}"` }),
  handle: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
});
