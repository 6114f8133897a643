import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { identifier, list, text } from '../schemas.js';
import { SETTABLE } from './edit-question.js';
import { approversOnly } from './approvers.js';
import { assigneeChange, assigning, cleared, hasAssignee, NO_ASSIGNEE } from './fields.js';
import { bulkEdit } from './resource.js';

const seen = z.strictObject({
  question_id: identifier(),
  version: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(Number.MAX_SAFE_INTEGER, `must be at most ${Number.MAX_SAFE_INTEGER}`)
    .nullish()
    .meta({ description: 'As it was seen; somebody else’s change is not written over. Absent: whatever it is' }),
});

export const editQuestions = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/edit',
  operationId: 'editQuestions',
  summary: 'Make the same change to many questions; says of each what became of it',
  description:
    'Only the fields that are sent change; `approve` then approves each as it is. One that is refused does not hold up the others. A question that already is as asked is `unchanged`, so the call can be repeated.',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z
      .strictObject({
        questions: list(seen, MOST_ITEMS.questions).meta({
          description: 'Which ones, each as it was seen',
          minItems: 1,
        }),
        answer: text(MOST.answer, 'A choice must be one of the options; null clears').nullish(),
        comment: text(MOST.comment).nullish(),
        answer_status: z.enum(SETTABLE, { error: `must be one of ${SETTABLE.join(', ')}` }).optional(),
        ...assigning,
        approve: z.boolean().nullish().meta({ description: 'Approve what can be approved' }),
      })
      .refine(hasAssignee, NO_ASSIGNEE),
  ),
  reply: bulkEdit,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: async ({ clients, from, params, body }) =>
    clients.review.editQuestions(
      from,
      params.questionnaire_id,
      body.questions.map(({ question_id, version }) => ({
        questionId: question_id,
        expectedVersion: version ?? undefined,
      })),
      {
        answer: cleared(body.answer),
        comment: cleared(body.comment),
        answerStatus: body.answer_status,
        assignee: await assigneeChange({ clients, from }, body),
      },
      body.approve ? { approversOnly: await approversOnly({ clients, from }) } : undefined,
    ),
});
