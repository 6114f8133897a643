import { WRITE } from '../questionnaires/access.js';
import { route } from '../route.js';
import { deleted } from '../schemas.js';

export const deleteTag = route({
  method: 'delete',
  path: '/v1/tags/{tag_id}',
  operationId: 'deleteTag',
  summary: 'Delete a tag; questionnaires that carry it lose it',
  tag: 'Tags',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.questionnaire.deleteTag(from, params.tag_id),
});
