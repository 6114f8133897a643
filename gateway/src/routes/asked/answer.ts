import { z } from 'zod';
import { MOST } from '../bounds.js';
import { cleared } from '../review/fields.js';
import { expectedVersion } from '../review/if-match.js';
import { json, route } from '../route.js';
import { text } from '../schemas.js';
import { SETTABLE } from '../review/edit-question.js';
import { ANSWER } from './access.js';
import { myIds } from './me.js';
import { askedQuestion } from './resource.js';

export const answerAskedQuestion = route({
  method: 'patch',
  path: '/v1/questions/assigned/{question_id}',
  operationId: 'answerAskedQuestion',
  summary: 'Answer a question that is assigned to you, whatever your role; only the fields that are sent change',
  description:
    'Also a VIEWER may do so, for exactly the questions that are assigned to this person or a group of this person.',
  tag: 'Questions',
  access: ANSWER,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      answer: text(MOST.answer, 'A choice must be one of the options; null clears').nullish(),
      comment: text(MOST.comment).nullish(),
      answer_status: z.enum(SETTABLE, { error: `must be one of ${SETTABLE.join(', ')}` }).optional(),
    }),
  ),
  reply: askedQuestion,
  failures: [409, 412],
  // An answer without fields changes nothing, and finds what is not there or not asked.
  exists: async ({ clients, from, params }) =>
    clients.asked.answer(from, { questionId: params.question_id, assigneeIds: await myIds({ clients, from }) }),
  handle: async ({ clients, from, params, request, body }) =>
    clients.asked.answer(from, {
      questionId: params.question_id,
      assigneeIds: await myIds({ clients, from }),
      expectedVersion: expectedVersion(request),
      answer: cleared(body.answer),
      comment: cleared(body.comment),
      answerStatus: body.answer_status,
    }),
});
