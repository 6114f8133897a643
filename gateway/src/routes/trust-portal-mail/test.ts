import { emailAddress } from '@candor/runtime';
import { z } from 'zod';
import { MOST } from '../bounds.js';
import { json, route } from '../route.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { testMail } from './resource.js';

const to = z
  .string('must be a text')
  .max(MOST.email, 'must be an email address')
  .overwrite((given) => emailAddress(given) ?? '')
  .refine((given) => given !== '', 'must be an email address')
  .meta({ description: 'Who gets it', example: 'ada@harbor-metrics.example', format: 'email' });

export const sendTestMail = route({
  method: 'post',
  path: '/v1/trustportal/mail/test',
  operationId: 'sendTrustPortalTestMail',
  summary: 'Send one email to one address, to see whether emails arrive',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(z.strictObject({ to })),
  reply: testMail,
  handle: ({ clients, from, body }) => clients.trustPortal.testMail(from, body.to, undefined),
});

export const testUpdate = route({
  method: 'post',
  path: '/v1/trustportal/updates/{update_id}/test',
  operationId: 'testTrustPortalUpdate',
  summary: 'Send the email of an update to one address, as its subscribers would get it; nobody else gets it',
  description: 'Drafts too. Nothing is recorded as delivered, and the update stays as it is.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(z.strictObject({ to })),
  reply: testMail,
  failures: [409],
  exists: ({ clients, from, params }) => clients.trustPortal.update(from, params.update_id),
  handle: ({ clients, from, params, body }) => clients.trustPortal.testMail(from, body.to, params.update_id),
});
