import { newId } from '@candor/runtime';
import { z } from 'zod';
import { json, route } from '../route.js';
import { someText } from '../schemas.js';
import { askedAnswer, SOURCE_TYPES } from './resource.js';

const MAX_QUESTION = 20_000;
/** An engine behind a model takes its time. */
const ENGINE_DEADLINE_MS = 60_000;
/** What the list of conversations shows where there was nothing to say. */
const NOTHING_KNOWN = 'Nothing that is known answers this question.';

/** "data [1]?" asks about data: marks of citations are pasted along with what was answered before. */
const withoutMarks = (question: string): string =>
  question.replace(/\s*(?:\[\d+(?:\s*[,;–-]\s*\d+)*\]|【[^】]*】)/g, '').trim() || question;

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
  handle: async ({ clients, from, body }) => {
    const known = await clients.knowledge.ask({ ...from, deadlineMs: ENGINE_DEADLINE_MS }, withoutMarks(body.question));
    const conversationId = newId();
    await clients.insights.record(from, {
      id: conversationId,
      question: body.question,
      answer: known.answer ?? NOTHING_KNOWN,
      userName: body.user_name ?? undefined,
      userEmail: body.user_email ?? undefined,
      userProfileImage: body.user_profile_image ?? undefined,
      sourceType: body.source_type,
      unanswered: known.answer === null,
    });
    return { conversation_id: conversationId, ...known };
  },
});
