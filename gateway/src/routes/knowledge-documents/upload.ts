import { z } from 'zod';
import { KNOWLEDGE_TYPES } from '../../multipart/file-types.js';
import { multipart, route } from '../route.js';
import { streamForm } from '../stream-form.js';
import { WRITE } from './access.js';
import { effectiveField, readEffective } from './effective-at.js';
import { knowledgeDocument } from './resource.js';

const form = z.strictObject({
  file: z.string().meta({ format: 'binary', description: `One of ${KNOWLEDGE_TYPES.extensions.join(', ')}` }),
  ...effectiveField.shape,
});

export const uploadDocument = route({
  method: 'post',
  path: '/v1/knowledge/documents',
  operationId: 'uploadKnowledgeDocument',
  summary: 'Add a document to the evidence',
  description:
    'Poll the document until `should_poll` is false. With a later `effective_at` it is read now, and no evidence before.',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: multipart(form),
  reply: knowledgeDocument,
  handle: ({ clients, from, request, maxUploadBytes, once }) =>
    streamForm(clients.knowledge.uploadDocument(from), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: KNOWLEDGE_TYPES,
      ...readEffective,
    }),
});
