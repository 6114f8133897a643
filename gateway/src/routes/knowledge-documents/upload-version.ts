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

export const uploadVersion = route({
  method: 'post',
  path: '/v1/knowledge/documents/{document_id}/versions',
  operationId: 'uploadKnowledgeDocumentVersion',
  summary: 'Put a new version in the place of a document, at once or from a later time on',
  description:
    'The document keeps its id, owner and review cycle. What was read before stays in use until the new file has been read, and if it cannot be read. Poll the document until `should_poll` is false, then ask which answers are affected. With a later `effective_at` the file waits as `upcoming` until then; it takes the place of one that waited before.',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: multipart(form),
  reply: knowledgeDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, request, maxUploadBytes, once }) =>
    streamForm(clients.knowledge.uploadVersion(from, params.document_id), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: KNOWLEDGE_TYPES,
      ...readEffective,
    }),
});
