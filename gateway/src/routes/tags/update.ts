import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { someName, text } from '../schemas.js';
import { tag, TAG_STATUSES } from './resource.js';

export const updateTag = route({
  method: 'patch',
  path: '/v1/tags/{tag_id}',
  operationId: 'updateTag',
  summary: 'Change a tag; only the fields that are sent change',
  tag: 'Tags',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      name: someName('Unique in the organization, folded', MOST.label).optional(),
      description: text(MOST.labelDescription).nullish(),
      status: z.enum(TAG_STATUSES, { error: `must be one of ${TAG_STATUSES.join(', ')}` }).optional(),
    }),
  ),
  reply: tag,
  failures: [409],
  // A change of nothing changes nothing, and fails when there is no such tag.
  exists: ({ clients, from, params }) => clients.questionnaire.updateTag(from, { id: params.tag_id }),
  handle: ({ clients, from, params, body: { name, description, status } }) =>
    clients.questionnaire.updateTag(from, {
      id: params.tag_id,
      name,
      description: description === null ? '' : description,
      status,
    }),
});
