import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { name, someText } from '../schemas.js';
import { askedAnswer, SOURCE_TYPES } from './resource.js';

/** An engine behind a model takes its time. */
const ENGINE_DEADLINE_MS = 60_000;
const person = (description: string) => name(MOST.person, description).nullish();

export const ask = route({
  method: 'post',
  path: '/v1/insights/ask',
  operationId: 'ask',
  summary: 'Ask a question of what the organization knows; the conversation is recorded',
  tag: 'Insights',
  access: { role: 'VIEWER', scope: 'Insights: ask' },
  family: 'general',
  body: json(
    z.strictObject({
      question: someText('What is asked', MOST.asked),
      source_type: z.enum(SOURCE_TYPES, { error: `must be one of ${SOURCE_TYPES.join(', ')}` }),
      user_name: person('Who asks'),
      user_email: person('Address of who asks'),
      user_profile_image: person('URL of a picture of who asks'),
    }),
  ),
  reply: askedAnswer,
  handle: ({ clients, from, request, body }) =>
    clients.insights.ask(
      { ...from, deadlineMs: ENGINE_DEADLINE_MS },
      {
        question: body.question,
        sourceType: body.source_type,
        userName: body.user_name ?? undefined,
        userEmail: body.user_email ?? undefined,
        userProfileImage: body.user_profile_image ?? undefined,
        idempotencyKey: request.get('idempotency-key') ?? '',
      },
    ),
});
