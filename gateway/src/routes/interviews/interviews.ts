import { z } from 'zod';
import { READ, WRITE } from '../questionnaires/access.js';
import { route } from '../route.js';
import { deleted, page } from '../schemas.js';
import { interview, interviewList } from './resource.js';

export const listInterviews = route({
  method: 'get',
  path: '/v1/interviews',
  operationId: 'listInterviews',
  summary: 'Interviews, the newest first, each with the promised gain and the real one',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  query: z.object({ ...page(20) }),
  reply: interviewList,
  handle: ({ clients, from, query }) => clients.interviews.list(from, query),
});

export const getInterview = route({
  method: 'get',
  path: '/v1/interviews/{interview_id}',
  operationId: 'getInterview',
  summary: 'An interview with its facts, and what has come of it',
  tag: 'Interviews',
  access: READ,
  family: 'questionnaire',
  reply: interview,
  handle: ({ clients, from, params }) => clients.interviews.get(from, params.interview_id),
});

export const sendInterview = route({
  method: 'post',
  path: '/v1/interviews/{interview_id}/send',
  operationId: 'sendInterview',
  summary: 'Ask everybody who has a fact; each person is told once',
  description: 'Facts without a person stay drafts. Sent again, it asks what has got a person meanwhile.',
  tag: 'Interviews',
  access: WRITE,
  family: 'questionnaire',
  reply: interview,
  handle: ({ clients, from, params }) => clients.interviews.send(from, params.interview_id),
});

export const deleteInterview = route({
  method: 'delete',
  path: '/v1/interviews/{interview_id}',
  operationId: 'deleteInterview',
  summary: 'Delete an interview and what it still asks; what was answered stays as evidence',
  tag: 'Interviews',
  access: WRITE,
  family: 'questionnaire',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.interviews.remove(from, params.interview_id),
});
