import { z } from 'zod';
import { download } from '../../http/download.js';
import { MOST } from '../bounds.js';
import { json, route } from '../route.js';
import { name, page, text } from '../schemas.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import { nda, ndaAcceptanceList } from './resource.js';

const TAG = 'Trust portal';

export const getNda = route({
  method: 'get',
  path: '/v1/trustportal/nda',
  operationId: 'getNda',
  summary: 'Get the agreement that visitors accept',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: nda,
  handle: ({ clients, from }) => clients.portalAccess.nda(from),
});

/** What the server takes for nothing. */
const BLANK = { pattern: '^\\s*$' };

export const setNda = route({
  method: 'put',
  path: '/v1/trustportal/nda',
  operationId: 'setNda',
  summary: 'Put another text of the agreement in force',
  description:
    'Visitors accept the text in force: those who accepted an earlier one are asked again before their next download.',
  tag: TAG,
  access: WRITE,
  family: 'general',
  body: json(
    z
      .strictObject({
        text: text(MOST.markdown, 'Markdown; empty: none is in force any more'),
        copy_to: name(MOST.email, 'Address that a copy of each acceptance goes to').meta({
          description: 'Address that a copy of each acceptance goes to; needed with a text',
          anyOf: [BLANK, { format: 'email' }],
          example: 'legal@example.com',
        }),
      })
      .meta({ not: { properties: { text: { pattern: '\\S' }, copy_to: { not: { format: 'email' } } } } }),
  ),
  reply: nda,
  failures: [409],
  handle: ({ clients, from, body }) => clients.portalAccess.setNda(from, { text: body.text, copyTo: body.copy_to }),
});

export const listNdaAcceptances = route({
  method: 'get',
  path: '/v1/trustportal/nda/acceptances',
  operationId: 'listNdaAcceptances',
  summary: 'List who accepted the agreement, newest first',
  tag: TAG,
  access: READ,
  family: 'general',
  query: z.object(page()),
  reply: ndaAcceptanceList,
  handle: ({ clients, from, query }) => clients.portalAccess.acceptances(from, query),
});

export const getNdaRecord = route({
  method: 'get',
  path: '/v1/trustportal/nda/acceptances/{nda_acceptance_id}/file',
  operationId: 'getNdaRecord',
  summary: 'Get the PDF of an acceptance, as it was emailed',
  tag: TAG,
  access: READ,
  family: 'general',
  reply: download,
  produces: ['application/pdf'],
  handle: ({ clients, from, params }) => clients.portalAccess.record(from, params.nda_acceptance_id),
});

export const ndaRoutes = [getNda, setNda, listNdaAcceptances, getNdaRecord];
