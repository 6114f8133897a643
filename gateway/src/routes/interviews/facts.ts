import { z } from 'zod';
import { ANSWER } from '../asked/access.js';
import { myIds } from '../asked/me.js';
import { MOST } from '../bounds.js';
import { checkAssignee } from '../claims/assignees.js';
import { READ, WRITE } from '../questionnaires/access.js';
import { strictAssignee } from '../review/fields.js';
import { json, route } from '../route.js';
import { expiryTime, someText, text } from '../schemas.js';
import { fact, factList, openedFact } from './resource.js';

const MOST_FACT_ANSWER = 10_000;

export const changeFact = route({
  method: 'patch',
  path: '/v1/facts/{fact_id}',
  operationId: 'changeFact',
  summary: 'Choose who is asked, reword the question, or leave the fact out; only the fields that are sent change',
  description: 'In an interview that was sent, a new person is asked and told at once.',
  tag: 'Interviews',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      question: someText('What the person is asked', MOST.question).optional(),
      assignee: strictAssignee.nullish().meta({ description: 'Who is asked; null: nobody' }),
      left_out: z
        .boolean('must be true or false')
        .optional()
        .meta({ description: 'true: it is not asked', example: true }),
    }),
  ),
  reply: fact,
  failures: [409],
  // A change without fields changes nothing, and finds what is not there.
  exists: ({ clients, from, params }) => clients.interviews.change(from, { id: params.fact_id }),
  handle: async ({ clients, from, params, body: { question, assignee, left_out } }) => {
    if (assignee) await checkAssignee({ clients, from }, assignee, 'assignee.id');
    return clients.interviews.change(from, { id: params.fact_id, question, assignee, leftOut: left_out });
  },
});

export const listAskedFacts = route({
  method: 'get',
  path: '/v1/facts',
  operationId: 'listAskedFacts',
  summary: 'The facts that are asked of you and your groups, in the order in which they were asked',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  reply: factList,
  handle: async ({ clients, from }) => clients.interviews.asked(from, await myIds({ clients, from })),
});

export const getFact = route({
  method: 'get',
  path: '/v1/facts/{fact_id}',
  operationId: 'getFact',
  summary: 'One fact with what was found next to it: for whoever is asked, and for members',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  reply: openedFact,
  handle: async ({ clients, from, params }) =>
    clients.interviews.open(from, params.fact_id, await myIds({ clients, from })),
});

export const answerFact = route({
  method: 'post',
  path: '/v1/facts/{fact_id}/answer',
  operationId: 'answerFact',
  summary: 'Answer a fact that is asked of you, whatever your role; what it helps is regenerated',
  description:
    'The answer becomes a dated document of your evidence. An honest “no, but …” is as good a fact as a yes. Another answer replaces the document before. Answers that people wrote or approved stay.',
  tag: 'Interviews',
  access: ANSWER,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      answer: someText('What you know, in whole sentences', MOST_FACT_ANSWER),
      question: someText('The question as you read it', MOST.question)
        .nullish()
        .meta({ description: 'The question as you read it: 409 `fact_changed` when it has been reworded since' }),
      expires_at: expiryTime.nullish().meta({ description: 'Until when it may be used; null: always' }),
    }),
  ),
  reply: fact,
  failures: [409],
  exists: async ({ clients, from, params }) =>
    clients.interviews.open(from, params.fact_id, await myIds({ clients, from })),
  handle: async ({ clients, from, params, body: { answer, question, expires_at: until } }) =>
    clients.interviews.answer(from, {
      id: params.fact_id,
      assigneeIds: await myIds({ clients, from }),
      answer,
      question: question ?? undefined,
      expiresAt: until ? Date.parse(until) * 1000 : undefined,
    }),
});

export const passFact = route({
  method: 'post',
  path: '/v1/facts/{fact_id}/pass',
  operationId: 'passFact',
  summary: 'Pass a fact on to somebody else, or say that you do not know it',
  tag: 'Interviews',
  access: ANSWER,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      assignee: strictAssignee.nullish().meta({ description: 'Who knows it; null or absent: you do not know it' }),
      note: text(MOST.note, 'What the next person should know').optional(),
    }),
  ),
  reply: fact,
  failures: [409],
  exists: async ({ clients, from, params }) =>
    clients.interviews.open(from, params.fact_id, await myIds({ clients, from })),
  handle: async ({ clients, from, params, body: { assignee, note = '' } }) => {
    if (assignee) await checkAssignee({ clients, from }, assignee, 'assignee.id');
    return clients.interviews.pass(from, {
      id: params.fact_id,
      assigneeIds: await myIds({ clients, from }),
      note,
      toId: assignee?.id ?? '',
      toType: assignee?.type ?? '',
    });
  },
});
