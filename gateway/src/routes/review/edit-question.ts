import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { question } from '../questionnaires/question.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { text } from '../schemas.js';
import { assigneeChange, assigning, cleared, hasAssignee, NO_ASSIGNEE } from './fields.js';
import { expectedVersion, versionTag } from './if-match.js';

/** Statuses that a person can give. */
export const SETTABLE = ['UNANSWERED', 'MANUALLY_ANSWERED', 'NEEDS_INFO', 'NOT_APPLICABLE'] as const;

export const editQuestion = route({
  method: 'patch',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}',
  operationId: 'editQuestion',
  summary: 'Edit a question; only the fields that are sent change',
  description:
    'Setting an answer makes it MANUALLY_ANSWERED and un-approves. `If-Match` with the ETag of the question refuses to write over what somebody else has changed (412).',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z
      .strictObject({
        answer: text(MOST.answer, 'A choice must be one of the options; null clears').nullish(),
        comment: text(MOST.comment).nullish(),
        answer_status: z.enum(SETTABLE, { error: `must be one of ${SETTABLE.join(', ')}` }).optional(),
        ...assigning,
        keep_in_library: z.boolean('must be true or false').optional().meta({
          description:
            'The answer is added to the answer library at once, as when the questionnaire is completed; questions that do not stand for themselves are left out',
        }),
      })
      .refine(hasAssignee, NO_ASSIGNEE),
  ),
  reply: question,
  failures: [409, 412],
  headersOf: versionTag,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: async ({ clients, from, params, request, body }) =>
    clients.review.editQuestion(
      from,
      { id: params.questionnaire_id, questionId: params.question_id, expectedVersion: expectedVersion(request) },
      {
        answer: cleared(body.answer),
        comment: cleared(body.comment),
        answerStatus: body.answer_status,
        assignee: await assigneeChange({ clients, from }, body),
        keepInLibrary: body.keep_in_library ?? false,
      },
    ),
});
