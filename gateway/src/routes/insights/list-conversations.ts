import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, wholeNumber } from '../schemas.js';
import { conversationPage } from './resource.js';

export const listConversations = route({
  method: 'get',
  path: '/v1/insights/conversations',
  operationId: 'listConversations',
  summary: 'List the conversations that people had with Candor, newest first',
  tag: 'Insights',
  access: { role: 'ADMIN', scope: 'Insights: read' },
  family: 'insights',
  budget: 'insights',
  query: z.object({
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1, 'Page, from 1'),
    page_size: wholeNumber(1, 100, 10, 'Conversations in a page'),
    include: oneOf(['origin', 'feedback'], 'Further fields of each conversation: `origin`; `feedback`: both'),
  }),
  reply: conversationPage,
  handle: async ({ clients, from, query: { page, page_size, include } }) => {
    const { data, total } = await clients.insights.conversations(from, { page, pageSize: page_size });
    const told = data.map(({ origin, feedback, ...specified }) => ({
      ...specified,
      ...(include && { origin }),
      ...(include === 'feedback' && { feedback }),
    }));
    return { data: told, total, page, page_size, total_pages: Math.ceil(total / page_size) };
  },
});
