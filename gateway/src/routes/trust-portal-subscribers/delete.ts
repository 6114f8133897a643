import { route } from '../route.js';
import { deleted } from '../schemas.js';
import { WRITE } from '../trust-portal-updates/access.js';

export const deleteSubscriber = route({
  method: 'delete',
  path: '/v1/trustportal/updates/subscribers/{subscription_id}',
  operationId: 'deleteSubscriber',
  summary: 'Erase a subscriber, and the address from every delivery',
  description: 'Nothing is left to know the address by: it can be added again. To keep it out, unsubscribe it.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.subscribers.delete(from, params.subscription_id),
});
