import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { question } from '../questionnaires/question.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { text } from '../schemas.js';
import { expectedVersion, versionTag } from './if-match.js';

export const regenerateAnswer = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/regenerate',
  operationId: 'regenerateAnswer',
  summary: 'Answer a question again from what is known now',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      instructions: text(
        MOST.instructions,
        'Guidance for tone and length, never facts; absent: those of the questionnaire',
      ).nullish(),
    }),
  ),
  reply: question,
  failures: [409, 412],
  headersOf: versionTag,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: ({ clients, from, params, request, body }) =>
    clients.review.regenerate(
      from,
      { id: params.questionnaire_id, questionId: params.question_id, expectedVersion: expectedVersion(request) },
      body.instructions ?? '',
    ),
});
