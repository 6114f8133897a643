import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { json, route } from '../route.js';
import {
  address,
  deleted,
  expiryTime,
  identifier,
  list,
  oneOf,
  orNull,
  page,
  reference,
  someName,
  text,
  word,
} from '../schemas.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import {
  accessRequest,
  accessRequestList,
  accessRules,
  accessSummary,
  documentDownloadList,
  REQUEST_STATES,
} from './resource.js';

const TAG = 'Trust portal';
const note = text(MOST.note, 'What the person is told with the decision').optional();

export const listAccessRequests = route({
  method: 'get',
  path: '/v1/trustportal/access-requests',
  operationId: 'listAccessRequests',
  summary: 'List what visitors asked for, newest first',
  description: 'Requests whose address was never confirmed are left out.',
  tag: TAG,
  access: READ,
  family: 'general',
  query: z.object({
    state: oneOf(REQUEST_STATES, 'Only requests in this state'),
    query: word('Part of the name, the address or the company'),
    ...page(),
  }),
  reply: accessRequestList,
  handle: ({ clients, from, query: { state, query, ...bounds } }) =>
    clients.portalAccess.requests(from, { state: state ?? '', query }, bounds),
});

export const summarizeAccessRequests = route({
  method: 'get',
  path: '/v1/trustportal/access-requests/summary',
  operationId: 'summarizeAccessRequests',
  summary: 'How many asked, for what, and how long a decision took',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: accessSummary,
  handle: ({ clients, from }) => clients.portalAccess.summary(from),
});

export const getAccessRules = route({
  method: 'get',
  path: '/v1/trustportal/access-requests/rules',
  operationId: 'getAccessRules',
  summary: 'Who is approved without anybody looking',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: accessRules,
  handle: ({ clients, from }) => clients.portalAccess.rules(from),
});

export const setAccessRules = route({
  method: 'put',
  path: '/v1/trustportal/access-requests/rules',
  operationId: 'setAccessRules',
  summary: 'Say who is approved without anybody looking; replaces what was said before',
  description: 'A domain stands for itself, not for those under it. What was approved before stays so.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      domains: list(someName('A domain', 253), MOST_ITEMS.accessRules).meta({
        description: 'Domains of addresses',
        example: ['customer.example'],
      }),
      addresses: list(address('An address'), MOST_ITEMS.accessRules).meta({
        description: 'Addresses',
        example: ['ann@customer.example'],
      }),
      days: z
        .int('must be a whole number of days')
        .min(1, 'must be from 1 to 3650')
        .max(3650, 'must be from 1 to 3650')
        .meta({ description: 'How long such an access lasts, days', example: 90 }),
    }),
  ),
  reply: accessRules,
  handle: ({ clients, from, body }) => clients.portalAccess.setRules(from, body),
});

export const listDocumentDownloads = route({
  method: 'get',
  path: '/v1/trustportal/access-requests/downloads',
  operationId: 'listDocumentDownloads',
  summary: 'List which documents were handed to whom, newest first',
  description: 'Downloads of public documents are counted with the document and name nobody.',
  tag: TAG,
  access: READ,
  family: 'general',
  query: z.object({ document_id: reference('Only downloads of this document'), ...page() }),
  reply: documentDownloadList,
  handle: ({ clients, from, query: { document_id: documentId, ...bounds } }) =>
    clients.portalAccess.downloads(from, documentId, bounds),
});

export const getAccessRequest = route({
  method: 'get',
  path: '/v1/trustportal/access-requests/{access_request_id}',
  operationId: 'getAccessRequest',
  summary: 'Get a request for documents',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: accessRequest,
  handle: ({ clients, from, params }) => clients.portalAccess.request(from, params.access_request_id),
});

export const approveAccessRequest = route({
  method: 'post',
  path: '/v1/trustportal/access-requests/{access_request_id}/approve',
  operationId: 'approveAccessRequest',
  summary: 'Give some or all of what was asked for, and email a link',
  description: 'Also changes what was given before, and gives again what was declined or revoked.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      document_ids: list(identifier(), MOST_ITEMS.portalDocuments)
        .optional()
        .meta({ description: 'Those of the requested documents that are given; absent or empty: all of them' }),
      expires_at: orNull(expiryTime).optional().meta({
        description: 'ISO 8601, when the access ends; absent or null: never',
        example: '2039-01-01T00:00:00Z',
      }),
      note,
    }),
  ),
  reply: accessRequest,
  failures: [409],
  exists: ({ clients, from, params }) => clients.portalAccess.request(from, params.access_request_id),
  handle: ({ clients, from, params, body }) =>
    clients.portalAccess.approve(from, params.access_request_id, {
      documentIds: body.document_ids ?? [],
      expiresAt: body.expires_at ?? '',
      note: body.note ?? '',
    }),
});

export const declineAccessRequest = route({
  method: 'post',
  path: '/v1/trustportal/access-requests/{access_request_id}/decline',
  operationId: 'declineAccessRequest',
  summary: 'Decline a request, with a word that the person is told',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: json(z.strictObject({ note })),
  reply: accessRequest,
  failures: [409],
  exists: ({ clients, from, params }) => clients.portalAccess.request(from, params.access_request_id),
  handle: ({ clients, from, params, body }) =>
    clients.portalAccess.decline(from, params.access_request_id, body.note ?? ''),
});

export const revokeAccessRequest = route({
  method: 'post',
  path: '/v1/trustportal/access-requests/{access_request_id}/revoke',
  operationId: 'revokeAccessRequest',
  summary: 'End what was approved, at once',
  tag: TAG,
  access: WRITE,
  family: 'general',
  reply: accessRequest,
  failures: [409],
  handle: ({ clients, from, params }) => clients.portalAccess.revoke(from, params.access_request_id),
});

export const deleteAccessRequest = route({
  method: 'delete',
  path: '/v1/trustportal/access-requests/{access_request_id}',
  operationId: 'deleteAccessRequest',
  summary: 'Erase a request, and with the last one of an address its name in the log of downloads',
  description: 'Acceptances of the agreement stay: they are a contract.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.portalAccess.delete(from, params.access_request_id),
});

export const accessRequestRoutes = [
  listAccessRequests,
  summarizeAccessRequests,
  getAccessRules,
  setAccessRules,
  listDocumentDownloads,
  getAccessRequest,
  approveAccessRequest,
  declineAccessRequest,
  revokeAccessRequest,
  deleteAccessRequest,
];
