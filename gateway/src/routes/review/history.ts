import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { page } from '../schemas.js';
import { historyList } from './resource.js';

export const listHistory = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/history',
  operationId: 'listQuestionHistory',
  summary: 'What was done to a question, newest first',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  query: z.object(page()),
  reply: historyList,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: ({ clients, from, params, query }) =>
    clients.review.history(from, params.questionnaire_id, params.question_id, query),
});
