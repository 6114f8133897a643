import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

export const faqEntry = z
  .object({
    id,
    answer_id: z.string().nullable(),
    tag: z.string().nullable(),
    created_at: microseconds,
  })
  .meta({ id: 'FaqEntry' });
export type FaqEntry = z.infer<typeof faqEntry>;

export const faqEntryList = z.object({ entries: z.array(faqEntry) }).meta({ id: 'FaqEntryList' });

export const publishedAnswer = z
  .object({ answer_id: z.string(), question: z.string(), answer: z.string() })
  .meta({ id: 'PublishedAnswer' });

export const publishedAnswerList = z
  .object({ answers: z.array(publishedAnswer), pagination })
  .meta({ id: 'PublishedAnswerList' });
export type PublishedAnswerList = z.infer<typeof publishedAnswerList>;
