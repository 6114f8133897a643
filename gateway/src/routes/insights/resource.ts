import { z } from 'zod';
import { citation, confidence } from '../questionnaires/question.js';
import { id, microseconds, orNull } from '../schemas.js';

export const SOURCE_TYPES = ['web_ui', 'slack_dm', 'browser_extension'] as const;

/** How a conversation came: the ask page, a call of the API, Slack, the browser extension, or a file that was imported. */
export const ORIGINS = ['ask_page', 'api', 'slack', 'browser_extension', 'mcp', 'trust_portal', 'import'] as const;

const conversation = z
  .object({
    id,
    question: z.string(),
    answer: z.string(),
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    user_profile_image: z.string().nullable(),
    source_type: z.enum(SOURCE_TYPES),
    origin: z.enum(ORIGINS).optional(),
    feedback: orNull(z.enum(['helpful', 'wrong']))
      .optional()
      .meta({ description: 'What whoever asked said of the answer; null: nothing', example: 'helpful' }),
    answered_at: microseconds,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;
export type Origin = (typeof ORIGINS)[number];

export const conversationPage = z
  .object({
    data: z.array(conversation),
    total: z.int().meta({ description: 'Conversations in all' }),
    page: z.int(),
    page_size: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: 'ConversationPage' });

export const conversationImport = z
  .object({
    imported: z.int(),
    duplicates: z.int().meta({ description: 'There already, or twice in the file' }),
    rejected_total: z.int(),
    rejected: z
      .array(z.object({ line: z.int(), code: z.string() }))
      .meta({ description: 'The first 1,000 of them: malformed_json, too_long, or the field that is wrong' }),
  })
  .meta({ id: 'ConversationImport' });
export type ConversationImport = z.infer<typeof conversationImport>;

export const insightsSummary = z
  .object({
    days: z.int(),
    counts: z
      .array(
        z.object({
          day: z.iso.date(),
          source_type: z.enum(SOURCE_TYPES),
          conversations: z.int(),
          unanswered: z.int(),
        }),
      )
      .meta({ description: 'Days (UTC) and channels with at least one conversation, newest day first' }),
    unanswered: z.array(conversation).meta({ description: 'Newest questions that got no answer' }),
    unanswered_total: z.int(),
    gaps_total: z.int(),
  })
  .meta({ id: 'InsightsSummary' });
export type InsightsSummary = z.infer<typeof insightsSummary>;

/** What the engine says to a question. */
export const askedAnswer = z
  .object({
    conversation_id: id,
    answer: z.string().nullable().meta({ description: 'Null when nothing is known' }),
    reply: z.string().meta({ description: 'What to say: the answer, that nothing is known, or what can be asked' }),
    is_question: z.boolean(),
    answer_status: z.enum(['AI_ANSWERED', 'NEEDS_INFO']),
    confidence: orNull(confidence),
    citations: z.array(citation),
  })
  .meta({ id: 'AskedAnswer' });
export type AskedAnswer = z.infer<typeof askedAnswer>;
