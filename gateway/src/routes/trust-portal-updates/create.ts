import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { someName, someText } from '../schemas.js';
import { WRITE } from './access.js';
import { fieldsOf, updateFields } from './fields.js';
import { update } from './resource.js';

export const createUpdate = route({
  method: 'post',
  path: '/v1/trustportal/updates',
  operationId: 'createTrustPortalUpdate',
  summary: 'Publish an update, or keep it as a draft; notify subscribers now, later, or not at all',
  description:
    'At most one of `send_immediately`, `scheduled_at` and `schedule_disabled`; without any of them nobody is notified. A `draft` is on no portal and cannot be sent.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(
    updateFields.extend({ title: someName('Title', MOST.title), description: someText('Markdown', MOST.markdown) }),
  ),
  reply: update,
  failures: [409],
  handle: ({ clients, from, body }) => clients.trustPortal.createUpdate(from, fieldsOf(body)),
});
