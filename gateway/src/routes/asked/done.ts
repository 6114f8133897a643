import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { bulkEdit } from '../review/resource.js';
import { json, route } from '../route.js';
import { identifier, list } from '../schemas.js';
import { ANSWER } from './access.js';
import { myIds } from './me.js';

export const finishAskedQuestions = route({
  method: 'post',
  path: '/v1/questions/assigned/done',
  operationId: 'finishAskedQuestions',
  summary: 'Say that questions that are assigned to you are done; who assigned them is told',
  description: 'One that is done already is `unchanged`, one that is not assigned to you is `refused` (`not_asked`).',
  tag: 'Questions',
  access: ANSWER,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      question_ids: list(identifier(), MOST_ITEMS.finished).min(1, 'must name at least one question'),
    }),
  ),
  reply: bulkEdit,
  failures: [409],
  handle: async ({ clients, from, body }) =>
    clients.asked.finish(from, body.question_ids, await myIds({ clients, from })),
});
