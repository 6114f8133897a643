import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { WRITE as QUESTIONNAIRES } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { identifier, list } from '../schemas.js';

export const confirmAffectedAnswers = route({
  method: 'post',
  path: '/v1/knowledge/documents/{document_id}/affected/confirm',
  operationId: 'confirmAffectedAnswers',
  summary: 'State that answers hold though their document has changed',
  description: 'They are listed again when the document changes once more.',
  tag: 'Knowledge',
  access: QUESTIONNAIRES,
  family: 'general',
  body: json(
    z.strictObject({
      question_ids: list(identifier(), MOST_ITEMS.regenerated)
        .nullish()
        .meta({ description: 'Only these questions; absent or empty: all that are listed' }),
    }),
  ),
  reply: z
    .object({ confirmed: z.int().meta({ description: 'Answers that were confirmed' }) })
    .meta({ id: 'AffectedConfirmed', description: 'How many answers hold' }),
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, body }) =>
    clients.knowledge.confirmAffected(from, params.document_id, body.question_ids ?? []),
});
