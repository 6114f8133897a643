import { z } from 'zod';
import { MOST } from '../bounds.js';
import { WRITE } from '../questionnaires/access.js';
import { cleared } from '../review/fields.js';
import { json, route } from '../route.js';
import { identifier, text } from '../schemas.js';
import { checkAssignee } from './assignees.js';
import { finding } from './resource.js';

const SETTABLE = ['OPEN', 'ASSIGNED', 'DISMISSED', 'RESOLVED'] as const;

export const changeClaimFinding = route({
  method: 'patch',
  path: '/v1/claims/findings/{finding_id}',
  operationId: 'changeClaimFinding',
  summary: 'Assign a finding, dismiss it with a reason, or settle it; only the fields that are sent change',
  description:
    'An assignee, who must be a user of the organization and is told, makes it ASSIGNED when no state is sent. It is open again by itself when the evidence changes once more.',
  tag: 'Told to customers',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z.strictObject({
      state: z
        .enum(SETTABLE, { error: `must be one of ${SETTABLE.join(', ')}` })
        .optional()
        .meta({ description: 'DISMISSED needs a reason, ASSIGNED an assignee', example: 'DISMISSED' }),
      assignee_id: identifier('The person who looks at it; null: nobody').nullish(),
      reason: text(MOST.note, 'Why it is dismissed or resolved; null clears').nullish(),
    }),
  ),
  reply: finding,
  failures: [409],
  // A change without fields changes nothing, and finds what is not there.
  exists: ({ clients, from, params }) => clients.ledger.change(from, { id: params.finding_id }),
  handle: async ({ clients, from, params, body }) => {
    if (body.assignee_id) await checkAssignee({ clients, from }, { id: body.assignee_id, type: 'USER' }, 'assignee_id');
    return clients.ledger.change(from, {
      id: params.finding_id,
      state: body.state,
      assigneeId: cleared(body.assignee_id),
      reason: cleared(body.reason),
    });
  },
});
