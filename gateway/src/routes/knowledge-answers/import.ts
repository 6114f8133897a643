import { z } from 'zod';
import { IMPORT_TYPES } from '../../multipart/file-types.js';
import { WRITE } from '../knowledge-documents/access.js';
import { multipart, route } from '../route.js';
import { streamForm } from '../stream-form.js';
import { importReport } from './resource.js';

const form = z.strictObject({
  file: z.string().meta({ format: 'binary', description: `One of ${IMPORT_TYPES.extensions.join(', ')}` }),
});

export const importAnswers = route({
  method: 'post',
  path: '/v1/knowledge/answers/import',
  operationId: 'importLibraryAnswers',
  summary: 'Add the questions and answers of a table to the answer library',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: multipart(form),
  reply: importReport,
  handle: ({ clients, from, request, maxUploadBytes, once }) =>
    streamForm(clients.knowledge.importAnswers(from), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: IMPORT_TYPES,
      read: () => undefined,
      check: () => undefined,
    }),
});
