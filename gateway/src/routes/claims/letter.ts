import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { word } from '../schemas.js';
import { letter } from './resource.js';

export const draftClaimLetter = route({
  method: 'get',
  path: '/v1/claims/letter',
  operationId: 'draftClaimLetter',
  summary: 'Draft a letter to a customer, and a trust portal update, on what no longer stands',
  description:
    'Lists what the customer was told and what holds now, for all findings that are not settled but contradictions: those name what another customer was told. Nothing is sent or stored: edit the drafts, then send the letter yourself or keep `update` with `"draft": true` by `POST /v1/trustportal/updates`.',
  tag: 'Told to customers',
  access: READ,
  family: 'questionnaire',
  query: z.object({ customer: word('The whole name of the customer, as findings give it') }),
  reply: letter,
  handle: ({ clients, from, query: { customer } }) => clients.ledger.letter(from, customer),
});
