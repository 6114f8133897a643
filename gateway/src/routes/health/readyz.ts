import { readiness } from '@candor/runtime';
import { z } from 'zod';
import { dependenciesOf } from '../../clients/clients.js';
import { route } from '../route.js';

export const readyz = route({
  method: 'get',
  path: '/readyz',
  operationId: 'readyz',
  summary: 'Whether every service is reached and can do its work, writes among it; 503 when one cannot',
  tag: 'Operations',
  access: 'public',
  family: 'general',
  reply: z
    .object({
      ready: z.boolean(),
      dependencies: z.array(z.object({ name: z.string(), ready: z.boolean() })),
    })
    .meta({ id: 'Readiness' }),
  otherwise: { status: 503, means: 'Not ready: a dependency says so', when: ({ ready }) => !ready },
  handle: ({ clients }) => readiness(dependenciesOf(clients)),
});
