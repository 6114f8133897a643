import { json, route } from '../route.js';
import { WRITE } from './access.js';
import { fieldsOf, updateFields } from './fields.js';
import { update } from './resource.js';

export const editUpdate = route({
  method: 'patch',
  path: '/v1/trustportal/updates/{update_id}',
  operationId: 'editTrustPortalUpdate',
  summary: 'Edit an update; only the fields that are sent change',
  description:
    'A scheduling option replaces the schedule, `schedule_disabled` or `scheduled_at: null` cancels it. Once sending, sent or archived, the schedule cannot be changed (409); the content can. `draft: false` publishes a draft; what subscribers were notified of cannot become one again (409).',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(updateFields),
  reply: update,
  failures: [409],
  exists: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
  handle: ({ clients, from, params, body }) => clients.trustPortal.editUpdate(from, params.update_id, fieldsOf(body)),
});
