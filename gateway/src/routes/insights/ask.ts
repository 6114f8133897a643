import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { name, someText } from '../schemas.js';
import { askedAnswer, SOURCE_TYPES, type Conversation, type Origin } from './resource.js';

/** An engine behind a model takes its time. */
const ENGINE_DEADLINE_MS = 60_000;
const person = (description: string) => name(MOST.person, description).nullish();

/** What the ask page says of itself, so that its questions are told from calls of others as web_ui. */
const ASKED_FROM = 'x-candor-asked-from';

/** How a question came: a channel by its name, the ask page by its header, everything else by the API. */
function originOf(sourceType: Conversation['source_type'], askedFrom: string | undefined): Origin {
  if (sourceType === 'slack_dm') return 'slack';
  if (sourceType === 'browser_extension') return 'browser_extension';
  return askedFrom === 'ask_page' ? 'ask_page' : 'api';
}

export const ask = route({
  method: 'post',
  path: '/v1/insights/ask',
  operationId: 'ask',
  summary: 'Ask a question of what the organization knows; the conversation is recorded',
  description:
    'The conversation keeps how it came as `origin`: `slack` and `browser_extension` by their source type; of `web_ui`, `ask_page` with the header `X-Candor-Asked-From: ask_page`, else `api`.',
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
        origin: originOf(body.source_type, request.get(ASKED_FROM)),
        userName: body.user_name ?? undefined,
        userEmail: body.user_email ?? undefined,
        userProfileImage: body.user_profile_image ?? undefined,
        idempotencyKey: request.get('idempotency-key') ?? '',
      },
    ),
});
