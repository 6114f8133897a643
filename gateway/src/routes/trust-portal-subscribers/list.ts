import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, wholeNumber, word } from '../schemas.js';
import { READ } from '../trust-portal-updates/access.js';
import { SUBSCRIBER_STATUSES, subscriberPage } from './resource.js';

export const listSubscribers = route({
  method: 'get',
  path: '/v1/trustportal/updates/subscribers',
  operationId: 'listSubscribers',
  summary: 'List the subscribers of the trust portal, newest first',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object({
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1, 'Page, from 1'),
    page_size: wholeNumber(1, 100, 10, 'Subscribers in a page'),
    status: oneOf(SUBSCRIBER_STATUSES, 'Only subscribers in this status'),
    query: word('Part of the address'),
  }),
  reply: subscriberPage,
  handle: async ({ clients, from, query: { page, page_size, status, query } }) => {
    const { data, total } = await clients.subscribers.list(from, { status, query }, { page, pageSize: page_size });
    return { data, total, page, page_size, total_pages: Math.ceil(total / page_size) };
  },
});
