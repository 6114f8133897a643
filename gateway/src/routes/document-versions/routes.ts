import { z } from 'zod';
import { READ, WRITE } from '../knowledge-documents/access.js';
import { knowledgeDocument } from '../knowledge-documents/resource.js';
import { effectiveMicros, effectiveTime } from '../knowledge-documents/effective-at.js';
import { json, route, type Route } from '../route.js';
import { oneOf, page, wholeNumber } from '../schemas.js';
import { documentVersionDiff, documentVersionList, documentVersionText } from './resource.js';

const tag = 'Knowledge';

const listDocumentVersions = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}/versions',
  operationId: 'listDocumentVersions',
  summary: 'The versions of a document, the newest first',
  description:
    'The one in use, those that it replaced, and the one that waits for its day. Of the latest replaced ones the text is kept (`text_kept`), for the answers that quote it; of older ones name, dates and SHA-256 are.',
  tag,
  access: READ,
  family: 'general',
  query: z.object(page(100)),
  reply: documentVersionList,
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, query }) => clients.documentVersions.list(from, params.document_id, query),
});

const getDocumentVersionText = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}/versions/{version}/text',
  operationId: 'getDocumentVersionText',
  summary: 'What a version of a document says, passage by passage',
  description: 'A version that waits has not been read yet.',
  tag,
  access: READ,
  family: 'general',
  query: z.object(page(100)),
  reply: documentVersionText,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, query }) =>
    clients.documentVersions.text(from, params.document_id, Number(params.version), query),
});

const compareDocumentVersions = route({
  method: 'get',
  path: '/v1/knowledge/documents/{document_id}/versions/{version}/diff',
  operationId: 'compareDocumentVersions',
  summary: 'What a version of a document says otherwise than another',
  description:
    'Sentence by sentence, and row by row in tables. A sentence that shares at least half of its words with one that went has changed. At most 20,000 sentences and rows a version.',
  tag,
  access: READ,
  family: 'general',
  query: z.object({
    against: wholeNumber(0, 999_999_999, 0, 'Number of the version to compare with; 0: the one before'),
    kept: oneOf(['true', 'false'], 'true: also what both say'),
    ...page(100),
  }),
  reply: documentVersionDiff,
  failures: [409, 413],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, query: { against, kept, ...part } }) => {
    const chosen = { version: Number(params.version), against, withKept: kept === 'true' };
    return clients.documentVersions.diff(from, params.document_id, chosen, part);
  },
});

const moveDocumentVersion = route({
  method: 'patch',
  path: '/v1/knowledge/documents/{document_id}/versions/{version}',
  operationId: 'moveDocumentVersion',
  summary: 'Change the day from which a waiting version holds',
  description: 'With a day that is past it takes its place at once.',
  tag,
  access: WRITE,
  family: 'general',
  body: json(z.strictObject({ effective_at: effectiveTime })),
  reply: knowledgeDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, body: { effective_at: at } }) =>
    clients.documentVersions.move(from, params.document_id, Number(params.version), effectiveMicros(at) ?? 0),
});

const cancelDocumentVersion = route({
  method: 'delete',
  path: '/v1/knowledge/documents/{document_id}/versions/{version}',
  operationId: 'cancelDocumentVersion',
  summary: 'Cancel a version that waits for its day',
  description: 'Its file is deleted. Versions in use and replaced ones cannot be: delete the document instead.',
  tag,
  access: WRITE,
  family: 'general',
  reply: knowledgeDocument,
  failures: [409],
  handle: ({ clients, from, params }) =>
    clients.documentVersions.cancel(from, params.document_id, Number(params.version)),
});

export const documentVersionRoutes: readonly Route[] = [
  listDocumentVersions,
  getDocumentVersionText,
  compareDocumentVersions,
  moveDocumentVersion,
  cancelDocumentVersion,
];
