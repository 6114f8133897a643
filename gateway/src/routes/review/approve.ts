import { WRITE } from '../questionnaires/access.js';
import { question } from '../questionnaires/question.js';
import { route } from '../route.js';
import { approversOnly } from './approvers.js';
import { expectedVersion, versionTag } from './if-match.js';

export const approveQuestion = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/approve',
  operationId: 'approveQuestion',
  summary: 'Approve the answer of a question',
  description:
    'Where the organization says so (`approvers_only`), this needs the role APPROVER, and nobody approves what they edited last themselves (409, `own_edit`).',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  reply: question,
  failures: [409, 412],
  headersOf: versionTag,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: async ({ clients, from, params, request }) =>
    clients.review.approve(from, {
      id: params.questionnaire_id,
      questionId: params.question_id,
      expectedVersion: expectedVersion(request),
      approversOnly: await approversOnly({ clients, from }),
    }),
});
