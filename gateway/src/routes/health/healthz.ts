import { z } from 'zod';
import { route } from '../route.js';

export const healthz = route({
  method: 'get',
  path: '/healthz',
  operationId: 'healthz',
  summary: 'Whether the process is up',
  tag: 'Operations',
  access: 'public',
  family: 'general',
  reply: z.object({ status: z.literal('ok') }).meta({ id: 'Health' }),
  handle: () => Promise.resolve({ status: 'ok' as const }),
});
