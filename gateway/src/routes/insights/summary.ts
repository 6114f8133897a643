import { z } from 'zod';
import { route } from '../route.js';
import { wholeNumber } from '../schemas.js';
import { insightsSummary } from './resource.js';

export const summarizeInsights = route({
  method: 'get',
  path: '/v1/insights/summary',
  operationId: 'summarizeInsights',
  summary: 'Conversations by day and channel, and questions that got no answer',
  tag: 'Insights',
  access: { role: 'ADMIN', scope: 'Insights: read' },
  family: 'insights',
  query: z.object({
    days: wholeNumber(1, 366, 30, 'Days in UTC, today the last'),
    gaps: wholeNumber(0, 100, 20, 'Unanswered questions to name'),
  }),
  reply: insightsSummary,
  handle: ({ clients, from, query }) => clients.insights.summary(from, query),
});
