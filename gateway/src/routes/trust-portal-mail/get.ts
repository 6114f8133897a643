import { route } from '../route.js';
import { READ } from '../trust-portal-updates/access.js';
import { mailState } from './resource.js';

export const getMailState = route({
  method: 'get',
  path: '/v1/trustportal/mail',
  operationId: 'getTrustPortalMail',
  summary: 'Whether emails reach a mail server, which is asked now, and where their links lead',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: mailState,
  handle: ({ clients, from }) => clients.trustPortal.mailState(from),
});
