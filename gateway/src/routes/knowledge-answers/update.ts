import { z } from 'zod';
import { WRITE } from '../knowledge-documents/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { expiryTime, identifier, reviewEveryDays, someText } from '../schemas.js';
import { status, tags } from './fields.js';
import { libraryAnswer } from './resource.js';

const cleared = (value: string | null | undefined): string | undefined => (value === null ? '' : value);

export const updateAnswer = route({
  method: 'patch',
  path: '/v1/knowledge/answers/{answer_id}',
  operationId: 'updateLibraryAnswer',
  summary: 'Change a library answer; only the fields that are sent change',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      question: someText('What is asked', MOST.question).optional(),
      answer: someText('What is true', MOST.answer).optional(),
      tags: tags.optional(),
      owner_id: identifier().nullish().meta({ description: 'null: nobody' }),
      expires_at: expiryTime.nullish().meta({ description: 'null: never' }),
      status: status.optional(),
      review_every_days: reviewEveryDays
        .nullish()
        .meta({ description: 'Days from one verification to the next; 0 or null: no review cycle' }),
    }),
  ),
  reply: libraryAnswer,
  failures: [409],
  exists: ({ clients, from, params }) => clients.knowledge.answer(from, params.answer_id),
  handle: ({ clients, from, params, body: { owner_id, expires_at, review_every_days: days, ...change } }) =>
    clients.knowledge.updateAnswer(from, params.answer_id, {
      ...change,
      ownerId: cleared(owner_id),
      expiresAt: cleared(expires_at),
      reviewEveryDays: days === null ? 0 : days,
    }),
});
