import { z } from 'zod';
import { json, route } from '../route.js';
import { expiryTime, identifier, reviewEveryDays } from '../schemas.js';
import { WRITE } from './access.js';
import { effectiveMicros, effectiveTime } from './effective-at.js';
import { knowledgeDocument } from './resource.js';

const cleared = (value: string | null | undefined): string | undefined => (value === null ? '' : value);

export const updateDocument = route({
  method: 'patch',
  path: '/v1/knowledge/documents/{document_id}',
  operationId: 'updateKnowledgeDocument',
  summary: 'Say who answers for a document, and from when until when it may be used',
  description:
    'Only the fields that are sent change. A document that has expired is no evidence until it gets a later end, or is verified where it has a review cycle; its owner is told two weeks before.',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      owner_id: identifier().nullish().meta({ description: 'null: nobody' }),
      expires_at: expiryTime.nullish().meta({ description: 'null: never' }),
      effective_at: effectiveTime
        .nullish()
        .meta({ description: 'Before it the document is no evidence; null: at once' }),
      review_every_days: reviewEveryDays
        .nullish()
        .meta({ description: 'Days from one verification to the next; 0 or null: no review cycle' }),
    }),
  ),
  reply: knowledgeDocument,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, body: { owner_id, expires_at, effective_at, review_every_days: days } }) =>
    clients.knowledge.updateDocument(from, params.document_id, {
      ownerId: cleared(owner_id),
      expiresAt: cleared(expires_at),
      effectiveAt: effective_at === null ? 0 : effectiveMicros(effective_at),
      reviewEveryDays: days === null ? 0 : days,
    }),
});
