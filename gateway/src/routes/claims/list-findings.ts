import { z } from 'zod';
import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { oneOf, page, reference, word } from '../schemas.js';
import { FINDING_KINDS, FINDING_STATES, findingList } from './resource.js';

const SHOWN = ['unsettled', ...FINDING_STATES, 'all'] as const;

/** The states that a word of the query names. */
function statesOf(state: (typeof SHOWN)[number] = 'unsettled'): string[] {
  if (state === 'all') return [];
  return state === 'unsettled' ? ['OPEN', 'ASSIGNED'] : [state];
}

export const listClaimFindings = route({
  method: 'get',
  path: '/v1/claims/findings',
  operationId: 'listClaimFindings',
  summary: 'What no longer stands of what customers were told',
  description:
    'Claims are compared when their document gets a new version, when a document or library answer changes, expires or is deleted, and with each new claim.',
  tag: 'Told to customers',
  access: READ,
  family: 'questionnaire',
  query: z.object({
    state: oneOf(SHOWN, 'unsettled, also when absent: OPEN and ASSIGNED'),
    kind: oneOf(FINDING_KINDS, 'Only findings of this kind'),
    customer: word('A part of the customer’s name'),
    document_id: reference('Only what stood on this document or library answer'),
    ...page(100),
  }),
  reply: findingList,
  handle: ({ clients, from, query: { limit, offset, state, kind, customer, document_id } }) =>
    clients.ledger.findings(
      from,
      { states: statesOf(state), kind: kind ?? '', customer, documentId: document_id },
      { limit, offset },
    ),
});
