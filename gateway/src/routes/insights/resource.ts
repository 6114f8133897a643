import { z } from 'zod';
import { id, microseconds } from '../schemas.js';

const conversation = z
  .object({
    id,
    question: z.string(),
    answer: z.string(),
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    user_profile_image: z.string().nullable(),
    source_type: z.enum(['web_ui', 'slack_dm', 'browser_extension']),
    answered_at: microseconds,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;

export const conversationPage = z
  .object({
    data: z.array(conversation),
    total: z.int().meta({ description: 'Conversations in all' }),
    page: z.int(),
    page_size: z.int(),
    total_pages: z.int(),
  })
  .meta({ id: 'ConversationPage' });
