import { z } from 'zod';
import { route } from '../route.js';
import { oneOf, wholeNumber } from '../schemas.js';
import { insightsSummary, ORIGINS } from './resource.js';

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
    gaps_offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, 0, 'Newer unanswered questions to leave out'),
    gaps_origin: oneOf(ORIGINS, 'Name only unanswered questions that came so; absent: all'),
  }),
  reply: insightsSummary,
  handle: ({ clients, from, query: { days, gaps, gaps_offset: gapsOffset, gaps_origin: gapsOrigin = '' } }) =>
    clients.insights.summary(from, { days, gaps, gapsOffset, gapsOrigin }),
});
