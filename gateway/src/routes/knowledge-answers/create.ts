import { z } from 'zod';
import { WRITE } from '../knowledge-documents/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { expiryTime, identifier, reviewEveryDays, someText } from '../schemas.js';
import { status, tags } from './fields.js';
import { libraryAnswer } from './resource.js';

export const createAnswer = route({
  method: 'post',
  path: '/v1/knowledge/answers',
  operationId: 'createLibraryAnswer',
  summary: 'Add an answer to the answer library',
  tag: 'Knowledge',
  access: WRITE,
  family: 'general',
  body: json(
    z.strictObject({
      question: someText('What is asked', MOST.question),
      answer: someText('What is true', MOST.answer),
      tags: tags.nullish(),
      owner_id: identifier().nullish(),
      expires_at: expiryTime.nullish(),
      review_every_days: reviewEveryDays.nullish(),
      status: status.nullish().meta({ description: 'APPROVED when absent' }),
    }),
  ),
  reply: libraryAnswer,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.knowledge.createAnswer(from, {
      question: body.question,
      answer: body.answer,
      tags: body.tags ?? [],
      ownerId: body.owner_id ?? undefined,
      expiresAt: body.expires_at ?? undefined,
      status: body.status ?? '',
      reviewEveryDays: body.review_every_days ?? 0,
    }),
});
