import { z } from 'zod';
import { MOST_ITEMS } from '../bounds.js';
import { WRITE as QUESTIONNAIRES } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { identifier, list } from '../schemas.js';
import { affectedRegenerated } from './resource.js';

export const regenerateAffectedAnswers = route({
  method: 'post',
  path: '/v1/knowledge/documents/{document_id}/affected/regenerate',
  operationId: 'regenerateAffectedAnswers',
  summary: 'Regenerate the answers that stand on what a document no longer says',
  description:
    'In the background: poll each questionnaire while `should_poll` is true. What is approved, and what people wrote, stays.',
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
  reply: affectedRegenerated,
  exists: ({ clients, from, params }) => clients.knowledge.document(from, params.document_id),
  handle: ({ clients, from, params, body }) =>
    clients.knowledge.regenerateAffected(from, params.document_id, body.question_ids ?? []),
});
