import { route } from '../route.js';
import { READ } from '../trust-portal-updates/access.js';
import { subscriber } from './resource.js';

export const getSubscriber = route({
  method: 'get',
  path: '/v1/trustportal/updates/subscribers/{subscription_id}',
  operationId: 'getSubscriber',
  summary: 'One subscriber',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: subscriber,
  handle: ({ clients, from, params }) => clients.subscribers.get(from, params.subscription_id),
});
