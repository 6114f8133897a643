import { route } from '../route.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { subscriber } from './resource.js';

export const unsubscribe = route({
  method: 'post',
  path: '/v1/trustportal/updates/subscribers/{subscription_id}/unsubscribe',
  operationId: 'unsubscribe',
  summary: 'Unsubscribe a subscriber; repeats change nothing',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  ignoresBody: true,
  reply: subscriber,
  handle: ({ clients, from, params }) => clients.subscribers.unsubscribe(from, params.subscription_id),
});
