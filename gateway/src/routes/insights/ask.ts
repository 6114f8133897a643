import { z } from 'zod';
import { json, route } from '../route.js';
import { someText } from '../schemas.js';
import { askedAnswer, SOURCE_TYPES } from './resource.js';

const MAX_QUESTION = 20_000;
/** An engine behind a model takes its time. */
const ENGINE_DEADLINE_MS = 60_000;
const shortText = (description: string) => z.string().max(2000).nullish().meta({ description });

export const ask = route({
  method: 'post',
  path: '/v1/insights/ask',
  operationId: 'ask',
  summary: 'Ask a question of what the organization knows; the conversation is recorded',
  tag: 'Insights',
  access: { role: 'VIEWER', scope: 'Insights: ask' },
  family: 'general',
  body: json(
    z.object({
      question: someText('What is asked').refine(
        (text) => text.length <= MAX_QUESTION,
        `must have at most ${MAX_QUESTION} characters`,
      ),
      source_type: z.enum(SOURCE_TYPES, { error: `must be one of ${SOURCE_TYPES.join(', ')}` }),
      user_name: shortText('Who asks'),
      user_email: shortText('Address of who asks'),
      user_profile_image: shortText('URL of a picture of who asks'),
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
