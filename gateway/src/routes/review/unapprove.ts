import { WRITE } from '../questionnaires/access.js';
import { question } from '../questionnaires/question.js';
import { route } from '../route.js';
import { expectedVersion, versionTag } from './if-match.js';

export const unapproveQuestion = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/unapprove',
  operationId: 'unapproveQuestion',
  summary: 'Take the approval of an answer back',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  reply: question,
  failures: [409, 412],
  headersOf: versionTag,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: ({ clients, from, params, request }) =>
    clients.review.unapprove(from, {
      id: params.questionnaire_id,
      questionId: params.question_id,
      expectedVersion: expectedVersion(request),
    }),
});
