import { z } from 'zod';
import { CSV_TYPES } from '../../multipart/file-types.js';
import { multipart, route } from '../route.js';
import { oneOf } from '../schemas.js';
import { streamForm } from '../stream-form.js';
import { WRITE } from '../trust-portal-updates/access.js';
import { BEGINNING, BEGINNING_STATUSES, subscriberImport } from './resource.js';

const form = z.strictObject({
  file: z.string().meta({ format: 'binary', description: `One of ${CSV_TYPES.extensions.join(', ')}` }),
});

export const importSubscribers = route({
  method: 'post',
  path: '/v1/trustportal/updates/subscribers/import',
  operationId: 'importSubscribers',
  summary: 'Add the addresses of a CSV file; nobody who left is revived',
  description:
    'The addresses are found by what stands in the columns (`email_column` says which was taken); `categories` holds names or ' +
    'ids separated by ";" (blank: all). Columns of status, opt-out, opt-in and bounces are honoured: who left or bounced is ' +
    'stored as such, also who is there already, and a status that is not known refuses its row. Nobody is revived.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  query: z.object({ status: oneOf(BEGINNING_STATUSES, BEGINNING) }),
  body: multipart(form),
  reply: subscriberImport,
  handle: ({ clients, from, request, maxUploadBytes, once, query }) =>
    streamForm(clients.subscribers.import(from, query.status ?? 'pending'), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      actsAtOnce: true,
      types: CSV_TYPES,
      read: () => undefined,
      check: () => query.status,
    }),
});
