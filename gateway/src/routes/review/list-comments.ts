import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { commentList } from './resource.js';

export const listComments = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/comments',
  operationId: 'listQuestionComments',
  summary: 'What was said about a question, oldest first',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  query: z.object(page()),
  reply: commentList,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: ({ clients, from, params, query }) =>
    clients.review.comments(from, params.questionnaire_id, params.question_id, query),
});
