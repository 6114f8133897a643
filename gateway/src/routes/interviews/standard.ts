import { z } from 'zod';
import { READ, WRITE } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf, page } from '../schemas.js';
import { STANDARD_STATES, STANDARD_TOPICS, standardQuestionList, standardSet } from './standard-resource.js';

export const getStandardSet = route({
  method: 'get',
  path: '/v1/standard-set',
  operationId: 'getStandardSet',
  summary: 'What customers usually ask: how much of it your evidence answers, by subject',
  description:
    'Some 150 questions on the usual subjects. They are no questionnaire: they are not exported, and count in no other figure. Poll while `should_poll` is true.',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  reply: standardSet,
  handle: ({ clients, from }) => clients.standardSet.get(from),
});

export const listStandardQuestions = route({
  method: 'get',
  path: '/v1/standard-set/questions',
  operationId: 'listStandardQuestions',
  summary: 'The questions of the standard set, each answered or open',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    topic: oneOf(STANDARD_TOPICS, 'Only of this subject'),
    state: oneOf(STANDARD_STATES, 'Only questions in this state'),
    ...page(100),
  }),
  reply: standardQuestionList,
  handle: ({ clients, from, query: { limit, offset, topic = '', state = '' } }) =>
    clients.standardSet.questions(from, { topic, state }, { limit, offset }),
});

export const answerStandardSet = route({
  method: 'post',
  path: '/v1/standard-set/run',
  operationId: 'answerStandardSet',
  summary: 'Answer the standard set from your evidence as it is now, in the background',
  description:
    'By the local engine, while nothing else waits; rules by topic count. While it runs, a further call changes nothing. The answers are not kept, only whether there are any.',
  tag: 'Interviews',
  access: WRITE,
  family: 'questionnaire',
  reply: standardSet,
  handle: ({ clients, from }) => clients.standardSet.answer(from),
});
