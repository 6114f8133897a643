import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { someText } from '../schemas.js';
import { withMentions } from './mentions.js';
import { comment } from './resource.js';

export const addComment = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/comments',
  operationId: 'addQuestionComment',
  summary: 'Say something about a question; it does not go to the customer',
  description:
    '`@[name](user:id)` mentions a user of the organization, who is told; the name is written as the directory has it.',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(z.strictObject({ text: someText('What is said', MOST.comment) })),
  reply: comment,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: async ({ clients, from, params, body }) => {
    const said = await withMentions({ clients, from }, body.text);
    return clients.review.addComment(from, params.questionnaire_id, params.question_id, said);
  },
});
